package core

import (
	"fmt"
	"slices"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/terms"
)

// The bounds of one request (CV-8).
const (
	MaxRounds = 24 // calls of the model
	MaxCalls  = 16 // calls of tools in one reply
)

// talk puts a message into the conversation and lets the model answer, with as
// many rounds of tools as it asks for and the bounds allow (CV-1, CV-8).
func (t *turn) talk(m model.Message) (Result, error) {
	t.record(event.Message{Message: m})
	for range MaxRounds {
		reply, err := t.round()
		if err != nil {
			return Result{}, err
		}
		if len(reply.Calls) == 0 {
			return Result{Session: t.id, Answer: ended(reply)}, nil
		}
		if err := t.calls(reply.Calls); err != nil {
			return Result{}, err
		}
	}
	return Result{}, command.Errorf(command.LimitReached,
		"The model was asked %d times for this request, which is the most; what was done stands. Send a message to go on.", MaxRounds)
}

// ended is a reply as an answer; one that a limit cut off says so.
func ended(r model.Reply) answer.Answer {
	a := answer.Document(r.Text)
	switch r.Finish {
	case model.Length:
		a = append(a, answer.Say("The model came to its limit of tokens, so its reply is cut off.")...)
	case model.Filtered:
		a = append(a, answer.Say("The upstream withheld the rest of the reply.")...)
	}
	return a
}

// round asks the model once. What arrived before an error is recorded (CV-7).
func (t *turn) round() (model.Reply, error) {
	compiled := terms.Compile(t.state(), t.use, t.e.tools, t.textual)
	t.record(compiled)
	r := compiled.Request
	t.listed = compiled.Catalog.Tokens > 0
	reply, err := t.ask(r)
	body := event.ModelResponse{
		Model: r.Model, Finish: reply.Finish, Text: reply.Text, Calls: reply.Calls, Usage: reply.Usage, Retries: reply.Retries,
	}
	if err != nil {
		body.Finish, body.Calls, body.Error = model.Interrupted, nil, err.Error()
	}
	t.record(body)
	return reply, err
}

func (t *turn) ask(r model.Request) (model.Reply, error) {
	m, err := t.e.model(r.Model)
	if err != nil {
		return model.Reply{}, err
	}
	reply, err := m.Reply(t.ctx, r, func(d model.Delta) {
		if t.e.ports.Stream != nil {
			t.e.ports.Stream(t.id, d)
		}
	})
	reply.Text = valid(reply.Text)
	reply.Calls = slices.Clone(reply.Calls)
	for i, c := range reply.Calls {
		reply.Calls[i] = model.Call{ID: valid(c.ID), Name: valid(c.Name), Args: valid(c.Args)}
	}
	return reply, err
}

// model finds a model by its name.
func (e *Engine) model(name string) (model.Model, error) {
	if name == e.ports.Model.Name() {
		return e.ports.Model, nil
	}
	if e.ports.Models == nil {
		return nil, fmt.Errorf("there is no model %q here", name)
	}
	return e.ports.Models(name)
}

// textual reports whether a model takes no tools, and is told of them in words.
func (t *turn) textual(name string) bool {
	m, err := t.e.model(name)
	toolless, ok := m.(model.Toolless)
	return err == nil && ok && toolless.Toolless()
}
