package core

import (
	"slices"

	"lily/core/event"
	"lily/core/session"
	"lily/core/settle"
)

// Adopt takes over a session that was recorded before, as its events tell it; what
// the engine knew of a session of that id is replaced, once its turn is over. The
// events must be those of one session from its beginning.
func (e *Engine) Adopt(id string, events []event.Event) {
	defer e.rest(id)()
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

// Rest returns when no turn of a session is under way. A turn that begins after that
// is not waited for.
func (e *Engine) Rest(id string) { e.rest(id)() }

// rest waits for a session's turn, and keeps the next one from beginning.
func (e *Engine) rest(id string) (over func()) {
	l := e.log(id)
	if l == nil {
		return func() {}
	}
	l.turn.Lock()
	return l.turn.Unlock
}

// Settle records in a session what [settle.After] says of a turn of it that was cut off
// when the program was closed.
func (e *Engine) Settle(id string) error { return e.settle(id, event.Closed) }

func (e *Engine) settle(id string, why event.Why) error {
	l, err := e.take(id)
	if err != nil {
		return err
	}
	defer l.turn.Unlock()
	_, events := e.State(id)
	for _, body := range settle.After(events, why) {
		e.record(l, id, body, nil)
	}
	return nil
}
