package session

import (
	"slices"
	"strings"

	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/program"
	"lily/core/tool"
	"lily/core/tree"
)

// Open is what is under way in a turn. The zero Open is nothing.
type Open struct {
	request *event.ModelRequest
	running *event.ToolCall
	calls   []model.Call // of the last reply, that have no answer yet
}

// Apply returns what is under way after one more event.
func (o Open) Apply(body event.Body) Open {
	switch b := body.(type) {
	case event.Command, event.Branched, event.Answer, event.Error, event.Interrupted:
		return Open{}
	case event.ModelRequest:
		o.request = &b
	case event.ModelResponse:
		o.request, o.calls = nil, b.Calls
	case event.ToolCall:
		o.running = &b
	case event.ToolResult:
		return o.answered(b.Call)
	case event.CallRefused:
		return o.answered(b.Call)
	case event.SkillLoaded:
		return o.answered(b.Call)
	}
	return o
}

// answered takes a call of the model out of those that are open.
func (o Open) answered(call string) Open {
	o.running = nil
	if i := slices.IndexFunc(o.calls, func(c model.Call) bool { return c.ID == call }); i >= 0 {
		o.calls = slices.Delete(slices.Clone(o.calls), i, i+1)
	}
	return o
}

// Ends is how all of it ends with an interruption, told by the events that it would have
// ended with by itself: the request fails, each call gets its answer, so that a model takes
// the conversation afterwards, and the turn fails.
func (o Open) Ends(why event.Why) (list []event.Body) {
	if o.request != nil {
		failed := strings.TrimSuffix(why.String(), ".")
		list = append(list, event.ModelResponse{Model: o.request.Model, Finish: model.Interrupted, Error: failed})
	}
	if c := o.running; c != nil {
		list = append(list, event.ToolResult{
			Call: c.Call, Tool: c.Tool, Program: c.Argv != nil, Code: command.Cancelled,
			Result: tool.Envelope{ExitCode: program.ExitCancelled, Error: why.Call()}, Changes: []tree.Change{},
		})
		o = o.answered(c.Call)
	}
	err := command.Errorf(command.Cancelled, "%s", why)
	for _, c := range o.calls {
		list = append(list, event.CallRefused{Call: c.ID, Tool: c.Name, Args: c.Args, Code: err.Code, Message: err.Error()})
	}
	return append(list, event.Error{Code: err.Code, Message: err.Error()})
}
