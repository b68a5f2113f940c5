package state

import (
	"lily/web/port"
)

// View is what the page keeps of one open session. Sessions share none of it.
type View struct {
	ID     string
	Bundle *port.Bundle // a recording that is only shown; nil for a session of the engine
	At     int          // the event after which the session is shown; 0 is now

	Busy     bool   // a turn is under way
	Asked    *Asked // an approval that waits for a person
	Editing  int    // the event of an earlier message in the message box; 0 for none
	Recalled []string
	Box      string // what stands in the message box
	Waits    bool   // it is sent once the turn under way has ended
	Before   string // what stood there before an earlier message
	Proof    *Proof // a verification under way

	cancel func()
	over   chan struct{} // closed once the last turn records nothing more; nil before the first
	told   told
}

// View is what the page keeps of a session.
func (s *Sessions) View(id string) *View {
	if s.views[id] == nil {
		s.views[id] = &View{ID: id}
	}
	return s.views[id]
}

func (v *View) stop() {
	if v.cancel != nil {
		v.cancel()
	}
}

// Here is the view of the session that is shown.
func (s *Sessions) Here() *View { return s.View(s.Session) }

// Busy reports whether a turn of the session that is shown is under way.
func (s *Sessions) Busy() bool { return s.Here().Busy }
