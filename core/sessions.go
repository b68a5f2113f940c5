package core

import (
	"cmp"
	"context"
	"slices"

	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/session"
	"lily/core/settle"
)

// Choose makes another model the session's, for what follows. One that is not there is refused.
func (e *Engine) Choose(id, name string) error {
	t, err := e.begin(context.Background(), id)
	if err != nil {
		return err
	}
	defer t.l.turn.Unlock()
	m, fault := e.model(name)
	if fault != nil {
		return command.Errorf(command.ModelFailed, "The model %s cannot be used: %s.", name, fault)
	}
	if s, window := t.state(), model.Window(m); s.Model != name || s.Window != window {
		t.Record(event.ModelSelected{Model: name, Window: window})
	}
	return nil
}

// Again takes the conversation back to where it stood before the turn that the event seq
// began, and answers input there: a retry, or an edited message. What was recorded stays.
func (e *Engine) Again(ctx context.Context, id string, seq int, input string) Result {
	return e.turn(ctx, id, cmp.Or(seq, -1), input, false) // no event is 0
}

// Say puts a message to the model, whatever it begins with: one that was recorded stays a
// message. A seq other than 0 is that of [Engine.Again].
func (e *Engine) Say(ctx context.Context, id string, seq int, text string) Result {
	return e.turn(ctx, id, seq, text, true)
}

// Adopt takes over a session that was recorded before, as its events tell it from its beginning;
// what the engine knew of a session of that id is replaced, once its turn is over.
func (e *Engine) Adopt(id string, events []event.Event) {
	defer e.Rest(id)()
	l := &log{events: slices.Clip(events), state: session.Fold(events)}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.sessions[id] == nil {
		e.order = append(e.order, id)
	}
	e.sessions[id] = l
}

// Forget lets go of a session.
func (e *Engine) Forget(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.sessions, id)
	e.order = slices.DeleteFunc(e.order, func(o string) bool { return o == id })
}

// Rest returns when no turn of a session is under way, and keeps the next one from beginning
// until over is called.
func (e *Engine) Rest(id string) (over func()) {
	l := e.log(id)
	if l == nil {
		return func() {}
	}
	l.turn.Lock()
	return l.turn.Unlock
}

// Settle records what [settle.After] says of a turn that was cut off when the program was closed,
// and makes one's own what someone else's session was on its way to be. One that cannot be made so
// takes no line.
func (e *Engine) Settle(id string) error { return e.settle(id, event.Closed, "") }

func (e *Engine) settle(id string, why event.Why, as string) error {
	t, err := e.enter(context.Background(), id)
	if err != nil {
		return err
	}
	defer t.l.turn.Unlock()
	for _, body := range settle.After(t.Events(), why) {
		t.Record(body)
	}
	if t.state().Foreign > 0 {
		return t.takeOver(as)
	}
	return nil
}

// Fork opens a session that goes on from where another one stood after its event seq, and
// returns its id. A turn that was under way then is settled. Watch is told of every event of it.
// What was someone else's there is made one's own, as [Engine.Keep] does.
func (e *Engine) Fork(id string, seq int) (string, error) {
	s, events := e.State(id)
	if len(events) == 0 {
		return "", command.Errorf(command.SessionNotFound, "There is no session %q.", id)
	}
	if s.Foreign > 0 {
		s.Model = ""
	}
	return e.goOn(events, seq, s.Model)
}

// Keep opens a session that goes on from a recording which someone else may have made, as
// [Engine.Fork] does. Nothing of theirs is in force in it: it has the model that is named here,
// or that of a new session, this world's persona, rules and skills, and no approval of theirs.
// Their conversation stays, as text. With an error nothing is opened.
func (e *Engine) Keep(events []event.Event, seq int, model string) (string, error) {
	if _, err := e.own(nil); err != nil {
		return "", err
	}
	return e.goOn(Foreign(events[:max(0, min(seq, len(events)))]), seq, model)
}

// Receive is [Engine.Keep] of a whole session, under an id that is free: one of an export.
func (e *Engine) Receive(id string, events []event.Event, model string) error {
	if _, err := e.own(nil); err != nil {
		return err
	}
	list := Foreign(events)
	for i := range list {
		list[i].Session = id
	}
	return e.bring(id, list, event.Closed, model)
}

// Foreign are the events of someone else's session, to be kept once more. Until they are, it
// takes no line.
func Foreign(events []event.Event) []event.Event {
	list := slices.Clone(events)
	for i, e := range list {
		if b, ok := e.Body.(event.SessionCreated); ok {
			b.Kept = 1 + settle.Kept(events)
			list[i].Body = b
		}
	}
	return list
}

// rename registers a session for events of another one. It has none of the ids that they
// tell of: it did not open itself.
func (e *Engine) rename(events []event.Event) (id string) {
	for id = e.register(&log{}); Opened(events, id); {
		taken := id
		id = e.register(&log{})
		e.Forget(taken)
	}
	for i := range events {
		events[i].Session = id
	}
	return id
}

// Opened reports whether a session's events tell that it opened one with this id.
func Opened(events []event.Event, id string) bool {
	return slices.ContainsFunc(events, func(e event.Event) bool { return e.Body == event.SessionOpened{ID: id} })
}

// goOn opens a session with the first seq events, and settles it. A branch that no
// turn has followed yet is left out: it is nothing by itself.
func (e *Engine) goOn(events []event.Event, seq int, model string) (string, error) {
	list := slices.Clone(events[:max(0, min(seq, len(events)))])
	if n := len(list); n > 0 && list[n-1].Body.Type() == (event.Branched{}).Type() {
		list = list[:n-1]
	}
	if !settle.Begun(list) {
		return "", command.Errorf(command.InvalidArguments, "No session can go on from event %d: it had not begun.", seq)
	}
	id := e.rename(list)
	return id, e.bring(id, list, event.Midway, model)
}

// bring makes events a session of this engine, settled and one's own. With an error there is none.
func (e *Engine) bring(id string, list []event.Event, why event.Why, model string) error {
	e.Adopt(id, list)
	for _, ev := range list {
		e.ports.Sessions.Watch(ev)
	}
	err := e.settle(id, why, model)
	if err != nil {
		e.Forget(id)
	}
	return err
}
