package core

import (
	"slices"

	"lily/core/event"
	"lily/core/session"
)

// Adopt takes over a session that was recorded before, as its events tell it; what
// the engine knew of a session of that id is replaced. The events must be those of
// one session from its beginning.
func (e *Engine) Adopt(id string, events []event.Event) {
	l := &log{events: slices.Clip(events), state: session.Fold(events)}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.sessions[id] == nil {
		e.order = append(e.order, id)
	}
	e.sessions[id] = l
}

// Forget lets go of a session: the engine knows nothing of it any more.
func (e *Engine) Forget(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.sessions, id)
	e.order = slices.DeleteFunc(e.order, func(o string) bool { return o == id })
}
