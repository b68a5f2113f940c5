package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Scripted is a model that gives the replies of a file, one for each request of
// a conversation. Which one it gives follows from the request alone: the first
// where no assistant spoke yet, then the second, so that a request that is
// repeated gets the same reply.
type Scripted struct{ lines []scriptLine }

// Name implements [Model].
func (Scripted) Name() string { return "scripted" }

// Reply implements [Model]. Equal requests get equal replies.
func (s Scripted) Reply(ctx context.Context, r Request, on func(Delta)) (Reply, error) {
	n := 0
	for _, m := range r.Messages {
		if m.Role == Assistant {
			n++
		}
	}
	reply := Reply{Finish: Interrupted}
	if err := ctx.Err(); err != nil {
		return reply, err
	}
	if n >= len(s.lines) {
		return reply, fmt.Errorf("got request %d of a script with replies for %d", n+1, len(s.lines))
	}
	return s.lines[n].reply(ctx, n+1, on)
}

func (l scriptLine) reply(ctx context.Context, request int, on func(Delta)) (Reply, error) {
	reply := Reply{Finish: Interrupted}
	if l.Thinking != "" {
		on(Delta{Thinking: l.Thinking})
	}
	for _, chunk := range l.Chunks {
		if err := ctx.Err(); err != nil {
			return reply, err
		}
		if chunk != "" {
			reply.Text = l.Text[:len(reply.Text)+len(chunk)]
			on(Delta{Text: chunk})
		}
	}
	if err := ctx.Err(); err != nil {
		return reply, err
	}
	if l.Error != "" {
		return reply, errors.New(l.Error)
	}
	reply.Finish, reply.Calls = Stop, l.calls(request)
	if len(reply.Calls) > 0 {
		reply.Finish = ToolCalls
	}
	return reply, nil
}

func (l scriptLine) calls(request int) (list []Call) {
	for i, c := range l.Calls {
		id := "call_" + strconv.Itoa(request) + "_" + strconv.Itoa(i+1)
		list = append(list, Call{id, c.Name, args(c.Args)})
	}
	return list
}

// args are an object's JSON, or the text of a string.
func args(raw json.RawMessage) string {
	switch {
	case len(raw) == 0:
		return "{}"
	case raw[0] == '"':
		return unquote(raw)
	}
	return compact(raw)
}
