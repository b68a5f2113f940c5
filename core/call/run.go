package call

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// stale is what becomes of a call whose approval was overtaken (PO-6).
const stale = "the files changed while the approval was open, " +
	"so that the call would do something else than was approved; nothing was changed"

// Run runs the tool on the world as it is now, and records what it did.
func (c *Call) Run(ctx context.Context, t Turn) event.ToolResult {
	name, _ := c.about()
	args, err := json.Marshal(c.Args)
	if err != nil {
		panic(err) // strings, numbers, booleans and lists always encode
	}
	made := event.ToolCall{Call: c.ID, Tool: c.Tool.Name, Skill: name, Args: args, Rule: c.Rule, Auto: c.Auto}
	if c.program != nil {
		made.Argv = c.program.Argv
	}
	t.Record(made)
	t.Reread()
	brought := c.bring(t)
	var done event.ToolResult
	if r, ok := t.Runner().(Recall); ok {
		c.recall(ctx, t, r)
		done = r.Result(made)
	} else if brought != nil {
		done = failed(fault(1, "%s", brought))
	} else if c.program != nil {
		done = c.start(ctx, t)
	} else if c.Tool.Writes {
		done = c.change(ctx, t)
	} else {
		done.Changes = []tree.Change{}
		done.Result, _ = c.try(ctx, t, t.Input())
	}
	done.Result.Output, done.Result.Error = event.Text(done.Result.Output), event.Text(done.Result.Error)
	done.Call, done.Tool, done.Program = c.ID, c.Tool.Name, c.program != nil
	done.Code = cmp.Or(done.Code, done.Result.Code)
	t.Record(done)
	return done
}

// change runs a tool that writes, as one edit.
func (c *Call) change(ctx context.Context, t Turn) event.ToolResult {
	done := event.ToolResult{Changes: []tree.Change{}}
	in := t.Input()                                                     // but for the world, which is that of the edit
	_ = t.Write(c.origin(t), func(w world.World) (world.World, error) { // the change below never fails
		var next *tree.Tree
		in.World = w
		done.Result, next = c.try(ctx, t, in)
		switch {
		case next == nil:
		case c.asked && !slices.Equal(touches(w.Tree, next), c.shown.Touches):
			done.Result = tool.Envelope{ExitCode: 1, Error: stale}
		default:
			done.Changes = append(done.Changes, tree.Diff(w.Tree, *next)...)
			w.Tree = *next
		}
		return w, nil
	})
	return done
}

// try runs a tool on a world without changing it: what it says, and the tree that would
// follow, nil for the same. What reads finds the files of skills as the snapshot pins them
// (SN-3): a person's call those of all, and a model's those of its own skill; and a path is
// one of that skill's folder first (CV-5). What writes works on the files as they are now,
// and a model's call below /workspace.
func (c *Call) try(ctx context.Context, t Turn, in loader.Input) (result tool.Envelope, next *tree.Tree) {
	narrow, reads := c.byModel() && c.Tool.Files, c.Tool.Files && !c.Tool.Writes
	seen := tool.World{Input: in}
	if c.byModel() {
		seen.Closed = c.closed
	}
	if narrow {
		seen.Tree = view(in.Tree, c.Skill, c.Tool.Writes)
	} else if reads {
		seen.Tree = c.state.Snapshot.Pinned(in.Tree)
	}
	if reads && c.Skill != nil {
		seen.Own = c.own()
	}
	seen.Tree = c.narrowed(seen.Tree)
	if c.Tool.Files {
		seen.Project, seen.Keep, seen.Below = t.Project(), nil, nil
		if file, below, held := c.bounds(); held {
			seen.Keep, seen.Below = file, below
		}
	}
	t.Paced(ctx, func(tick tree.Tick) {
		seen.Tick = tick
		result, next = c.Tool.Call(seen, c.Args)
	})
	if next == nil || !narrow {
		return result, next
	}
	kept, err := in.Tree.Graft(workspace, sub(*next, workspace))
	if err != nil {
		return result, nil
	}
	return result, &kept
}

// own is the folder of the request's skill, as far as its allowed-tools let the tool read it.
func (c *Call) own() tool.Own {
	own := tool.Own{Path: strings.TrimPrefix(c.Skill.Path, "/"), Folder: c.Skill.Folder()}
	if all, err := (tree.Tree{}).Graft(own.Path, own.Folder); err == nil {
		own.Folder = sub(c.narrowed(all), own.Path)
	}
	return own
}

// closed reports whether a file is the SKILL.md of a skill that a model's call may not
// read, since it is another one than the request's, which has one or could select one
// (CV-5). One that the snapshot does not know is no skill yet, but a file.
func (c *Call) closed(p string) bool {
	if path.Base(p) != loader.File || c.Skill == nil && !c.scope.Listed {
		return false
	}
	k := c.state.Snapshot.At("/" + path.Dir(p))
	return k != nil && (c.Skill == nil || k.Path != c.Skill.Path)
}

const workspace = "workspace"

// view is the part of the tree that a model's calls see: the workspace, and the folder of the
// request's skill as the snapshot pins it (CV-5, SN-3), or to be written as it is now.
func view(t tree.Tree, k *loader.Candidate, writes bool) tree.Tree {
	v, err := tree.Tree{}.Graft(workspace, sub(t, workspace))
	if err == nil && k != nil && (!writes || k.Source != world.Workspace) {
		v, err = v.Graft(strings.TrimPrefix(k.Path, "/"), k.Folder())
	}
	if err != nil {
		return tree.Tree{} // a path of a snapshot is one that a tree takes
	}
	return v
}

func sub(t tree.Tree, path string) tree.Tree {
	at, _ := t.At(path)
	return at
}

// Answer is a result for the person: a text, and of a program its output, or the
// envelope where it failed (CM-8, TS-6); and that nobody was asked (PO-9).
func (c *Call) Answer(done event.ToolResult) (answer.Answer, error) {
	e := done.Result
	unasked := ""
	if c.Auto != "" {
		unasked = "Full auto let it run unasked (" + c.Auto + ")."
	}
	switch {
	case c.program == nil && done.Code == command.Cancelled:
		return nil, context.Canceled
	case c.program == nil && !e.Success:
		return nil, command.Errorf(cmp.Or(done.Code, command.ToolFailed), "The tool %s failed: %s.", c.Tool.Name, e.Error)
	case c.program == nil && c.Tool.Lines:
		return answer.Answer{{Kind: answer.Verbatim, Text: e.Output}}, nil
	case c.program == nil:
		return answer.Document(e.Output), nil
	case done.Code == command.Cancelled:
		return nil, context.Canceled
	case !e.Success:
		failed := command.Errorf(done.Code, "The tool %s failed: %s", c.Tool.Name, e.Error)
		output := cmp.Or(strings.TrimRight(e.Output, "\n"), "none")
		failed.Details = []string{fmt.Sprintf("exit_code: %d", e.ExitCode), "output: " + output}
		if unasked != "" {
			failed.Details = append(failed.Details, unasked)
		}
		return nil, failed
	}
	a := answer.Answer{{Kind: answer.Verbatim, Text: e.Output}}
	if e.Output == "" {
		a = answer.Say("The program ended well and wrote nothing.")
	}
	for _, said := range []string{e.Error, unasked} {
		if said != "" {
			a = append(a, answer.Say(said)...)
		}
	}
	return a, nil
}
