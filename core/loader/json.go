package loader

import (
	"bytes"
	"encoding/json"

	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// entry is one line of the index as it is written out (SN-2).
type entry struct {
	Name     string            `json:"name"`
	Source   world.Source      `json:"source"`
	Path     string            `json:"path"`
	Digest   tree.Digest       `json:"digest"`
	Format   skill.Format      `json:"format"`
	Summary  string            `json:"summary"`
	Mode     skill.Mode        `json:"invocation_mode"`
	Command  string            `json:"command"` // as declared
	Alias    string            `json:"alias"`   // as it resolves; empty when ambiguous
	Tool     string            `json:"command_tool,omitempty"`
	Requires []string          `json:"requires_tools"`
	Needs    skill.Eligibility `json:"eligibility"`
	Modes    []string          `json:"modes,omitempty"`
	Tools    []skill.Tool      `json:"tools,omitempty"`
}

// MarshalJSON writes the snapshot with its keys in a fixed order.
func (s *Snapshot) MarshalJSON() ([]byte, error) {
	index := make([]entry, len(s.Skills))
	for i, c := range s.Skills {
		k := c.Skill()
		index[i] = entry{
			c.Name, c.Source, c.Path, c.Digest, k.Format, k.Summary, k.Mode, k.Command, s.AliasOf(c), k.CommandTool,
			k.Requires, k.Eligibility, k.Modes, k.Tools,
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // the encoder that asked decides
	err := enc.Encode(struct {
		Version    int          `json:"version"`
		Digest     tree.Digest  `json:"digest"`
		Profile    tree.Digest  `json:"profile"`
		Policy     tree.Digest  `json:"policy"`
		Roots      []*Listing   `json:"roots"`
		Skills     []entry      `json:"skills"`
		Candidates []*Candidate `json:"candidates"`
		Conflicts  []Conflict   `json:"conflicts"`
	}{s.Version, s.Digest, s.Profile, s.Policy, s.Roots, index, s.Candidates, s.Conflicts})
	return b.Bytes(), err
}
