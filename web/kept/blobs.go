package kept

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"

	"lily/core/store"
	"lily/core/tree"
)

// A pack has blobs one after the other, each behind a line with its digest and the number of its bytes. A file for each
// blob would have to be waited for by itself, which for the first session on many skills takes half a minute.
const mostPack = 32 << 20 // bytes of a pack, after which another one is begun

// spot is where the bytes of a blob are.
type spot struct {
	pack int
	at   int64
	size int64
}

// packed is where each blob is, as far as the packs were looked at.
type packed struct {
	spots map[tree.Digest]spot
	known map[int]int64 // bytes of each pack that were looked at
	// spoilt are packs with something damaged, which might take in what is written behind it: they grow no more.
	spoilt map[int]bool
}

func (s *Store) pack(n int) string { return s.at("blobs", strconv.Itoa(n)) }

// look brings what is known of the packs up to date.
func (s *Store) look() error {
	for n := range s.known {
		if _, here := s.packs[n]; !here {
			s.packed = packed{} // it was collected
		}
	}
	if s.spots == nil {
		s.packed = packed{map[tree.Digest]spot{}, map[int]int64{}, map[int]bool{}}
	}
	for _, n := range slices.Sorted(maps.Keys(s.packs)) {
		size := s.packs[n]
		if s.known[n] >= size {
			continue
		}
		f, err := os.Open(s.pack(n))
		if errors.Is(err, fs.ErrNotExist) {
			continue // its blobs are lost
		}
		if err != nil {
			return err
		}
		info, err := f.Stat()
		if err != nil {
			f.Close()
			return err
		}
		end := s.known[n]
		for d, at := range entries(f, end, min(size, info.Size())) {
			at.pack = n
			s.spots[d] = at
			s.spoilt[n] = s.spoilt[n] || end+s.weight(at) != at.at+at.size+1
			end = at.at + at.size + 1
		}
		f.Close()
		s.known[n], s.spoilt[n] = size, s.spoilt[n] || end != size
	}
	return nil
}

// Blobs implements [store.Store].
func (s *Store) Blobs(ctx context.Context, digests []tree.Digest) (list [][]byte, err error) {
	var failed error
	err = s.seen(ctx, func() {
		for range 3 { // a pack may be collected by someone else amid it
			var moved bool
			if list, moved, failed = s.bytes(digests); !moved || failed != nil {
				return
			}
			failed = s.fresh()
		}
	})
	if err = errors.Join(err, failed); err != nil {
		return nil, told(err)
	}
	return list, nil
}

// bytes are those of blobs; moved reports that a pack was not there.
func (s *Store) bytes(digests []tree.Digest) (list [][]byte, moved bool, err error) {
	if len(digests) == 0 {
		return [][]byte{}, false, nil
	}
	if err := s.look(); err != nil {
		return nil, false, err
	}
	r := reader{s: s, open: map[int]*os.File{}}
	defer r.close()
	list = make([][]byte, len(digests))
	for i, d := range digests {
		if at, ok := s.spots[d]; ok {
			if list[i], err = r.read(at); err != nil {
				return nil, false, err
			}
		}
	}
	return list, r.lost && s.gone(), nil
}

// gone reports whether what is kept is not there at all, or was collected.
func (s *Store) gone() bool {
	before := maps.Clone(s.packs)
	return s.fresh() != nil || !maps.Equal(before, s.packs)
}

// reader reads blobs, and opens each pack once.
type reader struct {
	s    *Store
	open map[int]*os.File
	lost bool // a pack was not there
}

// read returns nil for what is lost.
func (r *reader) read(at spot) ([]byte, error) {
	f, tried := r.open[at.pack]
	if !tried {
		var err error
		if f, err = os.Open(r.s.pack(at.pack)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err != nil {
			f, r.lost = nil, true
		}
		r.open[at.pack] = f
	}
	if f == nil {
		return nil, nil
	}
	data := make([]byte, at.size)
	if _, err := f.ReadAt(data, at.at); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, err
	}
	return data, nil
}

func (r *reader) close() {
	for _, f := range r.open {
		if f != nil {
			f.Close()
		}
	}
}

// missing are the blobs that are not there as they are to be, each once.
func (s *Store) missing(blobs []store.Blob) (list []store.Blob, err error) {
	if len(blobs) == 0 {
		return nil, nil
	}
	if err := s.look(); err != nil {
		return nil, err
	}
	r := reader{s: s, open: map[int]*os.File{}}
	defer r.close()
	seen := map[tree.Digest]bool{}
	for _, b := range blobs {
		if seen[b.Digest] {
			continue
		}
		seen[b.Digest] = true
		if at, ok := s.spots[b.Digest]; ok && at.size == int64(len(b.Data)) {
			was, err := r.read(at)
			if err != nil {
				return nil, err
			}
			if was != nil && bytes.Equal(was, b.Data) {
				continue
			}
		}
		list = append(list, b)
	}
	return list, nil
}
