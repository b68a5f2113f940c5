package copilot_test

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/agentstest"
	"lily/core/agents/copilot"
)

func TestCells(t *testing.T) {
	for _, tt := range []agentstest.Want{
		agentstest.Is("plain", "---\nname: a\ndescription: x\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("another name", "---\nname: b\ndescription: x\n---\n", agents.Loaded, "folder", "x"),
		agentstest.Is("no name", "---\ndescription: x\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("a number", "---\nname: a\ndescription: 12\n---\n", agents.Loaded, "", "12"),
		agentstest.Is("a key twice", "---\nname: a\ndescription: x\ndescription: y\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("no end", "---\nname: a\ndescription: x\n", agents.Loaded, "", "x"),
		agentstest.Is("nested metadata", "---\nname: a\ndescription: x\nmetadata:\n  b:\n    c: d\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("tags", "---\nname: a\ndescription: Use <b>this</b> now\n---\n", agents.Cut, "tags", "Use this now"),
		agentstest.Is("long", "---\nname: a\ndescription: "+strings.Repeat("é", 1025)+"\n---\n", agents.Cut, "long", strings.Repeat("é", 1024)),
		agentstest.Is("a colon", "---\ndescription: Use when: always\nname: b\n---\n", agents.Cut, "lenient", "Use when"),
		agentstest.Is("a colon below", "---\nname: a\ndescription: x\nhint: a: b\n---\n", agents.Cut, "lenient", "x"),
		agentstest.Is("an open quote", "---\nname: a\ndescription: \"x y\n---\n", agents.Cut, "lenient", "x y"),
		agentstest.Is("a sign", "---\nname: a\ndescription: @x\n  goes on\nlicense: y\n---\n", agents.Cut, "lenient", "@x goes on"),
		agentstest.Is("hidden", "---\nname: a\ndescription: x\ndisable-model-invocation: true\n---\n", agents.Dropped, "hidden", ""),
		agentstest.Is("no description", "---\nname: a\n---\n", agents.Dropped, "description", ""),
		agentstest.Is("a list", "---\nname: a\ndescription: [x]\n---\n", agents.Dropped, "description", ""),
		agentstest.Is("no frontmatter", "Text.\n", agents.Dropped, "fence", ""),
	} {
		tt.Test(t, &copilot.Agent)
	}
}

func TestCatalog(t *testing.T) {
	got := agentstest.See(t, &copilot.Agent, agents.Terms{}, map[string]string{
		"project/.claude/skills/a/SKILL.md":      "---\nname: a\ndescription: second\n---\n",
		"project/.github/skills/a/SKILL.md":      "---\nname: a\ndescription: first & foremost\n---\n",
		"project/.github/skills/deep/a/SKILL.md": "---\nname: a\ndescription: x\n---\n",
		"home/.copilot/skills/b/SKILL.md":        "---\nname: b\ndescription: x\n---\n",
	})
	want := `<skills>
Here is a list of skills that contain domain specific knowledge on a variety of topics.
When a user asks you to perform a task that falls within the domain of a skill, use the skill tool with the skill name to load it.
<skill>
<name>a</name>
<description>first & foremost</description>
<file>/project/.github/skills/a/SKILL.md</file>
</skill>
<skill>
<name>b</name>
<description>x</description>
<file>/me/.copilot/skills/b/SKILL.md</file>
</skill>
</skills>

`
	if got.Catalog(0) != want {
		t.Errorf("got %s\nwant %s", got.Catalog(0), want)
	}
}

// Entries take 15,000 characters, names 5,000, and the rest is counted.
func TestBudget(t *testing.T) {
	files := map[string]string{}
	for i := range 600 {
		files[fmt.Sprintf("project/.github/skills/skill-%04d/SKILL.md", i)] = fmt.Sprintf("---\nname: skill-%04d\ndescription: %s\n---\n", i, strings.Repeat("x", 200))
	}
	got := agentstest.See(t, &copilot.Agent, agents.Terms{}, files)
	n := got.Count(0)
	if n[agents.Loaded] != 15_000/326 || n[agents.Cut] != 5_002/12 || n[agents.Loaded]+n[agents.Cut]+n[agents.Dropped] != 600 {
		t.Errorf("got %v", n)
	}
	if want := fmt.Sprintf("... and %d more\n</skills>\n\n", n[agents.Dropped]); !strings.HasSuffix(got.Catalog(0), want) {
		t.Errorf("got an end of %q, want %q", got.Catalog(0)[len(got.Catalog(0))-80:], want)
	}
}
