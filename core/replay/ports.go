package replay

import (
	"context"
	"errors"

	"lily/core/call"
	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/scope"
	"lily/core/world"
)

// now is the event that the engine comes to next, the last one at the end.
func (r *replay) now() event.Event { return r.events[min(r.next, len(r.events)-1)] }

// upcoming is the next recorded event of a kind.
func upcoming[B event.Body](r *replay) (b B, ok bool) {
	for _, e := range r.events[min(r.next, len(r.events)):] {
		if b, ok = e.Body.(B); ok {
			return b, true
		}
	}
	return b, false
}

func (r *replay) Name() string {
	if r.next == 0 {
		return r.id
	}
	if opened, ok := upcoming[event.SessionOpened](r); ok {
		return opened.ID
	}
	return r.id + "+" // of a turn that was cut off
}

// Refresh gives the world that the next recorded event came of: what reads the world records
// at once what came of that (EV-6).
func (r *replay) Refresh(w world.World) (world.World, error) {
	e := r.now()
	in := e.World
	if r.next == 0 {
		e = r.events[1] // the session begins in the world of its first snapshot
	}
	switch b := e.Body.(type) {
	case event.SkillCatalogUpdated:
		if len(b.Input.Roots) > 0 {
			in = &b.Input
		}
	case event.ToolResult:
		in = nil // it is recalled, and the faults that were told stand before it
	}
	if in == nil {
		w.Faults = nil
		return w, nil
	}
	return in.World, nil
}

func (r *replay) Approve(context.Context, call.Question) policy.Consent {
	a, _ := upcoming[event.Approval](r)
	return a.Consent
}

func (*replay) Can() []string { return nil }

// Run is never asked for: every result is recalled.
func (*replay) Run(_ context.Context, s program.Spec, _ func(program.Stream, []byte)) (program.Exit, error) {
	return program.Exit{Files: s.Files}, errors.New("a replay runs no program")
}

func (r *replay) Result(event.ToolCall) event.ToolResult {
	t, _ := upcoming[event.ToolResult](r)
	return t
}

// Idle reports whether the program that is about to start could not: then the next that was
// recorded is that failure.
func (r *replay) Idle() bool { return r.failed() == command.ToolFailed }

// failed is the code of the next event, where that is of something that failed.
func (r *replay) failed() command.Code {
	switch b := r.now().Body.(type) {
	case event.Error:
		return b.Code
	case event.CallRefused:
		return b.Code
	}
	return ""
}

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
