package core

import (
	"fmt"
	"slices"
	"strconv"

	"lily/core/answer"
	"lily/core/call"
	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/prompt"
	"lily/core/scope"
	"lily/core/skill"
)

// The bounds of one request (CV-8).
const (
	MaxRounds = 24 // calls of the model
	MaxCalls  = 16 // calls of tools in one reply
)

// talk puts a message into the conversation and lets the model answer, with as many rounds
// of tools as it asks for and the bounds allow (CV-1, CV-8).
func (t *turn) talk(m model.Message) (Result, error) {
	t.Record(event.Message{Message: m})
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
		"The model was asked %d times for this request, which is the most; what was done stands. Send a message to go on.",
		MaxRounds)
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
	compiled := scope.Compile(t.state(), t.scope, t.tools, t.textual, &t.l.past)
	t.Record(compiled)
	r := compiled.Request
	reply, err := t.ask(r)
	body := event.ModelResponse{
		Model: r.Model, Finish: reply.Finish, Text: reply.Text, Calls: reply.Calls,
		Usage: reply.Usage, Retries: reply.Retries,
	}
	if err != nil {
		body.Finish, body.Calls, body.Error = model.Interrupted, nil, err.Error()
	}
	t.Record(body)
	return reply, err
}

func (t *turn) ask(r model.Request) (model.Reply, error) {
	m, err := t.model(r.Model)
	if err != nil {
		return model.Reply{}, err
	}
	reply, err := m.Reply(t.ctx, r, func(d model.Delta) { t.ports.Person.Stream(t.id, d) })
	reply.Text = event.Text(reply.Text)
	reply.Calls = slices.Clone(reply.Calls)
	for i, c := range reply.Calls {
		reply.Calls[i] = model.Call{ID: event.Text(c.ID), Name: event.Text(c.Name), Args: event.Text(c.Args)}
	}
	return reply, err
}

func (e *Engine) model(name string) (model.Model, error) {
	if name == e.ports.Model.Name() {
		return e.ports.Model, nil
	}
	if e.ports.Models == nil {
		return nil, fmt.Errorf("there is no model %q here", name)
	}
	return e.ports.Models.Find(name)
}

// textual reports whether a model takes no tools, and is told of them in words.
func (t *turn) textual(name string) bool {
	m, err := t.model(name)
	toolless, ok := m.(model.Toolless)
	return err == nil && ok && toolless.Toolless()
}

// calls answers what a model asks for, one call after the other. Each gets an answer, so that every
// upstream takes the conversation; the error is only that of a request which is over.
func (t *turn) calls(list []model.Call) error {
	for i, c := range list {
		err := t.ctx.Err()
		switch {
		case err != nil:
		case i >= MaxCalls:
			err = command.Errorf(command.LimitReached, "One reply may ask for %d calls; this one was not run.", MaxCalls)
		case c.Name == prompt.SelectSkill:
			err = t.selectBy(c)
		default: // under the same rules as a person's
			_, err = t.call(call.Asked{ID: c.ID, Name: c.Name, Input: c.Args})
		}
		if err != nil {
			f := asError(err)
			t.Record(event.CallRefused{Call: c.ID, Tool: c.Name, Args: c.Args, Code: f.Code, Rule: f.Rule, Message: f.Error()})
		}
	}
	return t.ctx.Err()
}

// selectBy makes a skill the request's one (CV-3, CV-4). The selection is recorded before
// anything of the skill is used.
func (t *turn) selectBy(c model.Call) error {
	args, err := command.BindObject(c.Args, []skill.Param{{Name: "name", Type: "string", Required: true}})
	if err != nil {
		return err
	}
	name := args["name"].(string)
	if err := scope.Select(t.state(), t.scope, name); err != nil {
		return err
	}
	k, err := t.find(name)
	if err != nil {
		return err
	}
	t.Record(event.SkillSelected{Name: k.Name, By: "model"})
	content := prompt.Wrap(k)
	held := func(m model.Message) bool { return m.Context == content }
	if slices.ContainsFunc(t.scope.Messages(t.state().Conversation), held) {
		content = "The skill " + k.Name + " is in this conversation already; follow its instructions from there."
	}
	t.load(k, c.ID, content)
	t.selected(k)
	return nil
}

