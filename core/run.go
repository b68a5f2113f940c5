package core

import (
	"slices"
	"strings"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// stale is what becomes of a call whose approval was overtaken (PO-6).
const stale = "the files changed while the approval was open, so that the call would do something else than was approved; nothing was changed"

// staleProgram is the same of a program, which was not started.
const staleProgram = "The files changed while the approval was open, so that other texts would run than were approved. The program was not started."

// runs runs a tool on the world as it is now, and records what it did.
func (t *turn) runs(u use) (event.ToolResult, error) {
	name, _ := u.about()
	call := event.ToolCall{Call: u.call, Tool: u.tool.Name, Skill: name, Args: encode(u.args), Rule: u.rule, Auto: u.auto}
	if u.program != nil {
		call.Argv = u.program.argv
	}
	t.record(call)
	_, _ = t.look(never) // no fault of the world keeps a tool from running (CM-10)
	t.saw = nil          // what follows happens in the world as it is then
	result := t.result(call, u)
	result.Result.Output, result.Result.Error = valid(result.Result.Output), valid(result.Result.Error)
	result.Call, result.Tool, result.Program = u.call, u.tool.Name, u.program != nil
	t.record(result)
	return result, nil
}

func (t *turn) result(call event.ToolCall, u use) event.ToolResult {
	switch {
	case t.e.ports.Recall != nil:
		return t.e.ports.Recall.Result(call)
	case u.program != nil:
		return t.start(u)
	}
	result, changes := t.change(u)
	return event.ToolResult{Result: result, Changes: changes}
}

func (t *turn) change(u use) (result tool.Envelope, changes []tree.Change) {
	changes = []tree.Change{}
	_ = t.e.Edit(func(w world.World) (world.World, error) { // the change below never fails
		var next *tree.Tree
		if result, next = t.try(w, u); next == nil {
			return w, nil
		}
		if u.asked && !slices.Equal(touches(w.Tree, next), u.seen) {
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
func (t *turn) try(w world.World, u use) (tool.Envelope, *tree.Tree) {
	narrow := u.call != "" && u.tool.Files
	seen := t.seen(w, u, narrow)
	seen.Tree, seen.Own = t.narrowed(u, seen.Tree), t.narrowedOwn(u, seen.Own)
	result, next := u.tool.Call(seen, u.args)
	if next != nil && narrow {
		next = within(w.Tree, *next)
	}
	return result, next
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
