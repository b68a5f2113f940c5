package core

import (
	"slices"
	"strings"

	"lily/core/argv"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/terms"
	"lily/core/tool"
)

// own is a tool that a skill brings along (TS-1).
type own struct{ terms.Own }

// owned lists the tools that a skill brings along.
func owned(c *loader.Candidate) []own { return owns(terms.Owned(c)) }

func owns(list []terms.Own) []own {
	all := make([]own, len(list))
	for i, o := range list {
		all[i] = own{o}
	}
	return all
}

// permitOwn decides whether this request may use a skill's own tool (PO-3, PO-4).
func (t *turn) permitOwn(o own) (rule string, err error) {
	return ruled(terms.PermitOwn(t.state(), o.Own))
}

// pick finds the tool that is meant: its name may be left out when the skill
// has one tool (CM-4).
func pick(c *loader.Candidate, input string) (own, string, error) {
	tools := owned(c)
	name, rest := command.Word(input)
	i := slices.IndexFunc(tools, func(o own) bool { return o.Name == name })
	if i >= 0 {
		return tools[i], rest, nil
	}
	if len(tools) == 1 {
		return tools[0], input, nil
	}
	var names []string
	for _, o := range tools {
		names = append(names, o.Name)
	}
	message := "The skill has several tools; say which one."
	if name != "" {
		message = "The skill has no tool " + name + "."
	}
	return own{}, "", &command.Error{
		Code: command.InvalidArguments, Message: message,
		Usage: "/skill " + c.Name + " <" + strings.Join(names, "|") + "> [arguments]",
	}
}

// usage shows how a person calls the tool.
func (o own) usage() string { return command.Usage("/skill "+o.Skill.Name+" "+o.Name, o.Params) }

// use fills the command in (TS-2) and finds its program.
func (o own) use(call, rule string, args command.Args) (use, error) {
	words, err := o.fill(args)
	if err != nil {
		return use{}, &command.Error{Code: command.InvalidArguments, Message: "The command cannot be filled in: " + err.Error() + ".", Usage: o.usage()}
	}
	s := o.Skill.Skill()
	p := &started{argv: words, timeout: s.Timeout, network: s.Network, readOnly: s.ReadOnly}
	p.argv[0], p.fault = locate(o.Skill, words[0])
	operand(o.Skill, p.argv)
	return use{call: call, tool: tool.Tool{Name: o.Full, Params: o.Params}, args: args, skill: o.Skill, rule: rule, program: p}, nil
}

func (o own) fill(args command.Args) ([]string, error) {
	template, err := argv.Parse(o.Command)
	if err != nil {
		return nil, err
	}
	params := make([]argv.Param, len(o.Params))
	for i, p := range o.Params {
		params[i] = argv.Param{Name: p.Name, Type: p.Type, Required: p.Required}
	}
	return template.Fill(args, params)
}
