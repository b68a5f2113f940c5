package e2e

import "testing"

// TestFullAutoIsShownWhileItHolds is PO-9, and PO-4 for a rule that names nothing: the
// person chooses it, the bar marks it until it holds no more, and a program runs unasked
// and says so.
func TestFullAutoIsShownWhileItHolds(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.create("/workspace/skills/kit/SKILL.md", "---\nname: kit\nversion: 1.0.0\ndescription: Says.\n---\n### say\n\nSays it.\n\n#### Parameters\n\n| Name | Type | Required | Description |\n|---|---|---|---|\n| text | string | yes | A text. |\n\n#### Command\n\n```\necho {{text}}\n```\n")
	p.pane("Policy")
	p.fill("Policy as YAML", "ask: full_auto\ndeny: [wrte]\n")
	p.click("button", "Save …")
	p.see("there is no tool \"wrte\", so that this rule holds nothing. Is write meant?")
	if n := p.count("button", "Full auto…"); n != 0 {
		t.Errorf("got the mark before it holds")
	}
	p.has(p.tell("/reload_skills"), "Full auto holds", "there is no tool \"wrte\"")
	p.axeStates("full auto", "Documents")
	p.has(p.tell("/skill kit say hello"), "hello", "Full auto let it run unasked (ask: full_auto).")
	p.click("button", "Full auto…")
	p.fill("Policy as YAML", "ask: never\n")
	p.click("button", "Save …")
	p.see("Saved the policy.")
	p.has(p.tell("/reload_skills"), "Snapshot version")
	p.gone("button", "Full auto…")
}
