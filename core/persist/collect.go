package persist

import (
	"errors"
	"maps"
	"slices"
	"strconv"

	"lily/core/record"
	"lily/core/store"
	"lily/core/tree"
)

// Collect removes what nothing names any more: the sessions that were deleted, and the blobs of no
// world and no session. No other program may have had the store open after [Keeper.Due] counted this
// start. One that begins later may: it is noticed by the count, and then no blob is removed. Where
// something cannot be read, so that what it names is not known, nothing is removed.
//
// What is to be kept is worked out before, and that takes its time. A program that begins meanwhile
// may keep blobs of an edit whose ref is not set yet, or build on a world whose record it has read.
// But it counts its start before it keeps anything, and a removal looks at the count in the same
// change in which it removes. So either it removed before the other program kept its first blob, and
// only what no record named that the other one can have read; or it sees the other count, and
// removes nothing. No lock is needed for that, and nobody waits for a program that hangs here.
func (k *Keeper) Collect() (removed int, err error) {
	if k.counted == nil {
		k.Due()
	}
	keep := map[tree.Digest]bool{}
	gone, err := k.Sessions.sweep(keep)
	if err == nil {
		err = k.Worlds.names(keep)
	}
	if err != nil {
		return 0, err
	}
	gone.Refs = append(gone.Refs, store.Set{Name: startsRef, Was: k.counted, Now: k.counted})
	if err := k.Blobs.keep(nil, gone); err != nil {
		return 0, err
	}
	k.Sessions.purged()
	return k.Blobs.collect(store.Ref{Name: startsRef, Value: k.counted}, keep)
}

// Purge removes the sessions that were deleted, though not yet what they alone named: that takes [Keeper.Collect]. No
// other program may have them open.
func (s *Sessions) Purge() error {
	var gone store.Change
	for _, m := range s.List() {
		if m.Deleted {
			s.drop(m.ID, &gone)
		}
	}
	if len(gone.Drop) == 0 {
		return nil
	}
	err := s.blobs.keep(nil, gone)
	if err == nil {
		s.purged()
	}
	return err
}

// drop adds to a change what removes a session.
func (s *Sessions) drop(id string, gone *store.Change) {
	gone.Drop = append(gone.Drop, logs+id)
	locked(&s.mu, func() {
		gone.Refs = append(gone.Refs, store.Set{Name: prefix + id, Was: s.books[id].ref})
	})
}

// purged forgets the sessions that were removed.
func (s *Sessions) purged() {
	locked(&s.mu, func() {
		maps.DeleteFunc(s.books, func(_ string, b *book) bool { return b.Deleted })
	})
}

// sweep notes what the sessions name, and returns the change that removes those that were deleted.
func (s *Sessions) sweep(keep map[tree.Digest]bool) (gone store.Change, err error) {
	for _, m := range s.List() {
		if m.Deleted {
			s.drop(m.ID, &gone)
			continue
		}
		events, problems, err := s.Load(m.ID)
		if err == nil && (len(problems) > 0 || s.Find(m.ID).Damaged) {
			err = errors.New("the session " + m.ID + " is damaged")
		}
		if err != nil {
			return gone, err
		}
		w := record.Writer{Keep: func(b tree.Blob) { keep[b.Digest()] = true }}
		for _, e := range events {
			w.Write(e) // as it would be written now
		}
	}
	return gone, nil
}

// names notes what the records of the world name.
func (w *Worlds) names(keep map[tree.Digest]bool) error {
	for _, name := range []string{verdictsRef, packRef} {
		if says, ok := w.says(name); ok {
			keep[says.Blob] = true
		}
	}
	for _, name := range []string{worldRef, beforeRef, damaged} {
		value := w.ref(name)
		if value == nil {
			continue
		}
		named, problems, err := w.read(value)
		if err != nil {
			return err
		}
		if len(problems) > 0 {
			return errors.New(problems[0].Message)
		}
		for b := range own(named.Tree).Blobs(nil) {
			keep[b.Digest()] = true
		}
	}
	return nil
}

const (
	startsRef = "starts" // counts them
	often     = 16       // every how many starts what nothing names is removed
)

// Due counts this start, which comes before anything else is kept, and reports whether
// it is time to [Keeper.Collect]: a session was deleted, or there were many starts since. A
// start that cannot be counted is on a store that takes nothing.
func (k *Keeper) Due() bool {
	for {
		r, unread := k.Blobs.refs()
		n := 1 + number(string(r[startsRef]))
		k.counted = []byte(strconv.Itoa(n))
		count := store.Set{Name: startsRef, Was: r[startsRef], Now: k.counted}
		err := k.Blobs.keep(nil, store.Change{Refs: []store.Set{count}, Relaxed: true})
		if conflict(err) && unread == nil {
			continue // another program begins, too
		}
		deleted := slices.ContainsFunc(k.Sessions.List(), func(m Session) bool { return m.Deleted })
		return err == nil && (n%often == 0 || deleted)
	}
}
