package portable_test

import (
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/agents/portable"
	"lily/core/agents/standard"
	"lily/core/skill"
	"lily/core/tree"
)

func TestFindings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"---\nname: x\ndescription: Does it.\n---\n", ""},
		{"---\nname: x\ndescription: Does it.\nmodel: m\n---\n", "4 Agent Skills standard refuses the skill: The key model"},
		{"---\nname: y\ndescription: Does it.\n---\n", "2 Agent Skills standard refuses the skill: The name y is not that of its folder"},
		{"no frontmatter", "1 Agent Skills standard refuses the skill: The file does not start"},
	} {
		folder, err := tree.Tree{}.Put("SKILL.md", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, f := range portable.Findings("x", folder, []*agents.Agent{&standard.Agent}) {
			got.WriteString(string(rune('0'+f.Line)) + " " + f.Message)
		}
		if !strings.HasPrefix(got.String(), c.want) || (got.String() == "") != (c.want == "") {
			t.Errorf("%q: got %q, want %q", c.text, got.String(), c.want)
		}
	}
}

// A key of one agent is nothing to tell to who writes for that agent alone.
func TestConcerns(t *testing.T) {
	f := skill.Parse("x", []byte("---\nname: x\ndescription: Does it.\nmodel: m\n---\n")).Findings[0]
	claude := &agents.Agent{Title: "Claude Code"}
	if portable.Concerns(f, []*agents.Agent{claude}) {
		t.Errorf("got %q told to who writes for Claude Code", f.Message)
	}
	if !portable.Concerns(f, []*agents.Agent{claude, &standard.Agent}) || !portable.Concerns(f, all.List) {
		t.Errorf("got %q not told to who writes for others too", f.Message)
	}
}
