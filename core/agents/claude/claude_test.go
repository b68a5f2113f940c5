package claude_test

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/agentstest"
	"lily/core/agents/claude"
)

// What the documents say of one file.
func TestCells(t *testing.T) {
	for _, tt := range []agentstest.Want{
		agentstest.Is("plain", "---\nname: a\ndescription: x\n---\nText.\n", agents.Loaded, "", "x"),
		agentstest.Is("another name", "---\nname: b\ndescription: x\n---\n", agents.Loaded, "name", "x"),
		agentstest.Is("when to use", "---\ndescription: x\nwhen_to_use: y\n---\n", agents.Loaded, "", "x - y"),
		agentstest.Is("nested metadata", "---\ndescription: x\nmetadata:\n  b:\n    c: d\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("no description", "---\nname: a\n---\n\n# Title\n", agents.Loaded, "description", "# Title"),
		agentstest.Is("long", "---\ndescription: "+strings.Repeat("x", 1600)+"\n---\n", agents.Cut, "long", strings.Repeat("x", 1536)),
		agentstest.Is("a colon", "---\ndescription: Use when: x\n---\nDo it.\n", agents.Cut, "yaml", "Do it."),
		agentstest.Is("no frontmatter", "Just text.\n", agents.Cut, "fence", "Just text."),
		agentstest.Is("a line before", "\n---\ndescription: x\n---\n", agents.Cut, "fence", "---"),
		agentstest.Is("hidden", "---\ndescription: x\ndisable-model-invocation: Yes\n---\n", agents.Dropped, "hidden", ""),
		agentstest.Is("hidden from a person", "---\ndescription: x\nuser-invocable: false\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("paths", "---\ndescription: x\npaths: '*.go'\n---\n", agents.Loaded, "paths", "x"),
	} {
		tt.Test(t, &claude.Agent)
	}
}

// The person's skill wins, and a plugin's has a name of its own.
func TestPlaces(t *testing.T) {
	const text = "---\ndescription: x\n---\n"
	got := agentstest.See(t, &claude.Agent, agents.Terms{}, map[string]string{
		"home/.claude/skills/a/SKILL.md":                        text,
		"project/.claude/skills/a/SKILL.md":                     text,
		"project/.claude/skills/deep/er/SKILL.md":               text,
		"project/.claude/skills/p/.claude-plugin/plugin.json":   `{"name": "pack", "skills": "./more"}`,
		"project/.claude/skills/p/skills/a/SKILL.md":            text,
		"project/.claude/skills/p/more/b/SKILL.md":              "---\nname: fancy\ndescription: x\n---\n",
		"project/.claude/skills/p/other/c/SKILL.md":             text,
		"project/.claude/skills/bad/.claude-plugin/plugin.json": `{`,
		"project/.claude/skills/bad/skills/d/SKILL.md":          text,
		"project/.agents/skills/e/SKILL.md":                     text,
	})
	want := map[string]string{
		"home/.claude/skills/a/SKILL.md": "loaded a", "project/.claude/skills/a/SKILL.md": "shadowed a", "project/.claude/skills/deep/er/SKILL.md": "ignored ",
		"project/.claude/skills/p/skills/a/SKILL.md": "loaded pack:a", "project/.claude/skills/p/more/b/SKILL.md": "loaded pack:fancy",
		"project/.claude/skills/p/other/c/SKILL.md": "ignored ", "project/.claude/skills/bad/skills/d/SKILL.md": "refused d", "project/.agents/skills/e/SKILL.md": "ignored ",
	}
	for _, row := range got.Rows {
		if c := row.Cells[0]; fmt.Sprintf("%s %s", c.State, c.Name) != want[row.Path] {
			t.Errorf("%s: got %s %s, want %s", row.Path, c.State, c.Name, want[row.Path])
		}
	}
}

// Every name is told; descriptions have 1 % of the window, at 4 characters a token, and 8,000 characters without one.
func TestBudget(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("project/.claude/skills/s-%03d/SKILL.md", i)] = "---\ndescription: " + strings.Repeat("x", 100) + "\n---\n"
	}
	for window, want := range map[int]int{0: (8_000 - 200*8) / 102, 32_000: 0, 200_000: (8_000 - 200*8) / 102, 400_000: (16_000 - 200*8) / 102, 1_000_000: 200} {
		got := agentstest.See(t, &claude.Agent, agents.Terms{Window: window}, files)
		if n := got.Count(0); n[agents.Loaded] != want || n[agents.Cut] != 200-want || strings.Count(got.Catalog(0), "\n") != 200 {
			t.Errorf("%d: got %v, want %d whole", window, n, want)
		}
	}
	for _, r := range claude.Agent.Rules {
		if r.Known != agents.Documented {
			t.Errorf("got %+v, want it documented", r)
		}
	}
}
