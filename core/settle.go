package core

import (
	"cmp"
	"slices"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/tree"
)

// Settle returns what is to be recorded after events that end in the middle of a
// turn, as those of a program that was killed do: the model's open request fails,
// every open call gets its answer, and the turn ends with the code cancelled. What
// a model is sent afterwards is a conversation that it takes (CV-7), and a replay
// comes to the same events. There is nothing to settle after a turn that ended.
// A session of a recording whose keeping was cut off is kept. The events are those of
// one session from its beginning.
func Settle(events []event.Event) []event.Body { return closed.settle(events) }

// settle is [Settle] of a turn that was cut off in this way.
func (c cutoff) settle(events []event.Event) []event.Body {
	list := c.ending(events)
	if unkept(events) {
		list = append(list, event.SessionKept{})
	}
	return list
}

// unkept reports whether a session of a recording has still what that allows.
func unkept(events []event.Event) bool {
	created, ok := events[0].Body.(event.SessionCreated)
	return ok && created.Kept > keptTimes(events)
}

func keptTimes(events []event.Event) (n int) {
	for _, e := range events {
		if e.Body == (event.SessionKept{}) {
			n++
		}
	}
	return n
}

// ending ends a turn that was cut off.
func (c cutoff) ending(events []event.Event) []event.Body {
	if len(events) == 1 {
		return opening(events[0])
	}
	var t tail
	for _, e := range events[begun(events):] {
		t = t.apply(e.Body)
	}
	return t.settle(c)
}

// Settle records in a session what [Settle] says of its events.
func (e *Engine) Settle(id string) error { return e.settle(id, closed.settle) }

func (e *Engine) settle(id string, what func([]event.Event) []event.Body) error {
	l, err := e.take(id)
	if err != nil {
		return err
	}
	defer l.turn.Unlock()
	_, events := e.State(id)
	for _, body := range what(events) {
		e.record(l, id, body, nil)
	}
	return nil
}

// opening is what follows the first event of a session.
func opening(e event.Event) []event.Body {
	if e.World == nil {
		return nil
	}
	s, err := loader.Load(*e.World, nil)
	if err != nil {
		return nil
	}
	return append([]event.Body{event.Catalog(s, *e.World)}, clashes(s)...)
}

// clashes are the warnings that follow a snapshot.
func clashes(s *loader.Snapshot) (list []event.Body) {
	for _, c := range s.Conflicts {
		list = append(list, event.SkillWarning{Name: c.Name, Kind: c.Kind, Detail: c.String()})
	}
	return list
}

// begun is where the events after the last turn that has ended begin.
func begun(events []event.Event) int {
	for i := len(events) - 1; i > 1; i-- {
		if over(events[i].Body) {
			return i + 1
		}
	}
	return 0
}

// over reports whether a turn ends with an event.
func over(body event.Body) bool {
	switch b := body.(type) {
	case event.Answer, event.Error:
		return true
	case event.ModelResponse:
		return b.Error == "" && len(b.Calls) == 0
	}
	return false
}

// tail is what is open at the end of some events.
type tail struct {
	turn     bool
	warnings []event.Body
	request  *event.ModelRequest
	running  *event.ToolCall
	calls    []model.Call
	begun    cutoff // it is being settled already, and why
}

func (t tail) apply(body event.Body) tail {
	switch b := body.(type) {
	case event.Command, event.Message, event.Branched:
		t.turn = true
	case event.SkillCatalogUpdated:
		t.warnings = clashes(b.Snapshot)
	case event.SkillWarning:
		t.warnings = t.warnings[min(1, len(t.warnings)):]
	case event.ModelRequest:
		t.request = &b
	case event.ModelResponse:
		t.request, t.calls, t.begun = nil, b.Calls, saying(b.Error)
	case event.ToolCall:
		t.running = &b
	case event.ToolResult:
		t = t.answered(b.Call)
		t.begun = saying(b.Result.Error)
	case event.CallRefused:
		t = t.answered(b.Call)
		t.begun = saying(b.Message)
	case event.SkillLoaded:
		t = t.answered(b.Call)
	}
	return t
}

// answered takes a call of the model out of those that are open.
func (t tail) answered(call string) tail {
	t.running = nil
	if i := slices.IndexFunc(t.calls, func(c model.Call) bool { return c.ID == call }); i >= 0 {
		t.calls = slices.Delete(slices.Clone(t.calls), i, i+1)
	}
	return t
}

func (t tail) settle(why cutoff) []event.Body {
	why = cmp.Or(t.begun, why)
	list := slices.Clone(t.warnings)
	if !t.turn {
		return list
	}
	if t.request != nil {
		list = append(list, event.ModelResponse{Model: t.request.Model, Finish: model.Interrupted, Error: why.reply()})
	}
	if c := t.running; c != nil {
		list = append(list, event.ToolResult{
			Call: c.Call, Tool: c.Tool, Program: c.Argv != nil, Code: command.Cancelled,
			Result: tool.Envelope{ExitCode: exitCancelled, Error: why.call()}, Changes: []tree.Change{},
		})
		t = t.answered(c.Call)
	}
	for _, c := range t.calls {
		list = append(list, event.CallRefused{Call: c.ID, Tool: c.Name, Args: c.Args, Code: command.Cancelled, Message: why.end().Message})
	}
	return append(list, why.end())
}
