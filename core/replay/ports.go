package replay

import (
	"context"
	"errors"

	"lily/core/call"
	"lily/core/command"
	"lily/core/event"
	"lily/core/network"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/world"
)

// Watch follows the session, and not those that it opens. Where the person had stopped the
// turn, or something else interrupted it, it stops here too.
func (r *replay) Watch(e event.Event) {
	if e.Session != r.id || r.cut {
		return
	}
	if r.next++; r.next >= len(r.events) {
		return
	}
	if r.cut = r.cuts[r.next] > 0; r.cut || r.failed() == command.Cancelled {
		r.stop()
	}
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
	case event.ToolResult, event.NetworkRequest:
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

// Request is the next event where that is one: then the program asked for it.
func (r *replay) Request() (b event.NetworkRequest, asked bool) {
	b, asked = r.now().Body.(event.NetworkRequest)
	return b, asked && r.next < len(r.events)
}

// Send gives the answer that was recorded: a replay has no network.
func (r *replay) Send(context.Context, network.Request) (network.Answer, error) {
	b, ok := upcoming[event.NetworkAnswer](r)
	switch {
	case !ok:
		return network.Answer{}, errors.New("no answer was recorded")
	case b.Error != "":
		return network.Answer{}, errors.New(b.Error)
	}
	return network.Answer{Status: b.Status, Header: b.Header, Body: []byte(b.Body)}, nil
}

// Named is nothing that a record has: it is for a person alone.
func (*replay) Named(context.Context, string) bool { return false }

// Approval is the next event where that is one: then the call that is under way was asked about.
func (r *replay) Approval() (a event.Approval, asked bool) {
	a, asked = r.now().Body.(event.Approval)
	return a, asked
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
