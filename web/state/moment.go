package state

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/session"
	"lily/core/world"
	"lily/web/turns"
	"lily/web/words"
)

const between = 32 // events, from one state that is remembered to the next

// moments folds the events of one session up to any of them. It remembers states on the way, so
// that going back costs as little as going on.
type moments struct {
	marks []session.State // after 0, 32, 64 … events
	n     int             // the moment that was asked for last
	last  session.State
}

func (m *moments) at(events []event.Event, n int) session.State {
	if m.n == n && n > 0 {
		return m.last
	}
	if m.marks == nil {
		m.marks = []session.State{{}}
	}
	for i := len(m.marks); i <= n/between; i++ {
		m.marks = append(m.marks, m.marks[i-1].Apply(events[(i-1)*between:i*between]...))
	}
	m.n, m.last = n, m.marks[n/between].Apply(events[n/between*between:n]...)
	return m.last
}

// told is what was made of a session's events.
type told struct {
	first     *event.Event // of those that were looked at last
	count     int          // how many they were
	newest    event.Event  // the last of them
	states    moments
	now, past turns.Talk // past as it was at the moment that is shown
}

// Recorded are all events of the session that is shown.
func (s *Sessions) Recorded() []event.Event { return s.EventsOf(s.Session) }

// EventsOf are all events of a session.
func (s *Sessions) EventsOf(id string) []event.Event {
	v := s.View(id)
	if v.Bundle != nil {
		return v.Bundle.Events
	}
	_, list := s.engine.State(v.ID)
	v.follow(list)
	return list
}

// follow forgets what was made of a session's events where they are no longer those: what was
// not kept when another tab took it over is not there any more (VF-5).
func (v *View) follow(list []event.Event) {
	t := &v.told
	if len(list) == 0 {
		return
	}
	if t.count > len(list) || t.count > 0 && t.first != &list[0] && !same(list[t.count-1], t.newest) {
		*t, v.At = told{}, min(v.At, len(list))
	}
	t.first, t.count, t.newest = &list[0], len(list), list[len(list)-1]
}

// same reports whether two events are one. Of a list that has grown they share what is in them, which is seen at once.
func same(a, b event.Event) bool {
	return a.Seq == b.Seq && (reflect.DeepEqual(a.Body, b.Body) || bytes.Equal(event.Encode(a), event.Encode(b)))
}

// State is what the session knows at the moment that is shown; before its first
// snapshot it has an empty one.
func (s *Sessions) State() session.State {
	v := s.Here()
	st, _ := s.engine.State(v.ID)
	all := s.Recorded()
	if v.At > 0 {
		st = v.told.states.at(all, v.At)
	}
	if st.Snapshot == nil {
		st.Snapshot = &loader.Snapshot{}
	}
	return st
}

// Snapshot is that of the session at the moment that is shown.
func (s *Sessions) Snapshot() *loader.Snapshot { return s.State().Snapshot }

// SnapshotKey names what is in the snapshot that is shown: a reload of nothing new leaves it as it is.
func (s *Sessions) SnapshotKey() string { return s.Session + " " + s.Snapshot().Digest.String() }

// Candidate is the one of the snapshot at a path; nil for none.
func (s *Sessions) Candidate(path string) *loader.Candidate {
	for _, c := range s.Snapshot().Candidates {
		if c.Path == path {
			return c
		}
	}
	return nil
}

// Events are those of the session up to the moment that is shown.
func (s *Sessions) Events() []event.Event {
	all := s.Recorded()
	if at := s.Here().At; at > 0 {
		return all[:at]
	}
	return all
}

// Turns is the conversation at the moment that is shown.
func (s *Sessions) Turns() []*turns.Turn {
	v, all := s.Here(), s.Recorded()
	t := &v.told
	if v.At == 0 {
		t.now.Take(all)
		return t.now.List
	}
	if v.At < t.past.Seen || t.past.Seen == 0 {
		t.past = t.past.Before(all[:v.At], t.now)
	}
	t.past.Take(all[:v.At])
	return t.past.List
}

// World is what files and rules are at the moment that is shown.
func (s *Sessions) World() world.World {
	v := s.Here()
	if v.At == 0 {
		return s.engine.World()
	}
	if in := s.Recorded()[v.At-1].World; in != nil {
		return in.World
	}
	return world.World{}
}

// StepTo shows the session after an event; beyond the last one it stands still.
func (s *Sessions) StepTo(seq int) {
	v, all := s.Here(), s.Recorded()
	if len(all) == 0 {
		return
	}
	v.At, v.Editing = max(1, min(seq, len(all))), 0
	s.Status = s.Moment()
	s.Changed()
}

// Step goes by some events from the moment that is shown, or back from now.
func (s *Sessions) Step(by int) {
	at := s.Here().At
	if at == 0 && by > 0 {
		s.Status = "This is now."
		s.Changed()
		return
	}
	s.StepTo(cmp.Or(at, len(s.Recorded())) + by)
}

// Now goes back to the session as it is; a recording has only its last event.
func (s *Sessions) Now() {
	v := s.Here()
	if v.Bundle != nil {
		s.StepTo(len(v.Bundle.Events))
		return
	}
	v.At, s.Status = 0, "Back to now"
	s.Changed()
}

// Moment says which event is shown: "Event 12 of 80: tool_call word_count".
func (s *Sessions) Moment() string {
	v, all := s.Here(), s.Recorded()
	if v.At == 0 {
		return "Now: " + answer.Number(len(all), "event")
	}
	const most = 120 // code points
	body := all[v.At-1].Body
	return words.Clip(fmt.Sprintf("Event %d of %d: %s %s", v.At, len(all), body.Type(), turns.Brief(body)), most)
}
