package core

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/program"
	"lily/core/tool"
	"lily/core/tree"
)

// started is a program that is about to start.
type started struct {
	argv     []string       // the final words
	fault    *tool.Envelope // why it cannot start, whoever runs it; nil where it may
	timeout  int            // in seconds (TS-5)
	network  bool           // its skill says that it needs the internet
	readOnly bool           // nothing that it changes is kept
	command  bool           // someone wrote the words out; no skill has a template for them
}

// program runs a tool of a skill for the person (CM-4); the model is not asked.
func (t *turn) program(c *loader.Candidate, input string) (Result, error) {
	o, text, err := pick(c, input)
	if err != nil {
		return Result{}, err
	}
	rule, err := t.permitOwn(o)
	if err != nil {
		return Result{}, err
	}
	args, err := bind(text, "/skill "+c.Name+" "+o.Name, o.Params)
	if err != nil {
		return Result{}, err
	}
	u, err := o.use("", rule, args)
	if err != nil {
		return Result{}, err
	}
	return t.manual(c, input, u)
}

// manual runs what a person called, and shows what came of it.
func (t *turn) manual(c *loader.Candidate, input string, u use) (Result, error) {
	if err := t.ready(&u); err != nil {
		return Result{}, err
	}
	t.invoked(c, input, "manual")
	done, err := t.runs(u)
	if err != nil {
		return Result{}, err
	}
	return t.shown(u, done)
}

// ready says plainly that programs cannot run here, where they cannot, and asks
// the person where trust or policy says so.
func (t *turn) ready(u *use) error {
	if u.program == nil {
		return t.approve(u)
	}
	idle := t.e.ports.Runner == nil
	if t.e.ports.Recall != nil {
		idle = t.e.ports.Recall.Idle()
	}
	if idle {
		failed := command.Errorf(command.ToolFailed, "Programs cannot run here; %s was not started. The words would have been:", u.program.argv[0])
		failed.Details = u.program.argv
		return failed
	}
	if u.program.fault != nil {
		return nil // nothing will start, so there is nothing to ask
	}
	return t.approve(u)
}

// shown is a result for the person: a text, and of a program its output, or the
// envelope where it failed (CM-8, TS-6); and that nobody was asked (PO-9).
func (t *turn) shown(u use, done event.ToolResult) (Result, error) {
	e := done.Result
	unasked := ""
	if u.auto != "" {
		unasked = "Full auto let it run unasked (" + u.auto + ")."
	}
	switch {
	case u.program != nil:
	case !e.Success:
		return Result{}, command.Errorf(command.ToolFailed, "The tool %s failed: %s.", u.tool.Name, e.Error)
	default:
		return t.answer(answer.Document(e.Output))
	}
	if done.Code == command.Cancelled {
		return Result{}, context.Canceled
	}
	if !e.Success {
		failed := command.Errorf(done.Code, "The tool %s failed: %s", u.tool.Name, e.Error)
		failed.Details = []string{fmt.Sprintf("exit_code: %d", e.ExitCode), "output: " + or(strings.TrimRight(e.Output, "\n"), "none")}
		if unasked != "" {
			failed.Details = append(failed.Details, unasked)
		}
		return Result{}, failed
	}
	a := answer.Answer{{Kind: answer.Verbatim, Text: e.Output}}
	if e.Output == "" {
		a = answer.Say("The program ended well and wrote nothing.")
	}
	if e.Error != "" {
		a = append(a, answer.Say(e.Error)...)
	}
	if unasked != "" {
		a = append(a, answer.Say(unasked)...)
	}
	return t.answer(a)
}

// start runs a program, without holding up anyone else, and takes over what it
// changed.
func (t *turn) start(u use) event.ToolResult {
	fault := u.program.fault
	if fault == nil {
		fault = t.cannot(u.program.argv[0])
	}
	if fault != nil {
		return event.ToolResult{Code: command.ToolFailed, Result: *fault, Changes: []tree.Change{}}
	}
	s := t.spec(u)
	if err := s.Files.Load(); err != nil {
		return event.ToolResult{Code: command.ToolFailed, Result: tool.Envelope{ExitCode: 1, Error: "The files could not be read: " + err.Error() + "."}, Changes: []tree.Change{}}
	}
	if now, _ := sources(s, u.skill); u.asked && !same(now, u.sources) {
		return event.ToolResult{Code: command.ToolFailed, Result: tool.Envelope{ExitCode: 1, Error: staleProgram}, Changes: []tree.Change{}}
	}
	var kept program.Keep
	exit, err := t.e.ports.Runner.Run(t.ctx, s, kept.Write)
	done := exited(s, exit, err)
	done.Result.Output, done.Result.Truncated = kept.Output()
	done.Result.Parsed, done.Result.Millis = kept.Parsed(), exit.Millis
	if err == nil {
		t.keep(&done, u, s.Files, exit.Files)
	}
	return done
}

// cannot is the fault of a program that the runner does not have, with what the
// profile says of it (TS-7).
func (t *turn) cannot(name string) *tool.Envelope {
	if strings.Contains(name, "/") || t.e.ports.Runner == nil || slices.Contains(t.e.ports.Runner.Can(), name) {
		return nil
	}
	why := "and the profile does not declare it."
	if slices.Contains(t.state().Profile.Binaries, name) {
		why = "though the profile declares it."
	}
	return &tool.Envelope{ExitCode: program.ExitNotFound, Error: "Command not found: " + name + " cannot run here, " + why}
}

// spec is all that the program gets: the workspace, its skill's folder as it is
// pinned where it has a skill, and the environment of the profile that the snapshot
// was judged by.
func (t *turn) spec(u use) program.Spec {
	p := t.state().Profile
	name, folder := "", ""
	if u.skill != nil {
		name, folder = u.skill.Name, u.skill.Path
	}
	return program.Spec{
		Argv: slices.Clone(u.program.argv), Dir: "/" + workspace, Env: program.Env(p, name, p.Mode, folder),
		Files: t.ran(u), Timeout: u.program.timeout,
	}
}
