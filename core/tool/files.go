package tool

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core/command"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/tree"
)

// MaxWrite is the largest file that a tool writes, in bytes.
const MaxWrite = 1 << 20

var readFile = Tool{
	Name:    "read",
	Summary: "Read a text file, whole or some of its lines.",
	Params: []skill.Param{
		param("path", "string", "The file; relative to /workspace unless it begins with a slash."),
		optional("from", "integer", "The first line to return, counted from 1."),
		optional("lines", "integer", "How many lines to return."),
	},
	Files: true,
	Lines: true,
	Run: func(w World, args command.Args) (Output, error) {
		s, err := w.load(text(args, "path"))
		if err != nil {
			return Output{}, err
		}
		from, hasFrom := args["from"].(int64)
		count, hasCount := args["lines"].(int64)
		if (hasFrom && from < 1) || (hasCount && count < 1) {
			return Output{}, fmt.Errorf("lines are counted from 1: got from=%d lines=%d", from, count)
		}
		lines := strings.SplitAfter(s, "\n")
		lines = lines[min(max(int(from)-1, 0), len(lines)):]
		if hasCount && count < int64(len(lines)) {
			lines = lines[:count]
		}
		return Output{Text: strings.Join(lines, "")}, nil
	},
}

func (w World) load(asked string) (string, error) {
	p, err := w.file(asked)
	if err != nil {
		return "", err
	}
	f, ok := w.Tree.File(p)
	if !ok {
		return "", fmt.Errorf("there is no file /%s", p)
	}
	if w.closed(p) {
		return "", fmt.Errorf("/%s is the SKILL.md of another skill; a request gets that of its one skill only, by select_skill", p)
	}
	data, err := f.Bytes()
	if err != nil {
		return "", fmt.Errorf("/%s: %w", p, err)
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return "", fmt.Errorf("the file /%s is not text", p)
	}
	return string(data), nil
}

var writeFile = Tool{
	Name:    "write",
	Summary: "Write a text file under /workspace, new or over an old one.",
	Params: []skill.Param{
		param("path", "string", "The file; relative to /workspace unless it begins with a slash."),
		param("content", "string", "The whole new content."),
	},
	Writes: true,
	Files:  true,
	Run: func(w World, args command.Args) (Output, error) {
		return store(w.Tree, text(args, "path"), text(args, "content"))
	},
}

func store(t tree.Tree, asked, content string) (Output, error) {
	p, err := resolve(asked)
	if err != nil {
		return Output{}, err
	}
	if !strings.HasPrefix(p, cwd+"/") {
		return Output{}, fmt.Errorf("tools write only under /%s: got /%s", cwd, p)
	}
	if len(content) > MaxWrite {
		return Output{}, fmt.Errorf("the content has %d bytes, at most %d are written", len(content), MaxWrite)
	}
	next, err := t.Put(p, []byte(content))
	if err != nil {
		return Output{}, err
	}
	return Output{Text: fmt.Sprintf("Wrote %d bytes to /%s.", len(content), p), Tree: &next}, nil
}

var editFile = Tool{
	Name:    "edit",
	Summary: "Replace one passage of a text file under /workspace.",
	Params: []skill.Param{
		param("path", "string", "The file; relative to /workspace unless it begins with a slash."),
		param("old", "string", "The passage to replace; it must occur exactly once."),
		param("new", "string", "What stands there afterwards."),
	},
	Writes: true,
	Files:  true,
	Run: func(w World, args command.Args) (Output, error) {
		s, err := w.load(text(args, "path"))
		if err != nil {
			return Output{}, err
		}
		old, now := text(args, "old"), text(args, "new")
		if !strings.Contains(s, old) { // the passage as a model was shown it
			old, now = sight.Meant(old), sight.Meant(now)
		}
		if n := strings.Count(s, old); old == "" || n != 1 {
			return Output{}, fmt.Errorf("the passage must occur exactly once: got %d times", n)
		}
		return store(w.Tree, text(args, "path"), strings.Replace(s, old, now, 1))
	},
}

const cwd = "workspace"

// resolve makes a tree path, never out of the tree, of one from the top or from /workspace, where tools work (VF-1).
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
