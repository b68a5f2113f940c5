package core

import (
	"slices"
	"strconv"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/core/skill"
	"lily/core/terms"
)

func (t *turn) skill(name, input string) (Result, error) {
	c, err := t.find(name)
	if err != nil {
		return Result{}, err
	}
	return t.invoke(c, input)
}

// invoke uses one skill, which is then the request's only one (CM-4, CV-6).
func (t *turn) invoke(c *loader.Candidate, input string) (Result, error) {
	if c.Brief().ModelOnly {
		return Result{}, &command.Error{Code: command.SkillRefused, Rule: "user-invocable: false", Message: "The skill " + strconv.Quote(c.Name) + " says user-invocable: false; only a model selects it."}
	}
	t.record(event.SkillSelected{Name: c.Name, By: "user"})
	switch s := c.Skill(); {
	case s.Format == skill.Tools:
		return t.program(c, input)
	case s.Mode == skill.ToolDispatch:
		return t.call(c, input)
	}
	return t.rewrite(c, input)
}

// rewrite puts the pinned body into the context and lets the model answer.
func (t *turn) rewrite(c *loader.Candidate, input string) (Result, error) {
	t.load(c, "", "")
	t.invoked(c, input, "manual")
	t.weigh(c)
	if input == "" {
		input = prompt.FixedInput
	}
	return t.talk(model.Message{Role: model.User, Text: input, Skill: c.Name, Context: prompt.Wrap(c)})
}

// load records a body that goes into the context: that of a model's call, or of
// the person's message.
func (t *turn) load(c *loader.Candidate, call, content string) {
	t.record(event.SkillLoaded{
		Name: c.Name, Path: c.Path, Digest: c.Digest, Frontmatter: c.Skill().Fields, Warnings: warnings(c), Call: call, Content: content,
	})
}

func (t *turn) invoked(c *loader.Candidate, args, mode string) {
	effective := t.state().Policy.Effective(c.Skill(), t.e.tools.Names())
	for _, o := range owned(c) {
		if _, err := t.permitOwn(o); err == nil {
			effective = append(effective, o.Full)
		}
	}
	slices.Sort(effective)
	t.record(event.SkillInvoked{Name: c.Name, Args: args, Mode: mode, Effective: effective})
}

func warnings(c *loader.Candidate) []skill.Finding {
	list := []skill.Finding{}
	for _, f := range c.Findings {
		if f.Severity == skill.Warning {
			list = append(list, f)
		}
	}
	return list
}

// call runs a dispatching skill's tool; the model is not asked.
func (t *turn) call(c *loader.Candidate, input string) (Result, error) {
	tl, ok := t.e.tools.Find(c.Skill().CommandTool)
	if !ok {
		return Result{}, command.Errorf(command.ToolDenied, "The tool %s is not registered.", c.Skill().CommandTool)
	}
	rule, err := t.permit(tl.Name)
	if err != nil {
		return Result{}, err
	}
	args, err := bind(input, "/skill "+c.Name, tl.Params)
	if err != nil {
		return Result{}, err
	}
	u, err := t.called(tl, "", rule, args)
	if err != nil {
		return Result{}, err
	}
	return t.manual(c, input, u)
}

// permit decides whether this request may use a tool: the policy, within the
// request's skill where it has one (PO-3, PO-7).
func (t *turn) permit(name string) (rule string, err error) {
	return ruled(terms.Permit(t.state(), t.use, name))
}

// ruled turns the policy's decisions on a tool, and on who may use it, into an
// error or into the rule that allowed it (PO-4, PO-7).
func ruled(d, owner policy.Decision) (rule string, err error) {
	if !d.Allowed {
		return "", &command.Error{Code: command.ToolDenied, Message: d.Message, Rule: d.Rule}
	}
	if !owner.Allowed {
		return "", ownerOnly(owner)
	}
	return d.Rule, nil
}

func bind(input, call string, params []skill.Param) (command.Args, error) {
	args, err := command.Bind(input, params)
	if failed, ok := err.(*command.Error); ok {
		failed.Usage = command.Usage(call, params)
	}
	return args, err
}
