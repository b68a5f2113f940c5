package ui

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"lily/core"
	"lily/core/event"
	"lily/web/words"
)

// memory is [Sessions] where nothing keeps them: they are the engine's, and go with
// the page.
type memory struct {
	engine *core.Engine

	mu     sync.Mutex
	titles map[string]string
	gone   map[string][]event.Event
}

func (m *memory) List() ([]Kept, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []Kept
	for _, id := range m.engine.Sessions() {
		st, events := m.engine.State(id)
		k := Kept{ID: id, Title: m.titles[id], Events: len(events), Model: st.Model, Where: InMemory}
		if len(events) > 0 {
			k.Touched = events[len(events)-1].At
		}
		list = append(list, k)
	}
	return list, nil
}

func (m *memory) Open(string) error { return nil }

func (m *memory) Rename(id, title string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.titles[id] = title
	return nil
}

func (m *memory) Delete(id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, m.gone[id] = m.engine.State(id)
	m.engine.Forget(id)
	return nil
}

func (m *memory) Restore(id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.engine.Adopt(id, m.gone[id])
	delete(m.gone, id)
	return nil
}

func (m *memory) Take(string) error { return nil }

// SessionsChanged lets the page list the sessions again: this tab or another one has
// changed them.
func (s *Store) SessionsChanged() {
	s.aside(func() {
		list, err := s.Ports.Sessions.List()
		s.Post(func() { s.list(list, err) })
	})
}

func (s *Store) list(list []Kept, err error) {
	slices.SortFunc(list, func(a, b Kept) int {
		return cmp.Or(cmp.Compare(b.Touched, a.Touched), cmp.Compare(b.ID, a.ID))
	})
	if err == nil {
		s.known = list
	}
	if s.Listing != nil {
		s.Listing.err = err
	}
	s.changed()
}

// listed is what the list says of a session; empty for one that it does not have.
func (s *Store) listed(id string) Kept {
	for _, k := range s.known {
		if k.ID == id {
			return k
		}
	}
	return Kept{ID: id}
}

// nameOf is how a session is called: by its title, where it has one, and its id.
func (s *Store) nameOf(id string) string {
	if b := s.view(id).bundle; b != nil {
		return "recording " + words.Visible(b.Title)
	}
	if title := s.listed(id).Title; title != "" {
		return words.Visible(title) + " (" + id + ")"
	}
	return id
}

// longName is a title with the id that stays when it changes.
func (s *Store) longName(id string) string {
	if name := s.nameOf(id); name != id {
		return name + " (" + id + ")"
	}
	return id
}

// newSession opens a session and shows it.
func (s *Store) newSession() {
	s.later(func() (string, error) { return s.Engine.Open(true) }, func(string) { s.Status = "A new session is open" })
}

// openSession shows a session, which may have to be read first.
func (s *Store) openSession(id string) {
	s.later(func() (string, error) { return id, s.Ports.Sessions.Open(id) }, func(string) { s.Status = "Session " + s.nameOf(id) })
}

// alter does something to a kept session, and says how it went.
func (s *Store) alter(do func() error, said Notice, then func()) {
	s.aside(func() {
		err := do()
		s.Post(func() {
			if s.Notice = said; err != nil {
				s.Notice = Notice{Text: "Nothing was changed: " + words.Endless(err) + ".", Bad: true}
			} else {
				then()
			}
			s.SessionsChanged()
			s.changed()
		})
	})
}

func (s *Store) rename(id, title string) {
	title = strings.Join(strings.Fields(title), " ")
	s.alter(func() error { return s.Ports.Sessions.Rename(id, title) }, Notice{Text: "Renamed session " + id + "."}, func() {})
}

// drop deletes a session, and offers to bring it back.
func (s *Store) drop(id string) {
	v, name := s.view(id), s.nameOf(id)
	if v.cancel != nil {
		v.cancel()
	}
	undo := func() {
		s.alter(func() error { return s.Ports.Sessions.Restore(id) }, Notice{Text: "Session " + name + " is back."}, func() { s.goTo(id) })
	}
	over := v.over
	s.alter(func() error {
		if over != nil {
			<-over
		}
		return s.Ports.Sessions.Delete(id)
	}, Notice{Text: "Deleted session " + name + ".", Undo: undo}, func() { s.dropped(id) })
}

// dropped goes to another session where the one that is gone was shown.
func (s *Store) dropped(id string) {
	delete(s.views, id)
	if s.leave(id); slices.Contains(s.open, id) { // it was the only one
		s.open = nil
		s.newSession()
	}
}

// take makes this tab the one that writes the session.
func (s *Store) take(id string) {
	s.alter(func() error { return s.Ports.Sessions.Take(id) }, Notice{Text: "This tab writes session " + s.nameOf(id) + " now."}, func() {})
}

// exportSession hands a session to the person as a bundle.
func (s *Store) exportSession(id string) {
	if s.Ports.ExportSession == nil {
		s.refuses("sessions cannot be exported here")
		return
	}
	s.say("Exporting session " + s.nameOf(id) + "…")
	s.alter(func() error { return s.Ports.ExportSession(id) }, Notice{Text: "Exported session " + s.nameOf(id) + "."}, func() {})
}
