package shelf

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"lily/core/record"
	"lily/core/store"
	"lily/core/tree"
)

// Collect removes what nothing names any more: the sessions that were deleted, and
// the blobs of no world and no session. No other program may have the store open.
// Where something cannot be read, so that what it names is not known, nothing is
// removed.
func (s *Shelf) Collect() (removed int, err error) {
	keep := map[tree.Digest]bool{}
	var gone store.Change
	for _, m := range s.Sessions() {
		if m.Deleted {
			gone.Drop = append(gone.Drop, logs+m.ID)
			gone.Refs = append(gone.Refs, s.set(prefix+m.ID, nil))
		} else if err := s.names(m.ID, keep); err != nil {
			return 0, err
		}
	}
	if err := s.worlds(keep); err != nil {
		return 0, err
	}
	if err := s.keep(nil, gone); err != nil {
		return 0, err
	}
	s.forget()
	removed, err = s.st.Collect(context.Background(), func(d tree.Digest) bool { return keep[d] })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reckon()
	for d := range s.files {
		if !keep[d] {
			delete(s.files, d)
		}
	}
	for d := range s.folders {
		if !keep[d] {
			delete(s.folders, d)
		}
	}
	return removed, err
}

// names notes what a session names: what would be written of it now.
func (s *Shelf) names(id string, keep map[tree.Digest]bool) error {
	events, problems, err := s.Load(id)
	if err != nil {
		return err
	}
	s.mu.Lock()
	damaged := s.sessions[id].Damaged
	s.mu.Unlock()
	if len(problems) > 0 || damaged {
		return errors.New("the session " + id + " is damaged")
	}
	w := record.Writer{Keep: func(b tree.Blob) { keep[b.Digest()] = true }}
	for _, e := range events {
		w.Write(e)
	}
	return nil
}

// worlds notes what the records of the world name.
func (s *Shelf) worlds(keep map[tree.Digest]bool) error {
	var m memoOf
	if json.Unmarshal(s.ref(memoRef), &m) == nil {
		keep[m.Blob] = true
	}
	var p packOf
	if json.Unmarshal(s.ref(packRef), &p) == nil {
		keep[p.Blob] = true
	}
	for _, name := range []string{worldRef, beforeRef, damaged} {
		value := s.ref(name)
		if value == nil {
			continue
		}
		w, problems, err := s.read(value)
		if err != nil {
			return err
		}
		if len(problems) > 0 {
			return errors.New(problems[0].Message)
		}
		for b := range own(w.Tree).Blobs(nil) {
			keep[b.Digest()] = true
		}
	}
	return nil
}

// forget lets go of the sessions that were deleted.
func (s *Shelf) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.sessions {
		if b.Deleted {
			delete(s.sessions, b.ID)
		}
	}
}

// startsRef counts the starts, and often is every how many of them what nothing names
// is removed.
const (
	startsRef = "starts"
	often     = 16
)

// Due counts a start, and reports whether it is time to [Shelf.Collect]: a session was
// deleted, or there were many starts since.
func (s *Shelf) Due() bool {
	n, _ := strconv.Atoi(string(s.ref(startsRef)))
	_ = s.keep(nil, store.Change{Refs: []store.Set{s.set(startsRef, []byte(strconv.Itoa(n+1)))}, Relaxed: true})
	return (n+1)%often == 0 || slices.ContainsFunc(s.Sessions(), func(m Session) bool { return m.Deleted })
}
