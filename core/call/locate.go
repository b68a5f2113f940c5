package call

import (
	"path"
	"slices"
	"strings"

	"lily/core/argv"
	"lily/core/loader"
	"lily/core/program"
	"lily/core/tool"
	"lily/core/tree"
)

// locate finds the program of a command: a name as it stands, and a path in the
// skill's folder as the snapshot pins it (SN-3). What leads out of the folder, or
// is no file of it, is a fault that says so.
func locate(c *loader.Candidate, word string) (found string, why *tool.Envelope) {
	if !strings.Contains(word, "/") {
		return word, nil
	}
	p := path.Clean(word)
	if strings.HasPrefix(word, "/") || slices.Contains(strings.Split(word, "/"), "..") {
		return word, fault(program.ExitDenied, "Permission denied: the program %s lies outside of the skill's folder.", word)
	}
	if at, ok := pinned(c, word); ok {
		return at, nil
	}
	if _, err := c.Folder().At(p); err == nil {
		return word, fault(program.ExitDenied, "Permission denied: %s is a folder and no program.", word)
	}
	return word, fault(program.ExitNotFound, "Command not found: the skill's folder has no file %s.", p)
}

// pinned is where a file of the skill's folder is, for a relative path that names
// one. It follows from the snapshot alone, so that a replay finds the same (EV-4).
func pinned(c *loader.Candidate, word string) (at string, ok bool) {
	p := path.Clean(word)
	if c == nil || path.IsAbs(word) || slices.Contains(strings.Split(word, "/"), "..") || tree.Check(p) != nil {
		return "", false
	}
	_, ok = c.Folder().File(p)
	return c.Path + "/" + p, ok
}

// located are the words of a command that someone wrote out, as they run: a program
// that is a path, and the script of an interpreter, are those of the skill's folder
// as it is pinned where it has them, and else what they are in /workspace.
func located(c *loader.Candidate, words []string) []string {
	list := slices.Clone(words)
	if at, ok := pinned(c, words[0]); ok && strings.Contains(words[0], "/") {
		list[0] = at
	}
	operand(c, list)
	return list
}

// operand makes the script that an interpreter is to run the one of the skill's
// folder, where that has it: bash scripts/x.sh means what ./scripts/x.sh means.
func operand(c *loader.Candidate, words []string) {
	i := argv.Script(words)
	if i < 0 {
		return
	}
	if at, ok := pinned(c, words[i]); ok {
		words[i] = at
	}
}
