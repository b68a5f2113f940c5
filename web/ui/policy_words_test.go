package ui

import (
	"testing"

	"lily/core/policy"
	"lily/core/world"
	"lily/web/html/htmltest"
)

// PO-9: full auto is marked in the page's bar from the moment that it holds until it
// does not.
func TestFullAutoMarked(t *testing.T) {
	s := smallPage(t)
	top := &Page{Store: s}
	obey := func(rules string) {
		s.Edits.Edit("Saved.", func(w world.World) (_ world.World, err error) {
			w.Policy, err = policy.Parse("policy.yaml", []byte(rules))
			return w, err
		})
	}
	htmltest.HasNot(t, htmltest.Seen(top), "Full auto")
	obey("ask: full_auto\n")
	htmltest.HasNot(t, htmltest.Seen(top), `<span class="key">Full auto`)
	say(t, s, "/reload_skills")
	htmltest.Has(t, htmltest.Seen(top), `<span class="key">`, "Full auto", "without asking you. Show the policy.")
	obey("ask: never\n")
	htmltest.Has(t, htmltest.Seen(top), "Show the policy.") // the session holds it still
	say(t, s, "/reload_skills")
	htmltest.HasNot(t, htmltest.Seen(top), "Show the policy.")
}

// PO-8: a proposal that its tool does not take is shown with the reason.
func TestSkillPaneShowsRefusedProposals(t *testing.T) {
	s := smallPage(t)
	s.put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\nmetadata:\n  lily.context: all\n  lily.tool_defaults: '{\"read\":{\"lines\":\"x\"}}'\n---\nDo.\n")
	say(t, s, "/reload_skills")
	s.Shown.Selected = "/workspace/skills/mine"
	htmltest.Has(t, htmltest.Seen(shownSkill(s)), "It does not hold: lily.context: got \"all\", want message or conversation.", "It does not hold: tool_defaults.read.lines: The argument lines: got \"x\", want an integer.")
}
