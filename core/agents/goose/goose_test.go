package goose_test

import (
	"testing"

	"lily/core/agents"
	"lily/core/agents/agentstest"
	"lily/core/agents/goose"
)

func TestCells(t *testing.T) {
	for _, tt := range []agentstest.Want{
		agentstest.Is("plain", "---\nname: a\ndescription: x\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("a number and a word for true are text", "---\nname: 12\ndescription: true\n---\n", agents.Loaded, "", "true"),
		agentstest.Is("another folder's name", "---\nname: Any Name\ndescription: x\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("no description", "---\nname: a\n---\n", agents.Loaded, "", ""),
		agentstest.Is("text before", "Read this.\n---\nname: a\ndescription: x\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("a byte order mark", "\uFEFF---\nname: a\ndescription: x\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("nested metadata", "---\nname: a\ndescription: x\nmetadata:\n  a:\n    b: c\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("an unknown key twice", "---\nname: a\nb: 1\nb: 2\ndescription: x\n---\n", agents.Loaded, "", "x"),
		agentstest.Is("hyphens in a value", "---\nname: a\ndescription: one --- two\n---\n", agents.Loaded, "", "one"),
		agentstest.Is("a name twice", "---\nname: a\nname: b\n---\n", agents.Refused, "yaml", ""),
		agentstest.Is("a list", "---\nname: a\ndescription: [x]\n---\n", agents.Refused, "yaml", ""),
		agentstest.Is("metadata that is text", "---\nname: a\nmetadata: x\n---\n", agents.Refused, "yaml", ""),
		agentstest.Is("a colon", "---\nname: a\ndescription: Use when: x\n---\n", agents.Refused, "yaml", ""),
		agentstest.Is("no name", "---\ndescription: x\n---\n", agents.Refused, "name", ""),
		agentstest.Is("a name that is null", "---\nname: ~\n---\n", agents.Refused, "name", ""),
		agentstest.Is("a slash", "---\nname: a/b\n---\n", agents.Refused, "name", ""),
		agentstest.Is("no end", "---\nname: a\n", agents.Refused, "fence", ""),
		agentstest.Is("no UTF-8", "---\nname: a\xff\n---\n", agents.Refused, "utf8", ""),
	} {
		tt.Test(t, &goose.Agent)
	}
}

func TestCatalog(t *testing.T) {
	got := agentstest.See(t, &goose.Agent, agents.Terms{}, map[string]string{
		"home/.agents/skills/b/SKILL.md":             "---\nname: b\ndescription: home\n---\n",
		"project/.claude/skills/x/.y/z/SKILL.md":     "---\nname: a\ndescription: <a> & b\n---\n",
		"project/.agents/skills/deep/er/SKILL.md":    "---\nname: b\ndescription: project\n---\n",
		"project/.agents/skills/.git/hooks/SKILL.md": "---\nname: git\ndescription: x\n---\n",
	})
	want := "\n\nYou have these skills at your disposal, when it is clear they can help you solve a problem or you are asked to use them:\n" +
		"• a - <a> & b\n• b - project"
	if got.Catalog(0) != want {
		t.Errorf("got %s\nwant %s", got.Catalog(0), want)
	}
	if c := got.Rows[0].Cells[0]; c.State != agents.Shadowed || c.By != "project/.agents/skills/deep/er/SKILL.md" {
		t.Errorf("got %+v, want it shadowed by the project's", c)
	}
}
