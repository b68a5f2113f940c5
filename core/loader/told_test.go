package loader

import (
	"fmt"
	"slices"
	"testing"

	"lily/core/skill"
	"lily/core/world"
)

// SK-8, LD-8: what excludes a skill everywhere is an error with its line, and nothing is
// said twice; what an environment lacks is a note.
func TestTold(t *testing.T) {
	in := files{
		inWorkspace + "malformed/SKILL.md": "---\nopen",
		inWorkspace + "reserved/SKILL.md":  "---\nsummary: x\ncommand: help\n---\n",
		inWorkspace + "command/SKILL.md":   "---\ninvocation_mode: tool_dispatch\ncommand_tool: nope\n---\n",
		inWorkspace + "requires/SKILL.md":  "---\nsummary: x\nrequires_tools: [nope, read]\n---\n",
		inWorkspace + "git/SKILL.md":       "---\nsummary: x\neligibility:\n  binaries: [git]\n---\n",
		inWorkspace + "off/SKILL.md":       "---\nrequires_tools: [nope]\n---\n",
		inWorkspace + "twin/SKILL.md":      "---\nsummary: x\n---\n",
		inUser + "twin/SKILL.md":           "---\nsummary: x\n---\n",
		inWorkspace + "good/SKILL.md":      "---\nsummary: x\n---\n",
	}.input(t, world.Children)
	in.Policy.Disabled = []string{"off"}
	s, err := Load(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range s.Candidates {
		for _, f := range c.AllFindings() {
			got = append(got, fmt.Sprintf("%s:%d %s %s", c.Name, f.Line, f.Severity, f.Code))
		}
		errs := slices.ContainsFunc(c.AllFindings(), func(f skill.Finding) bool { return f.Severity == skill.Error })
		if everywhere := slices.Contains([]State{Malformed, CommandReserved, ToolMissing}, c.State); everywhere && !errs {
			t.Errorf("%s is %s and has no error", c.Name, c.State)
		}
	}
	same(t, "told", got, []string{
		"command:3 error tool_unknown", "git:3 info binary_missing", "malformed:1 error unclosed_frontmatter",
		"off:1 info disabled", "off:2 error tool_unknown", "requires:3 error tool_unknown",
		"reserved:3 error command_reserved", "twin:1 info shadowed",
	})
}
