package kept

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"lily/core/store"
	"lily/core/tree"
)

// Collect implements [store.Store]. A pack with something that nobody keeps is written anew, so that nothing of it is
// left on the disk. What killed programs have left goes too.
func (s *Store) Collect(ctx context.Context, while []store.Ref, keep func(tree.Digest) bool) (removed int, err error) {
	err = s.alone(ctx, func() error {
		for _, r := range while {
			if was, there := s.refs[r.Name]; there != (r.Value != nil) || !bytes.Equal(was, r.Value) {
				return &store.Conflict{Name: r.Name}
			}
		}
		if removed, err = s.repack(keep); err == nil {
			s.sweep()
		}
		return err
	})
	return removed, err
}

// repack writes the packs anew that have what nobody keeps.
func (s *Store) repack(keep func(tree.Digest) bool) (removed int, err error) {
	if err := s.look(); err != nil {
		return 0, err
	}
	live, size := map[int][]tree.Digest{}, map[int]int64{}
	for d, at := range s.spots {
		if keep(d) {
			live[at.pack] = append(live[at.pack], d)
			size[at.pack] += s.weight(at)
		} else {
			removed++
		}
	}
	var l line
	var rest []tree.Digest
	for _, n := range slices.Sorted(maps.Keys(s.packs)) {
		if size[n] < s.packs[n] {
			l.Unpack = append(l.Unpack, n)
			rest = append(rest, live[n]...)
		}
	}
	if len(l.Unpack) == 0 {
		return 0, nil
	}
	slices.SortFunc(rest, func(a, b tree.Digest) int {
		x, y := s.spots[a], s.spots[b]
		return cmp.Or(cmp.Compare(x.pack, y.pack), cmp.Compare(x.at, y.at))
	})
	if l.Packs, err = s.moved(rest); err != nil {
		return 0, err
	}
	return removed, s.write(l, true)
}

// weight is how many bytes of a pack a blob has, with the line before it.
func (s *Store) weight(at spot) int64 {
	return int64(2*len(tree.Digest{})+1+len(strconv.FormatInt(at.size, 10))+1) + at.size + 1
}

// moved writes blobs to new packs.
func (s *Store) moved(list []tree.Digest) (packs []pack, err error) {
	r := reader{s: s, open: map[int]*os.File{}}
	defer r.close()
	for next := s.nextPack; len(list) > 0; next++ {
		var failed error
		p, err := s.fill(next, 0, func(yield func(store.Blob) bool) {
			for size := int64(0); len(list) > 0 && size < mostPack && failed == nil; list = list[1:] {
				var data []byte
				if data, failed = r.read(s.spots[list[0]]); failed != nil || data != nil && !yield(store.Blob{Digest: list[0], Data: data}) {
					return
				}
				size += int64(len(data))
			}
		})
		if err = cmp.Or(failed, err); err != nil {
			return nil, err
		}
		packs = append(packs, p)
	}
	return packs, nil
}

// sweep removes the files of no log and of no pack.
func (s *Store) sweep() {
	here := map[string]bool{}
	for _, l := range s.logs {
		here[filepath.Join("logs", l.name())] = true
	}
	for n := range s.packs {
		here[filepath.Join("blobs", strconv.Itoa(n))] = true
	}
	for _, folder := range []string{"logs", "blobs"} {
		files, _ := os.ReadDir(s.at(folder))
		for _, f := range files {
			_, err := strconv.Atoi(f.Name())
			if at := filepath.Join(folder, f.Name()); err == nil && !here[at] {
				_ = os.Remove(s.at(at)) // else the next collection does
			}
		}
	}
}
