package tool

import (
	"slices"

	"lily/core/command"
	"lily/core/skill"
)

// Path is the path in the tree that a call of a tool which takes paths is about: of
// the file, or of the folder where it searches.
func (t Tool) Path(args command.Args) (string, error) { return resolve(text(args, "path")) }

// Searches reports whether the tool takes a folder and tells of what is below it.
func (t Tool) Searches() bool {
	return t.Files && slices.ContainsFunc(t.Params, func(p skill.Param) bool { return p == where })
}
