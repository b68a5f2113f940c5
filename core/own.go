package core

import (
	"cmp"
	"context"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/persona"
)

// own is what a session has of this world alone: what one that opens now would begin with.
type own struct {
	in       *loader.Input
	persona  persona.Persona
	snapshot *loader.Snapshot
}

// own reads the world for a session that had the snapshot prev.
func (e *Engine) own(prev *loader.Snapshot) (o own, err error) {
	o.in = e.refresh()
	_, err = needs{persona: true, skills: true}.split(o.in.Faults)
	if err == nil {
		o.persona, err = persona.Load(o.in.Tree, persona.Default)
	}
	if err == nil {
		o.snapshot, err = e.ports.Keeper.Take(*o.in, prev)
	}
	if err != nil {
		err = command.Errorf(command.LoadFailed, "The session cannot be made your own: %s.", err)
	}
	return o, err
}

// takeOver makes someone else's session this world's own: the model that is named, or that of a
// new session where that one is not here, then persona, rules and skills, and last the event
// that ends all that its makers were allowed. With an error it is still theirs.
func (t *turn) takeOver(as string) error {
	o, err := t.own(t.state().Snapshot)
	if err != nil {
		return err
	}
	t.saw = o.in
	as = cmp.Or(as, t.ports.Model.Name())
	m, err := t.model(as)
	if err != nil {
		m, as = t.ports.Model, t.ports.Model.Name()
	}
	if s := t.state(); s.Model != as || s.Window != model.Window(m) {
		t.Record(event.ModelSelected{Model: as, Window: model.Window(m)})
	}
	t.Record(event.AgentSwitched{Agent: o.persona.Agent, Persona: o.persona})
	t.snapshot(t.l, t.id, o.snapshot, o.in)
	t.Record(event.SessionKept{})
	return nil
}

// begin takes a session for what its person wants. One that is someone else's still is not for that.
func (e *Engine) begin(ctx context.Context, id string) (*turn, *command.Error) {
	t, err := e.enter(ctx, id)
	if err == nil && t.state().Foreign > 0 {
		t.l.turn.Unlock()
		return nil, command.Errorf(command.ReadOnly,
			"This session cannot be written here: someone else made it, and it is not your own yet. Open it again.")
	}
	return t, err
}
