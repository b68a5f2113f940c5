package ui

import "testing"

// PO-4: a rule that names nothing is shown as one that holds nothing, with its place;
// what a reload would bring can be named.
func TestPolicyPaneWarns(t *testing.T) {
	s := smallPage(t)
	p := &policyPane{Store: s}
	hasNot(t, seen(p), "Warnings of the policy")
	write(p.editor(s.Engine.World().Policy), "deny: [wrte]\ndisabled: [plain, nowhere]\n")
	has(t, seen(p), "Warnings of the policy", "deny: there is no tool \"wrte\", so that this rule holds nothing. Is write meant?", "Line 2, column 8, PO-4", "there is no skill \"nowhere\"")
	hasNot(t, seen(p), "there is no skill \"plain\"")
	s.put("workspace/skills/nowhere/SKILL.md", "---\nsummary: New.\n---\nNew.\n")
	hasNot(t, seen(p), "there is no skill \"nowhere\"")
}

// PO-9: full auto is marked in the page's bar from the moment that it holds until it
// does not, and the policy says it in words.
func TestFullAutoMarked(t *testing.T) {
	s := smallPage(t)
	p, top := &policyPane{Store: s}, &Page{Store: s}
	hasNot(t, seen(top), "Full auto")
	write(p.editor(s.Engine.World().Policy), "ask: full_auto\n")
	has(t, seen(p), "Full auto: programs of skills that you trust", "always_ask, are asked about as ever")
	hasNot(t, seen(top), `<span class="key">Full auto`)
	say(t, s, "/reload_skills")
	has(t, seen(top), `<span class="key">`, "Full auto", "without asking you. Show the policy.")
	p.why = "tool:shell"
	has(t, seen(p), "The policy is full auto, and asks about nothing that is trusted.", "ask: full_auto")
	write(p.editor(s.Engine.World().Policy), "ask: never\n")
	has(t, seen(top), "Show the policy.") // the session holds it still
	say(t, s, "/reload_skills")
	hasNot(t, seen(top), "Show the policy.")
	has(t, seen(p), "A command that no skill has a template for is asked about before it first runs.")
}

// PO-4: why a command is refused says so by whatever name it is chosen.
func TestPolicyPaneExplainsNames(t *testing.T) {
	s := smallPage(t)
	s.put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\ncommand: m\n---\nDo.\n")
	p := &policyPane{Store: s}
	write(p.editor(s.Engine.World().Policy), "owner_only: {commands: [mine]}\n")
	p.guest()
	for _, why := range []string{"command:m", "skill:mine"} {
		p.why = why
		has(t, seen(p), "The command /mine is the owner's, and this session does not hold the owner's token.", "owner_only.commands: mine")
	}
}

// PO-8: a proposal that its tool does not take is shown with the reason.
func TestSkillPaneShowsRefusedProposals(t *testing.T) {
	s := smallPage(t)
	s.put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\nmetadata:\n  lily.context: all\n  lily.tool_defaults: '{\"read\":{\"lines\":\"x\"}}'\n---\nDo.\n")
	say(t, s, "/reload_skills")
	s.Selected = "/workspace/skills/mine"
	has(t, seen(&skillPane{Store: s}), "It does not hold: lily.context: got \"all\", want message or conversation.", "It does not hold: tool_defaults.read.lines: The argument lines: got \"x\", want an integer.")
}

// PO-3, PO-7: why a tool is allowed says to which paths it is held.
func TestPolicyPaneExplainsBounds(t *testing.T) {
	s := smallPage(t)
	s.put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\nallowed-tools: Read(docs/**) Grep\n---\nDo.\n")
	say(t, s, "/reload_skills")
	got := seen(&policyPane{Store: s, why: "skill:mine"})
	has(t, got, "The policy allows every tool, read too. The allowed-tools of the skill hold it to what fits Read(docs/**).")
	hasNot(t, got, "grep too. The allowed-tools")
}
