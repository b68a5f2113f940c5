package core

import (
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/argv"
	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/core/skill"
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
	t.record(event.SkillSelected{Name: c.Name, By: "user"})
	t.use.skill = c
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
	t.activate(c)
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
	u := use{tool: tl, args: args, skill: c, rule: rule}
	if err := t.approve(&u); err != nil {
		return Result{}, err
	}
	t.invoked(c, input, "manual")
	result, err := t.runs(u)
	if err != nil {
		return Result{}, err
	}
	if !result.Success {
		return Result{}, command.Errorf(command.ToolFailed, "The tool %s failed: %s.", tl.Name, result.Error)
	}
	return t.say(answer.Document(result.Output))
}

// permit decides whether this request may use a tool: the policy, within the
// request's skill where it has one (PO-3, PO-7).
func (t *turn) permit(name string) (rule string, err error) {
	if t.use.skill != nil {
		return t.allow(name, t.state().Policy.Within(t.use.skill.Skill(), name))
	}
	return t.allow(name, t.state().Policy.Tool(name))
}

// allow turns the policy's decision on a tool into an error, or into the rule
// that allowed it. What only the owner may use is asked apart (PO-4).
func (t *turn) allow(name string, d policy.Decision) (rule string, err error) {
	if !d.Allowed {
		return "", &command.Error{Code: command.ToolDenied, Message: d.Message, Rule: d.Rule}
	}
	if o := t.state().Policy.OwnerTool(name, t.state().Owner); !o.Allowed {
		return "", &command.Error{Code: command.OwnerOnly, Message: o.Message, Rule: o.Rule}
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

// program checks a call of a tools-format skill to the end and then says
// plainly that its program cannot run yet.
func (t *turn) program(c *loader.Candidate, input string) (Result, error) {
	tl, text, err := pick(c, input)
	if err != nil {
		return Result{}, err
	}
	if _, err := t.allow(tl.Name, t.state().Policy.Tool(tl.Name)); err != nil {
		return Result{}, err
	}
	args, err := bind(text, "/skill "+c.Name+" "+tl.Name, tl.Params)
	if err != nil {
		return Result{}, err
	}
	words, err := fill(tl, args)
	if err != nil {
		return Result{}, &command.Error{Code: command.InvalidArguments, Message: "The command cannot be filled in: " + err.Error() + ".", Usage: command.Usage("/skill "+c.Name+" "+tl.Name, tl.Params)}
	}
	failed := command.Errorf(command.ToolFailed, "Lily cannot run programs yet; %s was not started. The words would have been:", words[0])
	failed.Details = words
	return Result{}, failed
}

// pick finds the tool that is meant: its name may be left out when the skill
// has one tool (CM-4).
func pick(c *loader.Candidate, input string) (skill.Tool, string, error) {
	tools := c.Skill().Tools
	name, rest := command.Word(input)
	i := slices.IndexFunc(tools, func(t skill.Tool) bool { return t.Name == name })
	if i >= 0 {
		return tools[i], rest, nil
	}
	if len(tools) == 1 {
		return tools[0], input, nil
	}
	var names []string
	for _, t := range tools {
		names = append(names, t.Name)
	}
	message := "The skill has several tools; say which one."
	if name != "" {
		message = "The skill has no tool " + name + "."
	}
	return skill.Tool{}, "", &command.Error{
		Code: command.InvalidArguments, Message: message,
		Usage: "/skill " + c.Name + " <" + strings.Join(names, "|") + "> [arguments]",
	}
}

func fill(tl skill.Tool, args command.Args) ([]string, error) {
	template, err := argv.Parse(tl.Command)
	if err != nil {
		return nil, err
	}
	params := make([]argv.Param, len(tl.Params))
	for i, p := range tl.Params {
		params[i] = argv.Param{Name: p.Name, Type: p.Type, Required: p.Required}
	}
	return template.Fill(args, params)
}
