// Package example holds the workspace that Lily's first minute leads through: six skills, three of them broken.
//
// It promises that each of the broken ones has a fix that Lily proposes, and that all six count once the fixes are
// made. What the folders mean is the loader's to say; here they are content.
//
//	fs.ReadFile(example.Files(), "skills/haiku/SKILL.md")
package example

import "embed"

//go:embed skills
var files embed.FS

// Files returns the workspace.
func Files() embed.FS { return files }
