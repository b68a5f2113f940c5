package core

import (
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
	return e.again(ctx, id, seq, input, (*turn).dispatch)
}

func (e *Engine) again(ctx context.Context, id string, seq int, input string, do way) Result {
	t, err := e.begin(ctx, id)
	if err != nil {
		return Result{Session: id, Err: err}
	}
	defer t.l.turn.Unlock()
	if command.Trim(input) == "" {
		return Result{Session: id}
	}
	if !begins(t.state(), seq) {
		return Result{Session: id, Err: command.Errorf(command.InvalidArguments, "The event %d begins no turn.", seq)}
	}
	t.record(event.Branched{From: seq})
	return t.run(valid(input), do)
}

func begins(s session.State, seq int) bool {
	for _, m := range s.Trail {
		if m.Seq == seq {
			return true
		}
	}
	return false
}
