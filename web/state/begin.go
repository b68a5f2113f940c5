package state

import (
	"slices"
	"strconv"
	"strings"

	"lily/web/words"
)

// begin opens a session away from the UI goroutine, and shows it.
func (s *Sessions) begin(open func() (string, error), then func(id string)) {
	s.Lanes.Aside(func() {
		id, err := open()
		s.Post(func() {
			if err != nil {
				s.Warn("No session was opened: " + words.Endless(err) + ".")
				s.shown.Lost()
				return
			}
			s.GoTo(id)
			then(id)
			s.Relist()
		})
	})
}

// New opens a session and shows it, with the owner's token or as a guest's (PO-4).
func (s *Sessions) New(owner bool) {
	s.begin(func() (string, error) { return s.engine.Open(owner) }, func(id string) {
		if owner {
			s.Status = "A new session is open"
		} else {
			s.Say("Session " + id + " is open, without the owner's token.")
		}
	})
}

// Show shows a session, which may have to be read first, and then does something there.
func (s *Sessions) Show(id string, then func()) {
	s.begin(func() (string, error) { return id, s.port.Open(id) }, func(string) { then() })
}

// Visit shows a session that the person chose.
func (s *Sessions) Visit(id string) { s.Show(id, func() { s.Status = "Session " + s.Name(id) }) }

// alter does something to what is kept away from the UI goroutine, and then, or says why it failed.
func (s *Sessions) alter(do func() error, then func()) {
	s.Lanes.Aside(func() {
		err := do()
		s.Post(func() {
			if err != nil {
				s.Warn("Nothing was changed: " + words.Endless(err) + ".")
			} else {
				then()
			}
			s.Relist()
			s.Changed()
		})
	})
}

// Rename gives a session a title.
func (s *Sessions) Rename(id, title string) {
	title = strings.Join(strings.Fields(title), " ")
	s.alter(func() error { return s.port.Rename(id, title) }, func() { s.Say("Renamed session " + id + ".") })
}

// Entitle gives the session that is shown a title, unless it has one.
func (s *Sessions) Entitle(title string) {
	if id := s.Session; s.Listed(id).Title == "" {
		s.alter(func() error { return s.port.Rename(id, title) }, func() {})
	}
}

// Delete deletes a session, and offers to bring it back.
func (s *Sessions) Delete(id string) {
	v, name := s.View(id), s.Name(id)
	v.stop()
	back := func() {
		s.Say("Session " + name + " is back.")
		s.GoTo(id)
	}
	over := v.over
	s.alter(func() error {
		if over != nil {
			<-over
		}
		return s.port.Delete(id)
	}, func() {
		s.Say("Deleted session " + name + ".")
		s.Notice.Undo = func() { s.alter(func() error { return s.port.Restore(id) }, back) }
		delete(s.views, id)
		if s.Leave(id); s.Session == id { // it was the only one
			s.New(true)
		}
	})
}

// Take makes this tab the one that writes the session.
func (s *Sessions) Take(id string) {
	said := "This tab writes session " + s.Name(id) + " now."
	s.alter(func() error { return s.port.Take(id) }, func() { s.Say(said) })
}

// Fork opens a session that goes on from the end of another one.
func (s *Sessions) Fork(id string) {
	from, n := s.Name(id), 0
	s.begin(func() (string, error) {
		if err := s.port.Open(id); err != nil {
			return "", err
		}
		_, events := s.engine.State(id)
		n = len(events)
		return s.engine.Fork(id, n)
	}, func(fork string) { s.forked(fork, from, n) })
}

// ForkAt opens a session that goes on from an event of the one that is shown. Of a recording
// nothing but its conversation goes on.
func (s *Sessions) ForkAt(seq int) {
	v, as := s.Here(), s.Model()
	events, from := slices.Clip(s.Recorded()), s.Name(v.ID)
	if v.Bundle == nil {
		s.begin(func() (string, error) { return s.engine.Fork(v.ID, seq) }, func(id string) { s.forked(id, from, seq) })
		return
	}
	s.begin(func() (string, error) { return s.engine.Keep(events, seq, as) }, func(id string) {
		s.forked(id, from, seq)
		s.Notice.Text += " Its model, persona, profile, policy and skills are yours."
	})
}

func (s *Sessions) forked(id, from string, seq int) {
	s.Say("Session " + id + " goes on from " + from + ", after its event " + strconv.Itoa(seq) +
		". A turn that was under way there counts as stopped.")
}
