package cursor_test

import (
	"testing"

	"lily/core/agents"
	"lily/core/agents/agentstest"
	"lily/core/agents/cursor"
)

func TestCells(t *testing.T) {
	for _, tt := range []agentstest.Want{
		agentstest.Is("plain", "---\nname: a\ndescription: x\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("nested metadata", "---\nname: a\ndescription: x\nmetadata:\n  b:\n    c: d\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("paths", "---\nname: a\ndescription: x\npaths: '*.go'\n---\n", agents.Loaded, "paths", "x"),
		agentstest.Is("hidden", "---\nname: a\ndescription: x\ndisable-model-invocation: true\n---\n", agents.Dropped, "hidden", ""),
		agentstest.Is("another name", "---\nname: b\ndescription: x\n---\n", agents.Refused, "name", ""),
		agentstest.Is("no name", "---\ndescription: x\n---\n", agents.Refused, "name", ""),
		agentstest.Is("no description", "---\nname: a\n---\n", agents.Refused, "description", ""),
		agentstest.Is("a colon", "---\nname: a\ndescription: Use when: x\n---\n", agents.Refused, "frontmatter", ""),
		agentstest.Is("a list", "---\n- a\n---\n", agents.Refused, "frontmatter", ""),
		agentstest.Is("no frontmatter", "Text.\n", agents.Refused, "frontmatter", ""),
	} {
		tt.Test(t, &cursor.Agent)
	}
}

// Cursor's prompt is not documented: there is no text of it.
func TestNothingIsInvented(t *testing.T) {
	got := agentstest.See(t, &cursor.Agent, agents.Terms{Window: 200_000}, map[string]string{
		"project/.codex/skills/a/SKILL.md":       "---\nname: a\ndescription: x\n---\n",
		"home/.agents/skills/a/SKILL.md":         "---\nname: a\ndescription: x\n---\n",
		"project/.cursor/skills/deep/a/SKILL.md": "---\nname: a\ndescription: x\n---\n",
	})
	if got.Catalog(0) != "" || got.Count(0)[agents.Loaded] != 1 || got.Count(0)[agents.Shadowed] != 1 || got.Count(0)[agents.Ignored] != 1 {
		t.Errorf("got %q and %v", got.Catalog(0), got.Count(0))
	}
	for _, r := range cursor.Agent.Rules {
		if r.Known != agents.Documented {
			t.Errorf("got %+v, want it documented", r)
		}
	}
}
