package core

import (
	"fmt"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/prompt"
	"lily/core/tool"
)

// The bounds of one request (CV-8).
const (
	MaxRounds = 24 // calls of the model
	MaxCalls  = 16 // calls of tools in one reply
)

// request is what one message may use until it is answered.
type request struct {
	skill *loader.Candidate // the request's one skill (CV-4)
	terms terms             // what that skill proposed and the policy let hold
	start int               // of its messages in the conversation
}

// talk puts a message into the conversation and lets the model answer, with as
// many rounds of tools as it asks for and the bounds allow (CV-1, CV-8).
func (t *turn) talk(m model.Message) (Result, error) {
	t.use.start = len(t.state().Conversation)
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
	r, catalog := t.compile()
	t.record(event.ModelRequest{Model: r.Model, Digest: r.Digest(), Parts: r.Sizes(), Catalog: catalog, Request: r})
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
	return m.Reply(t.ctx, r, func(d model.Delta) {
		if t.e.ports.Stream != nil {
			t.e.ports.Stream(t.id, d)
		}
	})
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

// compile makes the request from the session's state and the skill's terms.
func (t *turn) compile() (model.Request, event.Budget) {
	s := t.state()
	catalog := prompt.List(s.Snapshot, prompt.CatalogTokens)
	own, dropped := t.offeredOwn()
	name := t.use.terms.model(s.Model)
	compiled := prompt.Compile(prompt.State{
		Model: name, Persona: s.Persona, Catalog: catalog, Tools: t.offered(), Own: own, Textual: t.textual(name),
		Select: t.selects(), Conversation: t.use.terms.scope(s.Conversation, t.use.start),
	})
	return compiled, event.Budget{
		Tokens: catalog.Tokens, Limit: prompt.CatalogTokens,
		Shortened: catalog.Named(prompt.Shortened), Dropped: append(catalog.Named(prompt.Dropped), dropped...),
	}
}

// textual reports whether a model takes no tools, and is told of them in words.
func (t *turn) textual(name string) bool {
	m, err := t.e.model(name)
	toolless, ok := m.(model.Toolless)
	return err == nil && ok && toolless.Toolless()
}

// offered lists the tools that this request may use: those of the policy, or
// where it has a skill, those of the policy within it (PO-3).
func (t *turn) offered() []tool.Tool {
	list := []tool.Tool{}
	for _, tl := range t.e.tools.All() {
		if _, err := t.permit(tl.Name); err == nil {
			list = append(list, tl)
		}
	}
	return list
}

// selects reports whether the model may still select a skill (CV-4, CV-6).
func (t *turn) selects() bool {
	return t.use.skill == nil && t.state().Policy.Tool(prompt.SelectSkill).Rule != "deny: "+prompt.SelectSkill
}
