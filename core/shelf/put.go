package shelf

import (
	"bytes"
	"errors"

	"lily/core/store"
	"lily/core/tree"
	"lily/core/world"
)

// A big edit goes in pieces of at most so many blobs and bytes, so that no commit
// takes long; its last commit is the one that moves the world (VF-4).
const (
	pieceBlobs = 1000
	pieceBytes = 4 << 20
)

// put keeps a world that was made of the one whose ref had the value was. What the
// ref has now says nothing of that: it is read with the list of sessions, too.
func (s *Shelf) put(w world.World, was []byte) error {
	last, err := s.pieces(own(w.Tree))
	if err != nil {
		return err
	}
	now := written(w)
	c := store.Change{Refs: []store.Set{{Name: worldRef, Was: was, Now: now}}}
	if was != nil && !bytes.Equal(was, now) {
		c.Refs = append(c.Refs, s.set(s.aside(), was))
	}
	if err := s.keep(last, c); err != nil {
		return err
	}
	s.mu.Lock()
	s.world, s.at, s.opened, s.spoilt = w, now, true, false
	s.mu.Unlock()
	s.moved("")
	return nil
}

// aside is where the record before goes: one that could not be read is never
// written over.
func (s *Shelf) aside() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spoilt {
		return damaged
	}
	return beforeRef
}

// pieces keeps what is new of a tree but for the last piece, which it returns.
func (s *Shelf) pieces(t tree.Tree) (list []tree.Blob, err error) {
	size := int64(0)
	for b := range t.Blobs(s.whole) {
		if s.has(b) {
			continue
		}
		list, size = append(list, b), size+b.Size()
		if len(list) < pieceBlobs && size < pieceBytes {
			continue
		}
		if err := s.keep(list, store.Change{Relaxed: true}); err != nil {
			return nil, err
		}
		list, size = nil, 0
	}
	return list, nil
}

// keep does a change with new blobs, and remembers what it did.
func (s *Shelf) keep(fresh []tree.Blob, c store.Change) error {
	for _, b := range fresh {
		data, err := b.Bytes()
		if err != nil {
			return err
		}
		c.Blobs = append(c.Blobs, store.Blob{Digest: b.Digest(), Data: data})
	}
	if err := s.commit(c); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range fresh {
		s.keeps(b)
	}
	for _, r := range c.Refs {
		if s.refs[r.Name] = r.Now; r.Now == nil {
			delete(s.refs, r.Name)
		}
	}
	return nil
}

// keeps notes a blob that is kept. Its caller holds the lock. While files are lost, no
// folder is taken for whole: the same file may come again.
func (s *Shelf) keeps(b tree.Blob) {
	switch {
	case !b.Dir():
		s.files[b.Digest()] = true
		delete(s.lost, b.Digest())
	case len(s.lost) == 0:
		s.folders[b.Digest()] = true
	}
}

// Lost implements [tree.Mender]: these files are written again as soon as someone has
// their bytes.
func (s *Shelf) Lost(digests []tree.Digest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reckon()
	clear(s.folders)
	for _, d := range digests {
		s.lost[d] = true
		delete(s.files, d)
	}
}

// has reports whether a blob is kept, or is lost and not to be had; a folder's with all that is below it. A file
// may have the bytes of a folder, and does not bring along what that one holds.
func (s *Shelf) has(b tree.Blob) bool {
	if b.Dir() {
		return s.whole(b.Digest())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reckon()
	return s.files[b.Digest()] || s.lost[b.Digest()] && !b.Here()
}

// whole reports whether a folder is kept with all that is below it.
func (s *Shelf) whole(d tree.Digest) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reckon()
	return s.folders[d]
}

// ref is the value that a ref was known to have.
func (s *Shelf) ref(name string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refs[name]
}

// set sets a ref from what it was known to be.
func (s *Shelf) set(name string, now []byte) store.Set {
	return store.Set{Name: name, Was: s.ref(name), Now: now}
}

func (s *Shelf) moved(session string) {
	if s.Moved != nil {
		s.Moved(session)
	}
}

// why says why all is in memory only after a commit ended as it did; a conflict
// says nothing of that.
func why(before string, err error) string {
	moved := new(store.Conflict)
	switch {
	case err == nil:
		return ""
	case errors.As(err, &moved):
		return before
	case errors.Is(err, store.ErrFull):
		return "The browser's storage is full: what changes now is not stored, unless you make room."
	case errors.Is(err, store.ErrGone):
		return "The browser lets this page store nothing."
	}
	return "What changes now could not be stored: " + err.Error() + "."
}
