package opencode_test

import (
	"testing"

	"lily/core/agents"
	"lily/core/agents/opencode"
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
	return agents.Evaluate(agents.Installed(b.Tree()).Placed("/project", "/me"), []*agents.Agent{&opencode.Agent}, agents.Terms{})
}

func TestCells(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       agents.State
		rule, says string
	}{
		{"plain", "---\nname: a\ndescription: x\n---\n", agents.Loaded, "", "x"},
		{"another folder's name", "---\nname: Any Name\ndescription: x\n---\n", agents.Loaded, "", "x"},
		{"a blank after the fence", "--- \nname: a\ndescription: x\n---\n", agents.Loaded, "", "x"},
		{"its language", "---yaml\nname: a\ndescription: x\n---\n", agents.Loaded, "", "x"},
		{"JSON", "---json\n{\"name\": \"a\", \"description\": \"x\"}\n---\n", agents.Loaded, "", "x"},
		{"no end", "---\nname: a\ndescription: x\n", agents.Loaded, "", "x"},
		{"text after the end", "---\nname: a\ndescription: x\n---- more\n", agents.Loaded, "", "x"},
		{"nested metadata", "---\nname: a\ndescription: x\nmetadata:\n  a:\n    b: c\n---\n", agents.Loaded, "", "x"},
		{"a block to the end", "---\nname: a\ndescription: |\n  x\n---\n", agents.Loaded, "", "x\n"},
		{"a colon", "---\nname: a\ndescription: Use when: always\n---\n", agents.Repaired, "colon", "Use when: always"},
		{"a colon in a key with a hyphen", "---\nname: a\ndescription: x\nallowed-tools: a: b\n---\n", agents.Refused, "yaml", ""},
		{"no description", "---\nname: a\n---\n", agents.Dropped, "description", ""},
		{"an empty description", "---\nname: a\ndescription:\n---\n", agents.Refused, "description", ""},
		{"a number", "---\nname: 12\ndescription: x\n---\n", agents.Refused, "name", ""},
		{"a time", "---\nname: 1:30\ndescription: x\n---\n", agents.Refused, "name", ""},
		{"a date", "---\nname: a\ndescription: 2026-01-01\n---\n", agents.Refused, "description", ""},
		{"yes", "---\nname: yes\ndescription: x\n---\n", agents.Loaded, "", "x"},
		{"twice", "---\nname: a\nname: b\ndescription: x\n---\n", agents.Refused, "yaml", ""},
		{"a merge key", "---\nbase: &b\n  description: x\nname: a\n<<: *b\n---\n", agents.Loaded, "", "x"},
		{"a list of them", "---\none: &b\n  description: x\n<<: [*b]\nname: a\n---\n", agents.Loaded, "", "x"},
		{"its own before a merged one", "---\nbase: &b\n  description: x\nname: a\n<<: *b\ndescription: y\n---\n", agents.Loaded, "", "y"},
		{"a merge key of text", "---\nname: a\n<<: b\ndescription: x\n---\n", agents.Refused, "yaml", ""},
		{"a tab before a key", "---\nname: a\n\tdescription: x\n---\n", agents.Loaded, "", "x"},
		{"a tab after blanks", "---\nname: a\nmetadata:\n  \tb: c\ndescription: x\n---\n", agents.Loaded, "", "x"},
		{"a tab in a block", "---\nname: a\n\tkey: b\ndescription: |\n  x\n  \ty\n---\n", agents.Loaded, "", "x\n\ty\n"},
		{"blank lines before", "\n---\nname: a\n---\n", agents.Refused, "fence", ""},
		{"four hyphens", "----\nname: a\n---\n", agents.Refused, "fence", ""},
		{"a program", "---js\n{name: 'a'}\n---\n", agents.Refused, "fence", ""},
		{"another language", "---toml\nname = 'a'\n---\n", agents.Refused, "fence", ""},
		{"no frontmatter", "Text.\n", agents.Refused, "fence", ""},
		{"empty", "", agents.Refused, "fence", ""},
	} {
		c := table(t, map[string]string{"project/.opencode/skills/a/SKILL.md": tt.text}).Rows[0].Cells[0]
		rule := ""
		if len(c.Reasons) > 0 {
			rule = c.Reasons[0].Rule
		}
		if c.State != tt.want || rule != tt.rule || c.Shown != tt.says {
			t.Errorf("%s: got %s for %s with %q, want %s for %s with %q: %v", tt.name, c.State, rule, c.Shown, tt.want, tt.rule, tt.says, c.Reasons)
		}
	}
}

func TestCatalog(t *testing.T) {
	got := table(t, map[string]string{
		"home/.claude/skills/a/SKILL.md":                 "---\nname: a\ndescription: home\n---\n",
		"home/.claude/skills/.hidden/SKILL.md":           "---\nname: hidden\ndescription: <x> & 'y'\n---\n",
		"project/.opencode/skill/deep/er/SKILL.md":       "---\nname: a\ndescription: project\n---\n",
		"project/.opencode/skills/.hidden/SKILL.md":      "---\nname: away\ndescription: x\n---\n",
		"project/.opencode/skills/it's/SKILL.md":         "---\nname: B\ndescription: |\n  x\n---\n",
		"project/.opencode/skills/small/skill.md":        "---\nname: small\ndescription: x\n---\n",
		"home/.config/opencode/skills/nothing/SKILL.md":  "---\nname: nothing\n---\n",
		"project/.agents/skills/x/references/z/SKILL.md": "---\nname: 1.0.0\ndescription: x\n---\n",
	})
	want := `Skills provide specialized instructions and workflows for specific tasks.
Use the skill tool to load a skill when a task matches its description.
<available_skills>
  <skill>
    <name>1.0.0</name>
    <description>x</description>
    <location>/project/.agents/skills/x/references/z/SKILL.md</location>
  </skill>
  <skill>
    <name>a</name>
    <description>project</description>
    <location>/project/.opencode/skill/deep/er/SKILL.md</location>
  </skill>
  <skill>
    <name>B</name>
    <description>x
</description>
    <location>/project/.opencode/skills/it&#39;s/SKILL.md</location>
  </skill>
  <skill>
    <name>hidden</name>
    <description><x> & 'y'</description>
    <location>/me/.claude/skills/.hidden/SKILL.md</location>
  </skill>
</available_skills>`
	if got.Catalog(0) != want {
		t.Errorf("got %s\nwant %s", got.Catalog(0), want)
	}
}
