package shelf

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"lily/core/answer"
	"lily/core/event"
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
