package rules

import (
	"testing"

	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

// PO-4: a rule that names nothing is shown as one that holds nothing, with its place;
// what a reload would bring can be named.
func TestPolicyPaneWarns(t *testing.T) {
	s := statetest.Small(t)
	p := &Policy{Store: s.Store, Drafts: s.Drafts}
	htmltest.HasNot(t, htmltest.Seen(p), "Warnings of the policy")
	write(p.editor(), "deny: [wrte]\ndisabled: [plain, nowhere]\n")
	htmltest.Has(t, htmltest.Seen(p), "Warnings of the policy", "deny: there is no tool \"wrte\", so that this rule holds nothing. Is write meant?", "Line 2, column 8, PO-4", "there is no skill \"nowhere\"")
	htmltest.HasNot(t, htmltest.Seen(p), "there is no skill \"plain\"")
	s.Put("workspace/skills/nowhere/SKILL.md", "---\nsummary: New.\n---\nNew.\n")
	htmltest.HasNot(t, htmltest.Seen(p), "there is no skill \"nowhere\"")
}

// PO-9: the policy says full auto in words.
func TestFullAutoInWords(t *testing.T) {
	s := statetest.Small(t)
	p := &Policy{Store: s.Store, Drafts: s.Drafts}
	write(p.editor(), "ask: full_auto\n")
	htmltest.Has(t, htmltest.Seen(p), "Full auto: programs of skills that you trust", "always_ask, are asked about as ever")
	s.Say(t, "/reload_skills")
	p.why = "tool:shell"
	htmltest.Has(t, htmltest.Seen(p), "The policy is full auto, and asks about nothing that is trusted.", "ask: full_auto")
	write(p.editor(), "ask: never\n")
	s.Say(t, "/reload_skills")
	htmltest.Has(t, htmltest.Seen(p), "A command that no skill has a template for is asked about before it first runs.")
}

// PO-4: why a command is refused says so by whatever name it is chosen.
func TestPolicyPaneExplainsNames(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\ncommand: m\n---\nDo.\n")
	p := &Policy{Store: s.Store, Drafts: s.Drafts}
	write(p.editor(), "owner_only: {commands: [mine]}\n")
	s.Sessions.New(false)
	for _, why := range []string{"command:m", "skill:mine"} {
		p.why = why
		htmltest.Has(t, htmltest.Seen(p), "The command /mine is the owner's, and this session does not hold the owner's token.", "owner_only.commands: mine")
	}
}

// PO-3, PO-7: why a tool is allowed says to which paths it is held.
func TestPolicyPaneExplainsBounds(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\nallowed-tools: Read(docs/**) Grep\n---\nDo.\n")
	s.Say(t, "/reload_skills")
	got := htmltest.Seen(&Policy{Store: s.Store, Drafts: s.Drafts, why: "skill:mine"})
	htmltest.Has(t, got, "The policy allows every tool, read too. The allowed-tools of the skill hold it to what fits Read(docs/**).")
	htmltest.HasNot(t, got, "grep too. The allowed-tools")
}
