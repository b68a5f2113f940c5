package persist

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"

	"lily/core/answer"
	"lily/core/plain"
	"lily/core/store"
	"lily/core/tool"
	"lily/core/tree"
)

// Sessions keeps the events of sessions, and a list of them.
type Sessions struct {
	// Moved is called when this program has kept something of a session that others on the
	// same store should look at, without any lock held.
	Moved func(id string)
	// Pause waits before what is kept soon is, so that a person has the answer first; nil for nothing.
	Pause func()

	blobs  *Blobs
	worlds *Worlds
	tools  tool.Registry

	mu       sync.Mutex
	books    books
	last     []byte // the value of lastRef
	numbered int    // of the last session that was named
}

const (
	prefix  = "session/" // of refs: what the list says
	logs    = "events/"  // of logs: the records
	lastRef = "last"     // the number of the last session
)

// ErrNoSession is a session that is not kept.
var ErrNoSession = errors.New("there is no such session")

// List lists the sessions that were begun, the last one touched first.
func (s *Sessions) List() []Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.books.sorted()
}

// Find is what the list says of a session; empty for one that it does not have.
func (s *Sessions) Find(id string) (m Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.books[id]; b != nil && b.begun {
		m = b.Session
	}
	return m
}

func (s *Sessions) book(id string) (b *book) {
	locked(&s.mu, func() { b = s.books[id] })
	return b
}

// unlisted are the sessions of which the list says nothing that can be read.
func (s *Sessions) unlisted() (list []Problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.books.sorted() {
		if err := s.books[m.ID].unlisted; err != nil {
			list = append(list, problem("session_unlisted", m.ID, "The entry of session %s in the list cannot be read (%s). "+
				"Its events are kept apart; open it to see them, under the title of its first line.", answer.Line(m.ID), err))
		}
	}
	return list
}

// Look reads anew what the list of sessions says.
func (s *Sessions) Look() error {
	_, err := s.look()
	return err
}

// look reads the refs anew. The logs are named first: one that is there then has its ref, which came with it.
func (s *Sessions) look() (refs, error) {
	names, err := s.blobs.st.Logs(context.Background())
	if err != nil {
		return nil, err
	}
	r, err := s.blobs.refs()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = r[lastRef]
	s.books.index(r, names, s.blobs.Terms.Other)
	return r, nil
}

// Rename gives a session a title; an empty one gives it that of its first line again.
func (s *Sessions) Rename(id, title string) error {
	title = strings.TrimSpace(title)
	return s.alter(id, func(m *Session) { m.Title, m.Named = answer.Line(title), title != "" })
}

// Came says which export a session was restored from, so that it does not come twice.
func (s *Sessions) Came(id string, export tree.Digest) error {
	return s.alter(id, func(m *Session) { m.Export = export.String() })
}

// From is the session that was restored from an export, and is not deleted; empty for none.
func (s *Sessions) From(export tree.Digest) string {
	for _, m := range s.List() {
		if m.Export == export.String() && !m.Deleted {
			return m.ID
		}
	}
	return ""
}

// Delete takes a session off the list. It is there until the next start, and
// [Sessions.Restore] brings it back until then.
func (s *Sessions) Delete(id string) error {
	return s.alter(id, func(m *Session) { m.Deleted = true })
}

// Restore brings back a session that was deleted.
func (s *Sessions) Restore(id string) error {
	return s.alter(id, func(m *Session) { m.Deleted = false })
}

// Seize makes this program the one that writes a session: whoever wrote it so far can keep nothing
// more of it, even before they hear of it (VF-5). The session is to be loaded after that.
func (s *Sessions) Seize(id string) error {
	return s.alter(id, func(m *Session) { m.Seized++ })
}

// alter changes what the list says of a session. Where someone else has changed it
// meanwhile, it is made in what they wrote.
func (s *Sessions) alter(id string, change func(*Session)) error {
	for {
		b := s.book(id)
		if b == nil {
			return ErrNoSession
		}
		s.mu.Lock()
		meta, begun, was := b.Session, b.begun, b.ref
		s.mu.Unlock()
		change(&meta)
		now, err := was, error(nil)
		if begun {
			now = encoded(meta)
			err = s.blobs.keep(nil, store.Change{Refs: []store.Set{{Name: prefix + id, Was: was, Now: now}}})
		}
		if !conflict(err) {
			locked(&s.mu, func() { // the rest may have been read anew meanwhile
				if begun && err == nil {
					b.ref = now
				}
				b.Title, b.Named, b.Deleted, b.Seized, b.Export = meta.Title, meta.Named, meta.Deleted, meta.Seized, meta.Export
			})
			s.Moved(id)
			return nil
		}
		if err := s.Look(); err != nil {
			return err
		}
	}
}

func encoded(m Session) []byte { return seal(plain.JSON(m)) }

// Name is the engine's port of that name: an id that no session had before, of this
// program or of another one on the same store.
func (s *Sessions) Name() string {
	for {
		s.mu.Lock()
		was := s.last
		n := max(number(string(was)), s.numbered)
		for id := range s.books {
			n = max(n, number(strings.TrimPrefix(id, "s")))
		}
		n++
		s.mu.Unlock()
		now := []byte(strconv.Itoa(n))
		err := s.blobs.keep(nil, store.Change{Refs: []store.Set{{Name: lastRef, Was: was, Now: now}}, Relaxed: true})
		if conflict(err) && s.Look() == nil {
			continue
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if err == nil {
			s.last = now
		}
		s.numbered = max(s.numbered, n) // which may be kept nowhere else
		return "s" + string(now)
	}
}
