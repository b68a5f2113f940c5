package shelf

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/store"
)

// Session is what the list of sessions says of one.
type Session struct {
	ID      string `json:"-"`
	Title   string `json:"title"`
	Named   bool   `json:"named"`            // by the person, not after its first line
	Created int64  `json:"created"`          // milliseconds since 1970
	Touched int64  `json:"touched"`          // the time of its last event
	Events  int    `json:"events"`           // that are kept
	Deleted bool   `json:"deleted"`          // to be gone at the next start
	From    string `json:"from,omitempty"`   // the session that it was forked from
	Seized  int    `json:"seized,omitempty"` // how often it was taken from who wrote it
	Damaged bool   `json:"-"`                // not all of its records could be read here
}

// book is one session on the shelf.
type book struct {
	write sync.Mutex // held while its records are committed

	Session
	queue     []event.Event // that are not kept yet
	open      bool          // it was written or read here
	scheduled bool          // a commit is about to begin
	begun     bool          // the person has said something, so that it is worth keeping
	lost      error         // why it is no longer written here
	unlisted  error         // why what the list says of it cannot be read
}

const (
	prefix  = "session/" // of refs: what the list says
	logs    = "events/"  // of logs: the records
	lastRef = "last"     // the number of the last session
)

// index makes books of the refs, and of logs that have none. Its caller holds the lock.
func (s *Shelf) index(names []string) {
	for name, value := range s.refs {
		if id, ok := strings.CutPrefix(name, prefix); ok {
			s.enter(id, value)
		}
	}
	for _, name := range names {
		id, ok := strings.CutPrefix(name, logs)
		if _, listed := s.refs[prefix+id]; ok && !listed {
			s.enter(id, nil)
		}
	}
}

// enter makes a book of what a session's ref says. Its caller holds the lock.
func (s *Shelf) enter(id string, value []byte) {
	b := s.book(id)
	m, err := listing(value)
	if b.unlisted = err; err != nil && b.open {
		m = b.Session // it was read here
	}
	m.ID, m.Touched, m.Damaged = id, max(m.Touched, b.Touched), b.Damaged || err != nil && !b.open
	if b.open {
		m.Events = b.Events // what others append must be noticed
	}
	if b.open && m.Seized > b.Seized && b.lost == nil {
		b.lost = errSeized
	}
	b.Session, b.begun = m, true
}

// listing is what a ref says.
func listing(value []byte) (m Session, err error) {
	data, err := unseal(value)
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		return Session{}, err
	}
	return m, nil
}

// unlisted are the sessions of which the list says nothing that can be read.
func (s *Shelf) unlisted() (list []Problem) {
	for _, m := range s.Sessions() {
		if err := s.sessions[m.ID].unlisted; err != nil {
			list = append(list, Problem{"session_unlisted", m.ID, fmt.Sprintf("The entry of session %s in the list cannot be read (%s). Its events are kept apart; open it to see them, under the title of its first line.", answer.Line(m.ID), err)})
		}
	}
	return list
}

// book is the session's, made if need be. Its caller holds the lock.
func (s *Shelf) book(id string) *book {
	b := s.sessions[id]
	if b == nil {
		b = &book{Session: Session{ID: id}}
		s.sessions[id] = b
	}
	return b
}

// Sessions lists the sessions that were begun, the last one touched first.
func (s *Shelf) Sessions() []Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []Session{}
	for _, b := range s.sessions {
		if b.begun {
			list = append(list, b.Session)
		}
	}
	slices.SortFunc(list, func(a, b Session) int {
		return cmp.Or(cmp.Compare(b.Touched, a.Touched), cmp.Compare(len(b.ID), len(a.ID)), cmp.Compare(b.ID, a.ID))
	})
	return list
}

// Name is the engine's port of that name: an id that no session had before, of this
// program or of another one on the same store.
func (s *Shelf) Name() string {
	for {
		n := s.last() + 1
		err := s.keep(nil, store.Change{Refs: []store.Set{s.set(lastRef, []byte(strconv.Itoa(n)))}, Relaxed: true})
		if moved := new(store.Conflict); errors.As(err, &moved) && s.look() == nil {
			continue
		}
		s.count(n)
		return "s" + strconv.Itoa(n)
	}
}

// count remembers a number that could not be kept.
func (s *Shelf) count(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.numbered = max(s.numbered, n)
}

// last is the greatest number of a session so far.
func (s *Shelf) last() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	most, _ := strconv.Atoi(string(s.refs[lastRef]))
	most = max(most, s.numbered)
	for id := range s.sessions {
		if n, err := strconv.Atoi(strings.TrimPrefix(id, "s")); err == nil {
			most = max(most, n)
		}
	}
	return most
}

// Rename gives a session a title; an empty one gives it that of its first line
// again.
func (s *Shelf) Rename(id, title string) error {
	return s.alter(id, func(m *Session) {
		m.Title, m.Named = answer.Line(strings.TrimSpace(title)), strings.TrimSpace(title) != ""
	})
}

// Delete takes a session off the list. It is there until the next start, and
// [Shelf.Restore] brings it back until then.
func (s *Shelf) Delete(id string) error {
	return s.alter(id, func(m *Session) { m.Deleted = true })
}

// Restore brings back a session that was deleted.
func (s *Shelf) Restore(id string) error {
	return s.alter(id, func(m *Session) { m.Deleted = false })
}

// Seize makes this program the one that writes a session: whoever wrote it so far can
// keep nothing more of it, even before they hear of it (VF-5). The session is to be
// loaded after that.
func (s *Shelf) Seize(id string) error {
	return s.alter(id, func(m *Session) { m.Seized++ })
}

var errSeized = errors.New("another tab has taken it over")

// ErrNoSession is a session that is not on the shelf.
var ErrNoSession = errors.New("there is no such session")

// alter changes what the list says of a session. Where someone else has changed it
// meanwhile, it is made in what they wrote.
func (s *Shelf) alter(id string, change func(*Session)) error {
	for {
		s.mu.Lock()
		b := s.sessions[id]
		if b == nil {
			s.mu.Unlock()
			return ErrNoSession
		}
		meta, begun, was := b.Session, b.begun, s.refs[prefix+id]
		change(&meta)
		s.mu.Unlock()
		var err error
		if begun {
			err = s.keep(nil, store.Change{Refs: []store.Set{{Name: prefix + id, Was: was, Now: encoded(meta)}}})
		}
		if moved := new(store.Conflict); !errors.As(err, &moved) {
			s.mu.Lock()
			b.Title, b.Named, b.Deleted, b.Seized = meta.Title, meta.Named, meta.Deleted, meta.Seized // the list may have been read anew meanwhile
			s.mu.Unlock()
			s.moved(id)
			return nil
		}
		if err := s.look(); err != nil {
			return err
		}
	}
}

func encoded(m Session) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(m); err != nil {
		panic(err) // strings, numbers and booleans always encode
	}
	return seal(bytes.TrimSpace(b.Bytes()))
}

// title is what a session is called after its first line.
func title(e event.Event) string {
	line := ""
	switch b := e.Body.(type) {
	case event.Command:
		line = b.Input
	case event.Message:
		line = b.Text
	}
	const most = 60
	if r := []rune(answer.Line(line)); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return answer.Line(line)
}
