package e2e

import (
	"strconv"
	"strings"
	"testing"
)

// listed is how many rows the list of events has.
func (p *tab) listed(want int) {
	p.Helper()
	p.until("so many events", func() (bool, error) {
		return eval[bool](p, `document.querySelectorAll("#events-list li").length === `+strconv.Itoa(want))
	})
}

// TestEventsAreListedAndRaw is EV-1 and EV-3 as the inspector shows them.
func TestEventsAreListedAndRaw(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.pane("Events")
	p.click("button", "Raw")
	before := p.text("textbox", "Events as JSON lines")
	p.tell("/skills")
	p.tell("Hello there")
	after := p.text("textbox", "Events as JSON lines")
	if !strings.HasPrefix(after, before) || strings.Count(after, "\n") != 7 || !strings.HasSuffix(after, "}\n") {
		t.Errorf("got %q after %q, want lines added to it, 7 in all", after, before)
	}
	p.click("button", "Raw")
	p.listed(7)
	p.click("DisclosureTriangle", "3…")
	p.see(`"input": "/skills"`)
	p.choose("Event type", "message (1)")
	p.listed(1)
	p.fill("Find in events", "zzz")
	p.listed(0)
	p.fill("Find in events", "")
	p.choose("Event type", "All types")
	p.listed(7)
}

// TestTheContextIsShown is CV-1 and CV-2: what exactly was sent, and what is new in it.
func TestTheContextIsShown(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.pane("Context")
	p.tell("Hello there")
	p.tell("Again")
	p.see("persona/SOUL")
	first, err := on[string](p, p.the("combobox", "Request"), `function () { return this.options[1].text }`)
	p.must(err)
	p.choose("Request", first)
	p.see("first request")
}

// asksWhy finds a tool in the policy, and what is decided on it.
func (p *tab) asksWhy(tool string) {
	p.Helper()
	p.fill("Why is it allowed or not: a tool, a command or a skill", tool)
	p.click("button", tool+" Tool")
	p.see("In this session:")
}

// TestTheSessionMayBeAGuests is PO-4 and PO-7.
func TestTheSessionMayBeAGuests(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.pane("Policy")
	p.fill("Tools that are denied", "read, wrte")
	p.press("Tab")
	p.see("Is write meant?")
	someone(p).holds("Policy as YAML", "allow: ['*']\ndeny: [read, wrte]\nowner_only:\n  commands: []\n  tools: []\nask: never\ndisabled: []\nwiden: false\nproposals: false\n")
	p.click("button", "Undo")
	p.see("No tool is denied.")
	p.fill("Policy as YAML", "deny: [read]\nowner_only:\n  commands: [reload_skills]\n")
	p.click("button", "Save …")
	p.asksWhy("read")
	p.see("After a reload:")
	p.has(p.text("tabpanel", "Policy"), "Refused", "These tools are denied, even where they are allowed: read.")
	p.has(p.tell("/reload_skills"), "Snapshot version 2")
	p.click("button", "Open a guest session")
	p.see("This is a guest session")
	p.has(p.tell("/reload_skills"), "owner_only")
	p.click("button", "Go back to session s1")
	p.see("This session holds the owner's token.")
	p.fill("Policy as YAML", "deny: {\n")
	p.click("button", "Save …")
	p.see("policy.yaml:1")
}

// TestFilesAreMadeChangedAndPutBack walks through the files pane.
func TestFilesAreMadeChangedAndPutBack(t *testing.T) {
	t.Parallel()
	const path = "/workspace/skills/mine/SKILL.md"
	p := open(t)
	p.create(path, "One.\nTwo.\n")
	p.tell("/reload_skills")
	p.edit(path, "One.\n2.\n")
	p.see("Since snapshot v2")
	p.click("button", "Delete")
	p.see("There is no such file now.")
	p.click("button", "Undo")
	p.until("the file again", func() (bool, error) { return p.text("textbox", "Text of "+path) == "One.\n2.\n", nil })
	p.click("button", "Delete")
	p.click("button", "Put it back as snapshot v2 has it")
	p.until("the file as it was", func() (bool, error) { return p.text("textbox", "Text of "+path) == "One.\nTwo.\n", nil })
	p.list("Files")
	for wrong, says := range map[string]string{"nowhere.txt": "below /user, /workspace and /persona only", "../etc": "“..”", path: "There is a file at"} {
		p.fill("Path of a new file", wrong)
		p.press("Enter")
		p.wait("alert", "")
		p.see(says)
	}
	p.show("/bundled/skills/text_tools/SKILL.md")
	p.see("read-only: it comes with Lily")
	p.gone("button", "Save …")
}
