// Package skills holds the skills that ship with Lily.
//
// It promises a read-only tree, the same in every build of the same sources, whose root holds one folder for each
// skill, with every file of that folder. What the folders mean is the loader's to say; here they are content.
//
//	fs.ReadFile(skills.Files(), "text_tools/SKILL.md")
package skills

import (
	"embed"
	"io/fs"
)

// The folders are named one by one, so that this file and its test are no part
// of the tree; all: keeps files whose names begin with a dot or underscore.
//
//go:embed all:check_skills all:git_helper all:plan_compiler all:repo_maintainer
//go:embed all:research_assistant all:skill_author all:text_tools
var files embed.FS

// Files returns the bundled skills. Its root is what /bundled/skills shows (VF-1).
func Files() fs.FS { return files }
