package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// listed waits until so many of the session's events are.
func (p *tab) listed(want, of int) {
	p.Helper()
	p.see(fmt.Sprintf("%d of %d events", want, of))
	p.until("so many lines", func() (bool, error) {
		return eval[bool](p, fmt.Sprintf(`document.querySelectorAll("[role=listbox]#trace > [role=option]").length === %d`, want))
	})
}

// TestEventsAreListedAndRaw is EV-1 and EV-3 as the trace shows them.
func TestEventsAreListedAndRaw(t *testing.T) {
	t.Parallel()
	p := someone(open(t))
	before := p.raw()
	p.tell("/skills")
	p.tell("Hello there")
	after := p.raw()
	if !strings.HasPrefix(after, before) || strings.Count(after, "\n") != 7 || !strings.HasSuffix(after, "}\n") {
		t.Errorf("got %q after %q, want lines added to it, 7 in all", after, before)
	}
	p.listed(7, 7)
	p.click("option", "…\"input\":…")
	p.see(`"input": "/skills"`)
	p.choose("Event type", "message (1)")
	p.listed(1, 7)
	if got := p.raw(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "Hello there") {
		t.Errorf("got %q copied, want what is listed", got)
	}
	p.fill("Find in events", "zzz")
	p.listed(0, 7)
	p.fill("Find in events", "")
	p.choose("Event type", "All types")
	p.listed(7, 7)
	p.runs(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }`)
	p.click("button", "Copy all…")
	p.see("Copied the events.")
	if copied, err := eval[string](p.tab, "copied"); err != nil || copied != after {
		t.Errorf("got %q, %v, want %q", copied, err, after)
	}
}

// UI.md, Trace: lines are folded by a click and by keys, and a line that is folded says how much it holds; the list
// follows what is new, and stays where a person is.
func TestTheTraceIsFolded(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.pane("Trace")
	p.tell("Hello there")
	p.see("Request offline")
	at, err := on[point](p, p.the("treeitem", "…Hello there…"), `function () {
		const r = this.querySelector(".trace-fold").getBoundingClientRect();
		return { x: r.x + r.width / 2, y: r.y + r.height / 2 };
	}`)
	p.must(err)
	p.do(chromedp.MouseClickXY(at.X, at.Y))
	p.wait("treeitem", "…Hello there 1 request, 3 events…")
	p.gone("treeitem", "…request offline…")
	p.click("treeitem", "…Hello there…")
	p.see("Turn Hello there")
	p.press("ArrowRight")
	p.wait("treeitem", "…request offline…")
	p.tell("Again")
	p.see("Turn Hello there")
	p.click("button", "Fold all")
	p.wait("treeitem", "…Again 1 request, 3 events…")
	p.gone("treeitem", "…request offline…")
}

// TestTheContextIsShown is CV-1 and CV-2: what exactly was sent, and what is new in it.
func TestTheContextIsShown(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.pane("Trace")
	p.tell("Hello there")
	p.tell("Again")
	p.see("persona/SOUL")
	p.see("2 of 2")
	p.click("treeitem", "…request offline…")
	p.see("1 of 2")
	p.click("button", "Difference")
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
	someone(p).holds("Policy as YAML", "allow: ['*']\ndeny: [read, wrte]\nowner_only:\n  commands: []\n  tools: []\nask: never\nnetwork: deny\ndisabled: []\nwiden: false\nproposals: false\n")
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
