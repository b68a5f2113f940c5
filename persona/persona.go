// Package persona holds the persona that ships with Lily: four files, and the other agents under agents/.
//
// It promises a read-only tree, laid out as /persona is (PE-1), with which a first start fills the person's own copy.
// Which file gives what to which agent is decided in core/persona; here they are content.
//
//	fs.ReadFile(persona.Files(), "SOUL.md")
package persona

import (
	"embed"
	"io/fs"
)

//go:embed SOUL.md IDENTITY.md USER.md AGENTS.md all:agents
var files embed.FS

// Files returns the shipped persona. Its root is what /persona shows (VF-1).
func Files() fs.FS { return files }
