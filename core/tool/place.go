package tool

import (
	"path"
	"slices"
	"strings"

	"lily/core/command"
	"lily/core/skill"
	"lily/core/tree"
)

const cwd = "workspace"

// resolve makes a tree path of what was asked for: absolute from the top, or
// relative to /workspace, where tools work (VF-1). It never leaves the tree.
func resolve(asked string) (string, error) {
	p := strings.TrimPrefix(asked, "/")
	if p == asked {
		p = cwd + "/" + asked
	}
	if p = strings.TrimSuffix(p, "/"); p == "" || p == "." {
		return ".", nil
	}
	for part := range strings.SplitSeq(p, "/") {
		if part == ".." {
			return "", tree.Check(p)
		}
	}
	if p = path.Clean(p); p == "." {
		return p, nil
	}
	return p, tree.Check(p)
}

// file is where the file is that was asked for: a relative path that the skill's folder has is that file, and else
// one of /workspace (CV-5). A model is told of the first with the skill's text, and of the second with the tool.
func (w World) file(asked string) (string, error) {
	return w.place(asked, func(rel string) bool { _, ok := w.Own.Folder.File(rel); return ok })
}

// folder is [World.file] for a folder. /workspace itself is no folder of a skill.
func (w World) folder(asked string) (string, error) {
	return w.place(asked, func(rel string) bool { _, err := w.Own.Folder.At(rel); return err == nil })
}

func (w World) place(asked string, has func(rel string) bool) (string, error) {
	p, err := resolve(asked)
	rel, below := strings.CutPrefix(p, cwd+"/")
	if err != nil || strings.HasPrefix(asked, "/") || !below || w.Own.Path == "" || !has(rel) {
		return p, err
	}
	return w.Own.Path + "/" + rel, nil
}

func (w World) closed(p string) bool { return w.Closed != nil && w.Closed(p) }

// Path is the path in the tree that a call of a tool which takes paths is about: of a file, or of a folder.
func (t Tool) Path(args command.Args) (string, error) { return resolve(text(args, "path")) }

// Searches reports whether the tool takes a folder and tells of what is below it.
func (t Tool) Searches() bool {
	return t.Files && slices.ContainsFunc(t.Params, func(p skill.Param) bool { return p == where })
}
