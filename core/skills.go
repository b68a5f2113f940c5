package core

import (
	"slices"
	"strconv"

	"lily/core/call"
	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/prompt"
	"lily/core/scope"
	"lily/core/skill"
)

// invoke uses one skill, which is then the request's only one (CM-4, CV-6).
func (t *turn) invoke(c *loader.Candidate, input string) (Result, error) {
	if c.Brief().ModelOnly {
		return Result{}, &command.Error{
			Code: command.SkillRefused, Rule: "user-invocable: false",
			Message: "The skill " + strconv.Quote(c.Name) + " says user-invocable: false; only a model selects it.",
		}
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
