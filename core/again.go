package core

import (
	"cmp"
	"context"

	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/session"
)

// Choose makes another model the session's, for what follows. A model that is
// not there is refused.
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
		t.record(event.ModelSelected{Model: name, Window: window})
	}
	return nil
}

// Again takes the conversation back to where it stood before the turn that the
// event seq began, and answers input there: a retry, or an edited message. It is a
// branch: what was recorded stays.
func (e *Engine) Again(ctx context.Context, id string, seq int, input string) Result {
	return e.turn(ctx, id, cmp.Or(seq, -1), input, false) // no event is 0
}

// Say puts a message to the model, whatever it begins with: one that was recorded stays a
// message. A seq other than 0 is that of [Engine.Again].
func (e *Engine) Say(ctx context.Context, id string, seq int, text string) Result {
	return e.turn(ctx, id, seq, text, true)
}

func begins(s session.State, seq int) bool {
	for _, m := range s.Trail {
		if m.Seq == seq {
			return true
		}
	}
	return false
}
