package persist

import (
	"context"
	"errors"
	"maps"
	"sync"

	"lily/core/store"
	"lily/core/tree"
)

// Blobs is what a store has by digest, as far as this program knows, so that nothing is written
// twice. Whatever is kept goes through it. It is a [tree.Source] for what is read late.
type Blobs struct {
	Told  func(Status) // called after the status has changed, without any lock held
	Terms Terms        // in which it is told; those of a page where nobody says otherwise

	st store.Store

	mu        sync.Mutex
	status    Status
	files     map[tree.Digest]bool
	folders   map[tree.Digest]bool // with all that is below them
	lost      map[tree.Digest]bool // files that should be kept and cannot be read
	mends     bool                 // something was lost, so that what is written may be there and damaged
	uncounted []tree.Tree          // that are kept; a start need not know what is in them
}

func newBlobs(st store.Store) *Blobs {
	return &Blobs{
		Told: func(Status) {}, Terms: InBrowser(), st: st,
		files: map[tree.Digest]bool{}, folders: map[tree.Digest]bool{}, lost: map[tree.Digest]bool{},
	}
}

func locked(mu *sync.Mutex, do func()) {
	mu.Lock()
	defer mu.Unlock()
	do()
}

// Blobs implements [tree.Source].
func (b *Blobs) Blobs(digests []tree.Digest) ([][]byte, error) {
	return b.st.Blobs(context.Background(), digests)
}

// Lost implements [tree.Mender]: these files are written again as soon as someone has their bytes.
func (b *Blobs) Lost(digests []tree.Digest) {
	defer b.count()()
	clear(b.folders)
	b.mends = true
	for _, d := range digests {
		b.lost[d] = true
		delete(b.files, d)
	}
}

// count locks what is known, all of it counted, and returns what unlocks it.
func (b *Blobs) count() (unlock func()) {
	b.mu.Lock()
	for _, t := range b.uncounted {
		for f := range t.Blobs(func(d tree.Digest) bool { return b.folders[d] }) {
			b.add(f)
		}
	}
	b.uncounted = nil
	return b.mu.Unlock
}

// add notes a blob that is kept. While files are lost, no folder is taken for whole: the same file may come again.
func (b *Blobs) add(f tree.Blob) {
	switch {
	case !f.Dir():
		b.files[f.Digest()] = true
		delete(b.lost, f.Digest())
	case len(b.lost) == 0:
		b.folders[f.Digest()] = true
	}
}

// keep commits a change with new blobs, and says so while that lasts.
func (b *Blobs) keep(fresh []tree.Blob, c store.Change) (err error) {
	b.tell(func(s *Status) { s.Saving++ })
	locked(&b.mu, func() { c.Mends = c.Mends || b.mends })
	defer func() { b.tell(func(s *Status) { s.Saving, s.Why = s.Saving-1, b.Terms.why(s.Why, err) }) }()
	for _, f := range fresh {
		data, err := f.Bytes()
		if err != nil {
			return err
		}
		c.Blobs = append(c.Blobs, store.Blob{Digest: f.Digest(), Data: data})
	}
	if err := b.st.Commit(context.Background(), c); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range fresh {
		b.add(f)
	}
	return nil
}

// A big edit goes in pieces of at most so many blobs and bytes, so that no commit takes long (VF-4).
const (
	pieceBlobs = 4000
	pieceBytes = 4 << 20
)

// keepAll keeps what is new of a tree but for the last piece, which it returns: that one
// goes with what names the tree.
func (b *Blobs) keepAll(t tree.Tree) (list []tree.Blob, err error) {
	size := int64(0)
	for f := range t.Blobs(b.whole) {
		if b.has(f) {
			continue
		}
		list, size = append(list, f), size+f.Size()
		if len(list) < pieceBlobs && size < pieceBytes {
			continue
		}
		if err := b.keep(list, store.Change{Relaxed: true}); err != nil {
			return nil, err
		}
		list, size = nil, 0
	}
	return list, nil
}

// found notes a tree that was opened from the store. Where some of it is lost, its
// folders are not those that are kept.
func (b *Blobs) found(t tree.Tree, lost bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !lost {
		b.uncounted = append(b.uncounted, t)
		return
	}
	b.mends = true
	for f := range t.Blobs(nil) {
		if !f.Dir() {
			b.add(f)
		}
	}
}

// has reports whether a blob is kept, or is lost and not to be had; a folder's with all that is
// below it. A file may have the bytes of a folder, and does not bring along what that one holds.
func (b *Blobs) has(f tree.Blob) bool {
	if f.Dir() {
		return b.whole(f.Digest())
	}
	defer b.count()()
	return b.files[f.Digest()] || b.lost[f.Digest()] && !f.Here()
}

// whole reports whether a folder is kept with all that is below it.
func (b *Blobs) whole(d tree.Digest) bool {
	defer b.count()()
	return b.folders[d]
}

func (b *Blobs) collect(while store.Ref, keep map[tree.Digest]bool) (removed int, err error) {
	removed, err = b.st.Collect(context.Background(), []store.Ref{while}, func(d tree.Digest) bool { return keep[d] })
	defer b.count()()
	gone := func(d tree.Digest, _ bool) bool { return !keep[d] }
	maps.DeleteFunc(b.files, gone)
	maps.DeleteFunc(b.folders, gone)
	return removed, err
}

// refs are the refs of a store by their names, as they were read last.
type refs map[string][]byte

func (b *Blobs) refs() (refs, error) {
	list, err := b.st.Refs(context.Background(), "")
	if err != nil {
		return nil, err
	}
	r := refs{}
	for _, ref := range list {
		r[ref.Name] = ref.Value
	}
	return r, nil
}

// Status says whether what the person did is kept.
type Status struct {
	Saving int    // commits under way, or about to begin
	Why    string // in memory only, and why: a full sentence; empty while all is kept
}

// Status returns whether all is kept.
func (b *Blobs) Status() Status {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.status
}

func (b *Blobs) tell(change func(*Status)) {
	b.mu.Lock()
	before := b.status
	change(&b.status)
	after := b.status
	b.mu.Unlock()
	if before != after {
		b.Told(after)
	}
}

// say tells how something ended that was to keep what the person did.
func (b *Blobs) say(err error) { b.tell(func(s *Status) { s.Why = b.Terms.why(s.Why, err) }) }

func conflict(err error) bool { return errors.As(err, new(*store.Conflict)) }
