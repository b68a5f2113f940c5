package world

import "lily/core/tree"

// Source names a root (LD-1).
type Source string

// The three sources, lowest precedence first.
const (
	Bundled   Source = "bundled"
	User      Source = "user"
	Workspace Source = "workspace"
)

// Scan says how a root is searched (LD-2).
type Scan string

// The two ways to scan.
const (
	Children Scan = "children" // immediate child folders only
	Deep     Scan = "tree"     // every SKILL.md below, within limits
)

// Root is one place that holds skills.
type Root struct {
	Source   Source      `json:"source"`
	Path     string      `json:"path"` // in the tree: "user/skills"
	Required bool        `json:"required"`
	Scan     Scan        `json:"scan"`
	Skips    []tree.Skip `json:"skips,omitempty"` // what the reader of the root could not bring along
}

// Roots returns the three roots of the contract (LD-1), lowest precedence first.
func Roots(scan Scan) []Root {
	return []Root{
		{Source: Bundled, Path: "bundled/skills", Required: true, Scan: scan},
		{Source: User, Path: "user/skills", Scan: scan},
		{Source: Workspace, Path: "workspace/skills", Required: true, Scan: scan},
	}
}
