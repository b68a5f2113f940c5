package ui

import (
	"slices"
	"strconv"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/session"
	"lily/web/turns"
	"lily/web/words"
)

// between is how many events lie between two states that are remembered.
const between = 32

// moments folds the events of one session up to any of them. It remembers states on
// the way, so that going back costs as little as going on.
type moments struct {
	marks []session.State // after 0, 32, 64 … events
	n     int             // the moment that was asked for last
	last  session.State
}

func (m *moments) at(events []event.Event, n int) session.State {
	if m.n == n && n > 0 {
		return m.last
	}
	for len(m.marks) <= n/between {
		m.mark(events)
	}
	m.n, m.last = n, foldOn(m.marks[n/between], events[n/between*between:n])
	return m.last
}

func (m *moments) mark(events []event.Event) {
	i := len(m.marks)
	if i == 0 {
		m.marks = []session.State{{}}
		return
	}
	m.marks = append(m.marks, foldOn(m.marks[i-1], events[(i-1)*between:i*between]))
}

func foldOn(s session.State, events []event.Event) session.State {
	for _, e := range events {
		s = s.Apply(e)
	}
	return s
}

// state is what the session knows at the moment that is shown; before its first
// snapshot it has an empty one.
func (s *Store) state() session.State {
	v := s.here()
	st, _ := s.Engine.State(v.id)
	all := s.eventsOf(v)
	if v.at > 0 {
		st = v.states.at(all, v.at)
	}
	if st.Snapshot == nil {
		st.Snapshot = &loader.Snapshot{}
	}
	return st
}

// events are those of the session up to the moment that is shown.
func (s *Store) events() []event.Event {
	all := s.recorded()
	if at := s.here().at; at > 0 {
		return all[:at]
	}
	return all
}

// turns is the conversation at the moment that is shown.
func (s *Store) turns() []*turns.Turn {
	v := s.here()
	if v.at == 0 {
		v.talk.Take(s.recorded())
		return v.talk.List
	}
	if v.at < v.past.Seen || v.past.Seen == 0 {
		v.past = v.past.Before(s.recorded()[:v.at], v.talk)
	}
	v.past.Take(s.events())
	return v.past.List
}

// stepTo shows the session after an event; beyond the last one, and at the last one
// of a recording, it stands still.
func (s *Store) stepTo(seq int) {
	v, all := s.here(), s.recorded()
	if len(all) == 0 {
		return
	}
	v.at, v.editing = max(1, min(seq, len(all))), 0
	s.Status = s.moment()
	s.changed()
}

// step goes by some events from the moment that is shown, or back from now.
func (s *Store) step(by int) {
	at := s.here().at
	if at == 0 {
		at = len(s.recorded())
		if by > 0 {
			s.Status = "This is now."
			s.changed()
			return
		}
	}
	s.stepTo(at + by)
}

// now goes back to the session as it is; a recording has only its last event.
func (s *Store) now() {
	v := s.here()
	if v.bundle != nil {
		s.stepTo(len(v.bundle.Events))
		return
	}
	v.at, s.Status = 0, "Back to now"
	s.changed()
}

// moment says which event is shown: "Event 12 of 80: tool_call word_count".
func (s *Store) moment() string {
	v, all := s.here(), s.recorded()
	if v.at == 0 {
		return "Now: " + answer.Number(len(all), "event")
	}
	e := all[v.at-1]
	return words.Clip("Event "+strconv.Itoa(v.at)+" of "+strconv.Itoa(len(all))+": "+e.Body.Type()+" "+turns.Brief(e.Body), maxMoment)
}

const maxMoment = 120 // code points of a moment in words

// forkAt opens a session that goes on from an event of the one that is shown.
func (s *Store) forkAt(seq int) {
	v := s.here()
	events := slices.Clip(s.recorded())
	from := s.nameOf(v.id)
	s.later(func() (string, error) {
		if v.bundle != nil {
			return s.Engine.Keep(events, seq)
		}
		return s.Engine.Fork(v.id, seq)
	}, func(id string) { s.say(forked(id, from, seq)) })
}

func forked(id, from string, seq int) string {
	return "Session " + id + " goes on from " + from + ", after its event " + strconv.Itoa(seq) + ". A turn that was under way there counts as stopped."
}

// later opens a session away from the UI goroutine, and shows it.
func (s *Store) later(open func() (string, error), then func(id string)) {
	s.aside(func() {
		id, err := open()
		s.Post(func() {
			if err != nil {
				s.Notice = Notice{Text: "No session was opened: " + words.Endless(err) + ".", Bad: true}
				s.changed()
				return
			}
			s.goTo(id)
			then(id)
			s.SessionsChanged()
		})
	})
}
