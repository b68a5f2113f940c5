package core

import (
	"lily/core/argv"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/skill"
	"lily/core/tool"
)

// The seconds that a command may ask for, and gets without asking (TS-5).
const (
	defaultTimeout = 30
	maxTimeout     = 300
)

// called is a call of a registered tool, checked and ready to run.
func (t *turn) called(tl tool.Tool, call, rule string, args command.Args) (use, error) {
	u := use{call: call, tool: tl, args: args, skill: t.use.Skill, rule: rule}
	if !tl.Program {
		return u, t.within(u)
	}
	var err error
	u.program, err = t.written(args)
	return u, err
}

// written is the program of a command that someone wrote out: its words, split and
// not expanded (TS-2, TS-3), within what the skill's allowed-tools lets run (PO-3).
func (t *turn) written(args command.Args) (*started, error) {
	text, _ := args["command"].(string)
	words, err := argv.Command(text)
	if err != nil {
		return nil, command.Errorf(command.InvalidArguments, "The command cannot be run: %s.", err)
	}
	timeout, err := seconds(args)
	if err != nil {
		return nil, err
	}
	k := t.use.Skill
	if d := t.fits(k, words); !d.Allowed {
		return nil, &command.Error{Code: command.ToolDenied, Message: d.Message, Rule: d.Rule}
	}
	return &started{argv: located(k, words), timeout: timeout, command: true}, nil
}

func (t *turn) fits(k *loader.Candidate, words []string) policy.Decision {
	s := &skill.Skill{}
	if k != nil {
		s = k.Skill()
	}
	return t.state().Policy.Words(s, words, func(list []string) []string { return located(k, list) })
}

func seconds(args command.Args) (int, error) {
	n, given := args["timeout"].(int64)
	switch {
	case !given:
		return defaultTimeout, nil
	case n < 1 || n > maxTimeout:
		return 0, command.Errorf(command.InvalidArguments, "The argument timeout: got %d, want 1 to %d seconds.", n, maxTimeout)
	}
	return int(n), nil
}
