package crush_test

import (
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/crush"
	"lily/core/tree"
)

func table(t *testing.T, files map[string]string) agents.Table {
	t.Helper()
	b := tree.Builder{}
	for at, text := range files {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return agents.Evaluate(agents.Installed(b.Tree()).Placed("/project", "/me"), []*agents.Agent{&crush.Agent}, agents.Terms{})
}

func TestCells(t *testing.T) {
	for _, tt := range []struct {
		name, at, text string
		want           agents.State
		rule           string
	}{
		{"plain", "a", "---\nname: a\ndescription: x\n---\n", agents.Loaded, ""},
		{"blank lines and spaces around the fence", "a", "\n \n --- \nname: a\ndescription: x\n  ---\n", agents.Loaded, ""},
		{"a mark and carriage returns", "a", "\uFEFF---\r\nname: a\r\ndescription: x\r\n---\r\n", agents.Loaded, ""},
		{"capitals", "a-b", "---\nname: A-B\ndescription: x\n---\n", agents.Loaded, ""},
		{"a number is text", "12", "---\nname: 12\ndescription: true\n---\n", agents.Loaded, ""},
		{"metadata of numbers", "a", "---\nname: a\ndescription: x\nmetadata:\n  version: 1.0\n---\n", agents.Loaded, ""},
		{"unknown keys", "a", "---\nname: a\ndescription: x\ntools: [a]\n---\n", agents.Loaded, ""},
		{"nested metadata", "a", "---\nname: a\ndescription: x\nmetadata:\n  a:\n    b: c\n---\n", agents.Refused, "yaml"},
		{"a colon", "a", "---\nname: a\ndescription: Use when: x\n---\n", agents.Refused, "yaml"},
		{"twice", "a", "---\nname: a\nname: a\ndescription: x\n---\n", agents.Refused, "yaml"},
		{"yes is no bool", "a", "---\nname: a\ndescription: x\nuser-invocable: maybe\n---\n", agents.Refused, "yaml"},
		{"open", "a", "---\nname: a\n", agents.Refused, "fence"},
		{"text", "a", "Just text.\n---\n", agents.Refused, "fence"},
		{"empty", "a", "", agents.Refused, "fence"},
		{"no description", "a", "---\nname: a\n---\n", agents.Refused, "description"},
		{"no name", "a", "---\ndescription: x\n---\n", agents.Refused, "name"},
		{"another folder", "b", "---\nname: a\ndescription: x\n---\n", agents.Refused, "folder"},
		{"hyphens", "a--b", "---\nname: a--b\ndescription: x\n---\n", agents.Refused, "name"},
		{"long", "a", "---\nname: a\ndescription: " + strings.Repeat("ä", 513) + "\n---\n", agents.Refused, "description"},
		{"hidden", "a", "---\nname: a\ndescription: x\ndisable-model-invocation: true\n---\n", agents.Dropped, "hidden"},
	} {
		c := table(t, map[string]string{"project/.crush/skills/" + tt.at + "/SKILL.md": tt.text}).Rows[0].Cells[0]
		rule := ""
		if len(c.Reasons) > 0 {
			rule = c.Reasons[0].Rule
		}
		if c.State != tt.want || rule != tt.rule {
			t.Errorf("%s: got %s for %s, want %s for %s: %v", tt.name, c.State, rule, tt.want, tt.rule, c.Reasons)
		}
	}
}

// A block of text at the end has no line end, since the frontmatter has none there.
func TestBlock(t *testing.T) {
	for text, want := range map[string]string{
		"---\nname: a\ndescription: |\n  x\n---\n": "x", "---\ndescription: |\n  x\nname: a\n---\n": "x\n", "---\nname: a\ndescription: |+\n  x\n\n---\n": "x\n",
	} {
		if c := table(t, map[string]string{"project/.crush/skills/a/SKILL.md": text}).Rows[0].Cells[0]; c.Text != want {
			t.Errorf("%q: got %q, want %q", text, c.Text, want)
		}
	}
}

// Of one name the last by path stays: the project's here, since /home is before /project.
func TestCatalog(t *testing.T) {
	got := table(t, map[string]string{
		"home/.claude/skills/a/SKILL.md":       "---\nname: a\ndescription: home\n---\n",
		"project/.agents/skills/b/SKILL.md":    "---\nname: b\ndescription: A & 'b'\n---\n",
		"project/.cursor/skills/a/SKILL.md":    "---\nname: a\ndescription: project\n---\n",
		"project/.agents/skills/c/SKILL.md":    "---\nname: c\ndescription: x\ndisable-model-invocation: true\n---\n",
		"project/.agents/skills/c/d/skill.md":  "---\nname: d\ndescription: x\n---\n",
		"project/.codex/skills/no/SKILL.md":    "---\nname: no\ndescription: x\n---\n",
		"project/.crush/skills/.x/.y/SKILL.md": "---\nname: y\ndescription: x\n---\n",
	})
	want := "<available_skills>\n  <skill>\n    <name>b</name>\n    <description>A &amp; &apos;b&apos;</description>\n" +
		"    <location>/project/.agents/skills/b/SKILL.md</location>\n  </skill>\n  <skill>\n    <name>a</name>\n" +
		"    <description>project</description>\n    <location>/project/.cursor/skills/a/SKILL.md</location>\n  </skill>\n</available_skills>"
	if got.Catalog(0) != want {
		t.Errorf("got %s\nwant %s", got.Catalog(0), want)
	}
	if c := got.Rows[0].Cells[0]; c.State != agents.Shadowed || c.By != "project/.cursor/skills/a/SKILL.md" {
		t.Errorf("got %+v, want it shadowed", c)
	}
}
