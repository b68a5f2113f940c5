package core

import (
	"path"
	"strings"

	"lily/core/loader"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// seen is the world as a call sees it. What reads finds the files of skills as the
// snapshot pins them (SN-3): a person's call those of all, and a model's, which is
// narrow, those of its own skill; and a path is one of that skill's folder first (CV-5).
// What writes works on the files as they are now, below /workspace.
func (t *turn) seen(w world.World, u use, narrow bool) tool.World {
	seen := tool.World{Input: t.e.input(w)}
	if u.call != "" {
		seen.Closed = t.closed
	}
	if u.tool.Files && !u.tool.Writes && u.skill != nil {
		seen.Own = tool.Own{Path: strings.TrimPrefix(u.skill.Path, "/"), Folder: u.skill.Folder()}
	}
	switch {
	case narrow:
		seen.Tree = view(w.Tree, u.skill, u.tool.Writes)
	case u.tool.Files && !u.tool.Writes:
		seen.Tree = t.state().Snapshot.Pinned(w.Tree)
	}
	return seen
}

// closed reports whether a file is the SKILL.md of a skill that a model's call may not
// read, since it is another one than the request's, which has one or could select one
// (CV-5). One that the snapshot does not know is no skill yet, but a file.
func (t *turn) closed(p string) bool {
	if path.Base(p) != loader.File || t.use.Skill == nil && !t.listed {
		return false
	}
	k := t.state().Snapshot.At("/" + path.Dir(p))
	return k != nil && (t.use.Skill == nil || k.Path != t.use.Skill.Path)
}

// ran is the tree that a program gets: the workspace as it is, with its skill's folder as
// it is pinned, and where a model has called it, without what is closed to it.
func (t *turn) ran(u use) tree.Tree {
	v := view(t.e.World().Tree, u.skill, false)
	if u.call == "" {
		return v
	}
	return v.Without(t.closed)
}
