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
	made := event.ToolCall{Call: c.ID, Tool: c.Tool.Name, Skill: name, Args: encode(c.Args), Rule: c.Rule, Auto: c.Auto}
	if c.program != nil {
		made.Argv = c.program.Argv
	}
	t.Record(made)
	t.Reread()
	result := c.result(ctx, t, made)
	result.Result.Output, result.Result.Error = event.Text(result.Result.Output), event.Text(result.Result.Error)
	result.Call, result.Tool, result.Program = c.ID, c.Tool.Name, c.program != nil
	t.Record(result)
	return result
}

func (c *Call) result(ctx context.Context, t Turn, made event.ToolCall) event.ToolResult {
	if r, ok := t.Runner().(Recall); ok {
		return r.Result(made)
	}
	if c.program != nil {
		return c.start(ctx, t)
	}
	result, changes := c.change(t)
	return event.ToolResult{Result: result, Changes: changes}
}

// encode writes arguments with their names sorted.
func encode(args command.Args) json.RawMessage {
	data, err := json.Marshal(args)
	if err != nil {
		panic(err) // strings, numbers, booleans and lists always encode
	}
	return data
}

func (c *Call) change(t Turn) (result tool.Envelope, changes []tree.Change) {
	changes = []tree.Change{}
	in := t.Input()                                       // but for the world, which is that of the edit
	_ = t.Edit(func(w world.World) (world.World, error) { // the change below never fails
		var next *tree.Tree
		in.World = w
		if result, next = c.try(in); next == nil {
			return w, nil
		}
		if c.asked && !slices.Equal(touches(w.Tree, next), c.touches) {
			result = tool.Envelope{ExitCode: 1, Error: stale}
			return w, nil
		}
		changes = append(changes, tree.Diff(w.Tree, *next)...)
		w.Tree = *next
		return w, nil
	})
	return result, changes
}

// try runs a tool on a world without changing it: what it says, and the tree
// that would follow, nil for the same.
func (c *Call) try(in loader.Input) (tool.Envelope, *tree.Tree) {
	narrow := c.byModel() && c.Tool.Files
	seen := c.seen(in, narrow)
	seen.Tree, seen.Own = c.narrowed(seen.Tree), c.narrowedOwn(seen.Own)
	result, next := c.Tool.Call(seen, c.Args)
	if next != nil && narrow {
		next = within(in.Tree, *next)
	}
	return result, next
}

// seen is the world as a call sees it. What reads finds the files of skills as the
// snapshot pins them (SN-3): a person's call those of all, and a model's, which is
// narrow, those of its own skill; and a path is one of that skill's folder first (CV-5).
// What writes works on the files as they are now, below /workspace.
func (c *Call) seen(in loader.Input, narrow bool) tool.World {
	seen := tool.World{Input: in}
	if c.byModel() {
		seen.Closed = c.closed
	}
	if c.Tool.Files && !c.Tool.Writes && c.Skill != nil {
		seen.Own = tool.Own{Path: strings.TrimPrefix(c.Skill.Path, "/"), Folder: c.Skill.Folder()}
	}
	switch {
	case narrow:
		seen.Tree = view(in.Tree, c.Skill, c.Tool.Writes)
	case c.Tool.Files && !c.Tool.Writes:
		seen.Tree = c.state.Snapshot.Pinned(in.Tree)
	}
	return seen
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

// view is the part of the tree that a model's calls see: the workspace, and the
// folder of the request's skill as the snapshot pins it (CV-5, SN-3). What is
// about to be written is seen as it is now.
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

// within takes over what happened to the workspace, and nothing else.
func within(t, changed tree.Tree) *tree.Tree {
	next, err := t.Graft(workspace, sub(changed, workspace))
	if err != nil {
		return nil
	}
	return &next
}

func sub(t tree.Tree, path string) tree.Tree {
	at, err := t.At(path)
	if err != nil {
		return tree.Tree{}
	}
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
	case c.program != nil:
	case !e.Success:
		return nil, command.Errorf(command.ToolFailed, "The tool %s failed: %s.", c.Tool.Name, e.Error)
	default:
		return answer.Document(e.Output), nil
	}
	if done.Code == command.Cancelled {
		return nil, context.Canceled
	}
	if !e.Success {
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
	if e.Error != "" {
		a = append(a, answer.Say(e.Error)...)
	}
	if unasked != "" {
		a = append(a, answer.Say(unasked)...)
	}
	return a, nil
}
