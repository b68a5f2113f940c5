package call

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/program"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// staleProgram is what becomes of a program whose approval was overtaken (PO-6).
const staleProgram = "The files changed while the approval was open, " +
	"so that other texts would run than were approved. The program was not started."

// start runs a program, without holding up anyone else, and takes over what it changed.
func (c *Call) start(ctx context.Context, t Turn) event.ToolResult {
	if why := cmp.Or(c.program.fault, c.cannot(t)); why != nil {
		return failed(why)
	}
	s := c.spec(t)
	if err := s.Files.Load(); err != nil {
		return failed(fault(1, "The files could not be read: %s.", err))
	}
	if now, _ := sources(s, c.Skill); c.asked && !same(now, c.shown.Program.Sources) {
		return failed(fault(1, staleProgram))
	}
	var kept program.Keep
	line := c.line(t)
	s.Fetch = line.fetch
	exit, err := t.Runner().Run(ctx, s, kept.Write)
	line.close()
	done := exited(s, exit, err)
	done.Result.Output, done.Result.Truncated = kept.Output()
	done.Result.Parsed, done.Result.Millis = kept.Parsed(), exit.Millis
	if c.shared != "" {
		note(&done, c.shared)
	}
	if err == nil {
		c.keep(&done, t, s.Files, exit.Files)
	}
	return done
}

func failed(why *tool.Envelope) event.ToolResult {
	return event.ToolResult{Code: command.ToolFailed, Result: *why, Changes: []tree.Change{}}
}

func fault(code int, format string, args ...any) *tool.Envelope {
	return &tool.Envelope{ExitCode: code, Error: fmt.Sprintf(format, args...)}
}

// cannot is the fault of a program that the runner does not have (TS-7).
func (c *Call) cannot(t Turn) *tool.Envelope {
	name := c.program.Argv[0]
	if strings.Contains(name, "/") || t.Runner() == nil || slices.Contains(t.Runner().Can(), name) {
		return nil
	}
	why := "and the profile does not declare it."
	if slices.Contains(c.state.Profile.Binaries, name) {
		why = "though the profile declares it."
	}
	return fault(program.ExitNotFound, "Command not found: %s cannot run here, %s", name, why)
}

// spec is all that the program gets, with the files of this moment, and where a model has called
// it, without what is closed to it.
func (c *Call) spec(t Turn) program.Spec {
	s := c.program.Spec
	s.Argv, s.Files = slices.Clone(s.Argv), view(t.Input().Tree, c.Skill, false)
	if c.byModel() {
		s.Files = s.Files.Without(c.closed)
	}
	return s
}

func exited(s program.Spec, exit program.Exit, err error) event.ToolResult {
	done := event.ToolResult{Code: command.ToolFailed, Changes: []tree.Change{}}
	name := s.Argv[0]
	switch {
	case errors.Is(err, context.Canceled):
		done.Code = command.Cancelled
		done.Result = tool.Envelope{ExitCode: program.ExitCancelled, Error: "The program " + name + " was stopped."}
	case errors.Is(err, context.DeadlineExceeded):
		done.Code = command.Timeout
		done.Result = *fault(program.ExitTimeout,
			"The program %s was stopped after its timeout of %s.", name, answer.Number(s.Timeout, "second"))
	case err != nil:
		done.Result = *fault(program.ExitDenied, "The program %s did not run to its end: %s.", name, err)
	case exit.Code != 0:
		why := cmp.Or(exit.Reason, fmt.Sprintf("Command failed with exit code %d.", exit.Code))
		done.Result = *fault(exit.Code, "%s", why)
	default:
		done.Code, done.Result.Success = "", true
	}
	return done
}

// keep takes over what a program did to the workspace, in one commit (TS-5, VF-5), or nothing
// where it wrote more than is kept of one program. What is not kept is said; a skill that says
// read_only changes nothing at all, since it may run unasked.
func (c *Call) keep(done *event.ToolResult, t Turn, before, after tree.Tree) {
	mine, refused := []tree.Change{}, []tree.Change{}
	for _, ch := range tree.Diff(before, after) {
		if strings.HasPrefix(ch.Path, workspace+"/") && !c.program.readOnly {
			mine = append(mine, ch)
		} else {
			refused = append(refused, ch)
		}
	}
	if len(refused) > 0 {
		note(done, refusal(refused, c.program.readOnly))
	}
	if len(mine) == 0 {
		return
	}
	err := program.Fits(after, mine)
	if err == nil {
		by := c.origin(t)
		by.Saw = saw(before, t.Input().Origins, looked)
		by.Foreign = by.Foreign || by.Saw != ""
		err = t.Write(by, func(w world.World) (next world.World, err error) {
			w.Tree, err = commit(w.Tree, before, after)
			return w, err
		})
	}
	if err != nil {
		done.Code, done.Result.Success = command.ToolFailed, false
		note(done, "None of its changes was kept: "+err.Error()+".")
		return
	}
	done.Changes = mine
}

func note(done *event.ToolResult, sentence string) {
	done.Result.Error = strings.TrimSpace(done.Result.Error + " " + sentence)
}

func refusal(list []tree.Change, readOnly bool) string {
	const named = 5
	var paths []string
	for _, c := range list[:min(len(list), named)] {
		paths = append(paths, "/"+answer.Line(c.Path))
	}
	if more := len(list) - len(paths); more > 0 {
		paths = append(paths, fmt.Sprintf("%d more", more))
	}
	why := "programs write only under /" + workspace
	if readOnly {
		why = "the skill says read_only: true"
	}
	return answer.Number(len(list), "changed file") + " not kept, since " + why + ": " + strings.Join(paths, ", ") + "."
}

// commit brings what happened to the workspace into the tree as it is now. A file that someone
// else has changed meanwhile, and differently, refuses all of it: nothing is lost (VF-5).
func commit(now, before, after tree.Tree) (tree.Tree, error) {
	next, clashes := tree.Merge(sub(before, workspace), sub(after, workspace), sub(now, workspace))
	if len(clashes) > 0 {
		return now, fmt.Errorf("/%s/%s was changed by someone else while the program ran", workspace, answer.Line(clashes[0]))
	}
	return now.Graft(workspace, next)
}
