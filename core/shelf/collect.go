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
// the blobs of no world and no session. No other program may have had the store open
// after [Shelf.Due] counted this start. One that begins later may: it is noticed by the
// count, and then no blob is removed. Where something cannot be read, so that what it
// names is not known, nothing is removed.
//
// What is to be kept is worked out before, and that takes its time. A program that begins
// meanwhile may keep blobs of an edit whose ref is not set yet, or build on a world whose
// record it has read. But it counts its start before it keeps anything, and a removal
// looks at the count in the same change in which it removes. So either it removed
// before the other program kept its first blob, and only what no record named that the
// other one can have read; or it sees the other count, and removes nothing. No lock
// is needed for that, and nobody waits for a program that hangs here.
func (s *Shelf) Collect() (removed int, err error) {
	if s.counted == nil {
		s.Due()
	}
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
	gone.Refs = append(gone.Refs, store.Set{Name: startsRef, Was: s.counted, Now: s.counted})
	if err := s.keep(nil, gone); err != nil {
		return 0, err
	}
	s.forget()
	while := []store.Ref{{Name: startsRef, Value: s.counted}}
	removed, err = s.st.Collect(context.Background(), while, func(d tree.Digest) bool { return keep[d] })
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

// Due counts this start, which comes before anything else is kept, and reports whether
// it is time to [Shelf.Collect]: a session was deleted, or there were many starts since. A
// start that cannot be counted is on a store that takes nothing.
func (s *Shelf) Due() bool {
	for {
		n, _ := strconv.Atoi(string(s.ref(startsRef)))
		now := []byte(strconv.Itoa(n + 1))
		err := s.keep(nil, store.Change{Refs: []store.Set{s.set(startsRef, now)}, Relaxed: true})
		if moved := new(store.Conflict); errors.As(err, &moved) && s.look() == nil {
			continue // another program begins, too
		}
		s.counted = now
		return err == nil && ((n+1)%often == 0 || slices.ContainsFunc(s.Sessions(), func(m Session) bool { return m.Deleted }))
	}
}