// invoke uses one skill, which is then the request's only one (CM-4, CV-6).
func (t *turn) invoke(c *loader.Candidate, input string) (Result, error) {
	if c.Brief().ModelOnly {
		said := "The skill " + strconv.Quote(c.Name) + " says user-invocable: false; only a model selects it."
		return Result{}, &command.Error{Code: command.SkillRefused, Rule: "user-invocable: false", Message: said}
	}
	t.Record(event.SkillSelected{Name: c.Name, By: "user"})
	if s := c.Skill(); s.Format == skill.Tools || s.Mode == skill.ToolDispatch {
		return t.call(call.Asked{Of: c, Input: input})
	}
	t.load(c, "", "")
	t.invoked(c, input, "manual")
	t.weigh(c)
	if input == "" {
		input = prompt.FixedInput
	}
	return t.talk(model.Message{Role: model.User, Text: input, Skill: c.Name, Context: prompt.Wrap(c)})
}

// load records a body that goes into the context: that of a model's call, or of the person's message.
func (t *turn) load(c *loader.Candidate, call, content string) {
	warned := []skill.Finding{}
	for _, f := range c.Findings {
		if f.Severity == skill.Warning {
			warned = append(warned, f)
		}
	}
	t.Record(event.SkillLoaded{
		Name: c.Name, Path: c.Path, Digest: c.Digest, Frontmatter: c.Skill().Fields, Warnings: warned,
		Call: call, Content: content,
	})
}

func (t *turn) invoked(c *loader.Candidate, args, mode string) {
	effective := t.state().Policy.Effective(c.Skill(), t.tools.Names())
	for _, o := range scope.Owned(c) {
		if _, err := scope.PermitOwn(t.state(), t.scope, o); err == nil {
			effective = append(effective, o.Full)
		}
	}
	slices.Sort(effective)
	t.Record(event.SkillInvoked{Name: c.Name, Args: args, Mode: mode, Effective: effective})
}

// call takes one call through its stages (core/call), and is the same for a person and for a
// model. Of a person's it returns what is shown.
func (t *turn) call(asked call.Asked) (Result, error) {
	target, err := call.Resolve(asked, t.state().Snapshot, t.tools)
	if err != nil {
		return Result{}, err
	}
	rule, err := target.Permit(t.state(), t.scope)
	if err != nil {
		return Result{}, err
	}
	if o := target.Own; o != nil && t.scope.Skill == nil { // a model's first call of it selects the skill
		t.Record(event.SkillSelected{Name: o.Skill.Name, By: "model"})
		t.selected(o.Skill)
	}
	c, err := target.Bind(t.state(), t.scope, rule)
	if err == nil {
		err = c.Approve(t.ctx, t)
	}
	if err != nil {
		return Result{}, err
	}
	if asked.Of == nil {
		c.Run(t.ctx, t)
		return Result{}, nil
	}
	t.invoked(asked.Of, asked.Input, "manual")
	a, err := c.Answer(c.Run(t.ctx, t))
	if err != nil {
		return Result{}, err
	}
	return t.answer(a)
}

func (t *turn) selected(c *loader.Candidate) {
	t.invoked(c, "", "auto")
	t.weigh(c)
}

// weigh judges what the request's skill proposes. Every proposal is recorded, whether it
// holds or not, and holds for this request only.
func (t *turn) weigh(c *loader.Candidate) {
	for _, f := range c.Skill().Proposals {
		p := event.Proposal{Skill: c.Name, Kind: f.Key, Value: f.Value}
		p.Rule, p.Message = "proposals: true", "The policy allows proposals."
		if p.Applied = t.state().Policy.Proposals; !p.Applied {
			p.Rule, p.Message = "proposals: false", "The policy allows no proposals."
		} else if window, err := t.refused(c, f); err != "" {
			p.Applied, p.Message = false, err
		} else {
			p.Window = window
		}
		t.Record(p)
	}
}

// refused says why a proposal cannot hold, where it cannot; and of a model that holds
// how many tokens its context has.
func (t *turn) refused(c *loader.Candidate, f skill.Proposal) (window int, why string) {
	switch {
	case f.Fault != "":
		return 0, f.Fault
	case f.Key == "tool_defaults":
		if faults := loader.Unfit(c.Skill(), t.tools.Params()); len(faults) > 0 {
			return 0, faults[0]
		}
		return 0, ""
	case f.Key != "model":
		return 0, ""
	}
	name, ok := scope.Sibling(t.state().Model, f.Value)
	if !ok {
		return 0, "A skill may propose a model of the session's upstream only."
	}
	m, err := t.model(name)
	if err != nil {
		return 0, "The upstream has no model " + strconv.Quote(name) + " here."
	}
	return model.Window(m), ""
}
