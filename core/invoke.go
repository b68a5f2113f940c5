package core

import (
	"encoding/json"
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
	"lily/core/session"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/tree"
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
	t.record(event.SkillLoaded{
		Name: c.Name, Path: c.Path, Digest: c.Digest, Frontmatter: c.Skill().Fields, Warnings: warnings(c),
	})
	t.invoked(c, input)
	if input == "" {
		input = prompt.FixedInput
	}
	return t.talk(model.Message{Role: model.User, Text: input, Skill: c.Name, Context: prompt.Wrap(c)})
}

func (t *turn) invoked(c *loader.Candidate, args string) {
	effective := t.state().Policy.Effective(c.Skill(), t.e.tools.Names())
	t.record(event.SkillInvoked{Name: c.Name, Args: args, Mode: "manual", Effective: effective})
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
	rule, err := t.permit(tl.Name, t.state().Policy.Within(c.Skill(), tl.Name))
	if err != nil {
		return Result{}, err
	}
	args, err := bind(input, "/skill "+c.Name, tl.Params)
	if err != nil {
		return Result{}, err
	}
	if err := t.approve(c, tl, args); err != nil {
		return Result{}, err
	}
	t.invoked(c, input)
	t.record(event.ToolCall{Tool: tl.Name, Skill: c.Name, Args: encode(args), Rule: rule})
	return t.apply(tl, args)
}

// permit turns the policy's decision on a tool into an error, or into the rule
// that allowed it (PO-7). What only the owner may use is asked apart (PO-4).
func (t *turn) permit(name string, d policy.Decision) (rule string, err error) {
	if !d.Allowed {
		return "", command.Errorf(command.ToolDenied, "%s", d.Message)
	}
	if o := t.state().Policy.OwnerTool(name, t.state().Owner); !o.Allowed {
		return "", command.Errorf(command.OwnerOnly, "%s", o.Message)
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

// approve asks the person where the policy says so (PO-1, PO-6).
func (t *turn) approve(c *loader.Candidate, tl tool.Tool, args command.Args) error {
	ask := t.state().Policy.Ask
	grant := session.Grant{Tool: tl.Name, Digest: c.Digest}
	if ask == "never" || (ask == "first_use" && slices.Contains(t.state().Granted, grant)) {
		return nil
	}
	q := Question{Session: t.id, Skill: c.Name, Tool: tl.Name, Args: args, Rule: "ask: " + ask}
	granted := t.e.ports.Approve != nil && t.e.ports.Approve(t.ctx, q)
	t.record(event.Approval{Tool: tl.Name, Skill: c.Name, Digest: c.Digest, Granted: granted, Rule: q.Rule})
	if granted {
		return nil
	}
	if err := t.ctx.Err(); err != nil {
		return err
	}
	if t.e.ports.Approve == nil {
		return command.Errorf(command.ApprovalDenied, "The policy (%s) wants a person's approval before the tool %s runs, and there is nobody to ask here.", q.Rule, tl.Name)
	}
	return command.Errorf(command.ApprovalDenied, "The tool %s was not approved.", tl.Name)
}

// apply runs a tool on the world as it is now and records what it did.
func (t *turn) apply(tl tool.Tool, args command.Args) (Result, error) {
	if err := t.refresh(); err != nil {
		return Result{}, err
	}
	var result tool.Envelope
	changes := []tree.Change{}
	_ = t.e.Edit(func(w World) (World, error) { // the change below never fails
		var next *tree.Tree
		if result, next = tl.Call(tool.World{Input: t.e.input(w)}, args); next != nil {
			changes = append(changes, tree.Diff(w.Tree, *next)...)
			w.Tree = *next
		}
		return w, nil
	})
	t.record(event.ToolResult{Tool: tl.Name, Result: result, Changes: changes})
	if !result.Success {
		return Result{}, command.Errorf(command.ToolFailed, "The tool %s failed: %s.", tl.Name, result.Error)
	}
	return t.say(answer.Document(result.Output))
}

// program checks a call of a tools-format skill to the end and then says
// plainly that its program cannot run yet.
func (t *turn) program(c *loader.Candidate, input string) (Result, error) {
	tl, text, err := pick(c, input)
	if err != nil {
		return Result{}, err
	}
	if _, err := t.permit(tl.Name, t.state().Policy.Tool(tl.Name)); err != nil {
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

// encode writes arguments with their names sorted.
func encode(args command.Args) json.RawMessage {
	data, err := json.Marshal(args)
	if err != nil {
		panic(err) // strings, numbers, booleans and lists always encode
	}
	return data
}
