package core

import (
	"context"
	"slices"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/settle"
)

// Fork opens a session that goes on from where another one stood after its event
// seq, and returns its id. A turn that was under way then is settled, so that a model
// takes the conversation. Watch is told of every event of it.
func (e *Engine) Fork(id string, seq int) (string, error) {
	_, events := e.State(id)
	if len(events) == 0 {
		return "", command.Errorf(command.SessionNotFound, "There is no session %q.", id)
	}
	return e.copy(events, seq)
}

// Keep opens a session that goes on from a recording which someone else may have
// made, as [Engine.Fork] does. What they were allowed is not allowed here: session_kept
// makes the session the owner's and lets no approval of theirs last, and the skills are
// reloaded, so that the rules are those of this world. With an error nothing is opened.
func (e *Engine) Keep(events []event.Event, seq int) (string, error) {
	if _, err := loader.Load(e.Input(), nil); err != nil {
		return "", command.Errorf(command.LoadFailed, "The recording cannot be kept, since the skills cannot be loaded: %s.", err)
	}
	id, err := e.copy(foreign(events[:max(0, min(seq, len(events)))]), seq)
	if err != nil {
		return "", err
	}
	if r := e.Turn(context.Background(), id, "/reload_skills"); r.Err != nil {
		e.Forget(id)
		return "", r.Err
	}
	return id, nil
}

// foreign are the events of a recording, to be kept once more.
func foreign(events []event.Event) []event.Event {
	list := slices.Clone(events)
	for i, e := range list {
		if b, ok := e.Body.(event.SessionCreated); ok {
			b.Kept = 1 + settle.Kept(events)
			list[i].Body = b
		}
	}
	return list
}

// rename registers a session for events of another one. It has none of the ids that
// they tell of: it did not open itself.
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

// copy opens a session with the first seq events, and settles it. A branch that no
// turn has followed yet is left out: it is nothing by itself.
func (e *Engine) copy(events []event.Event, seq int) (string, error) {
	list := slices.Clone(events[:max(0, min(seq, len(events)))])
	if n := len(list); n > 0 && list[n-1].Body.Type() == (event.Branched{}).Type() {
		list = list[:n-1]
	}
	if !settle.Begun(list) {
		return "", command.Errorf(command.InvalidArguments, "No session can go on from event %d: it had not begun.", seq)
	}
	id := e.rename(list)
	e.Adopt(id, list)
	if e.ports.Watch != nil {
		for _, ev := range list {
			e.ports.Watch(ev)
		}
	}
	if err := e.settle(id, event.Midway); err != nil {
		e.Forget(id)
		return "", err
	}
	return id, nil
}
