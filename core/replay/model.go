package replay

import (
	"context"
	"errors"

	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/scope"
)

// Find finds every model but one whose proposal did not hold.
func (r *replay) Find(name string) (model.Model, error) {
	if p, ok := r.now().Body.(event.Proposal); ok && !p.Applied {
		return nil, errors.New("it was not there")
	}
	return replies{r, name}, nil
}

type replies struct {
	r    *replay
	name string
}

func (m replies) Name() string { return m.name }

// Toolless is as it was when the request was recorded.
func (m replies) Toolless() bool {
	b, _ := upcoming[event.ModelRequest](m.r)
	return scope.Textual(b)
}

// Window is as it was when the model was chosen or proposed, first or later.
func (m replies) Window() int {
	switch b := m.r.now().Body.(type) {
	case event.SessionCreated:
		return b.Window
	case event.ModelSelected:
		return b.Window
	case event.Proposal:
		return b.Window
	}
	return 0
}

func (m replies) Reply(_ context.Context, _ model.Request, on func(model.Delta)) (model.Reply, error) {
	b, ok := upcoming[event.ModelResponse](m.r)
	if !ok {
		return model.Reply{}, errors.New("no reply was recorded")
	}
	on(model.Delta{Text: b.Text})
	reply := model.Reply{Text: b.Text, Calls: b.Calls, Finish: b.Finish, Usage: b.Usage, Retries: b.Retries}
	if b.Error == "" {
		return reply, nil
	}
	failed, _ := upcoming[event.Error](m.r)
	return reply, said{b.Error, failed.Code}
}

// said is a recorded error, of the kind that gives its code again.
type said struct {
	text string
	code command.Code
}

func (s said) Error() string { return s.text }

func (s said) Unwrap() error {
	switch s.code {
	case command.Cancelled:
		return context.Canceled
	case command.Timeout:
		return context.DeadlineExceeded
	}
	return nil
}
