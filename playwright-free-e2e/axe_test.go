package e2e

import (
	"fmt"
	"testing"
)

// axeStates checks what the page shows at three widths, light and dark; at the
// narrowest, each of the places, unless something lies over all of them.
func (p *tab) axeStates(state string, places ...string) {
	p.Helper()
	p.everyLook(func(width int64, theme string) {
		at := fmt.Sprintf("%s, %d px, %s", state, width, theme)
		if width > 390 || len(places) == 0 {
			p.axe(at)
			return
		}
		for _, place := range places {
			p.place(place)
			p.axe(at + ", " + place)
		}
	})
}

var everyPlace = []string{"Skills", "Conversation"}

// TestAxeConversation: nothing yet, every kind of answer, an error, a model's turn.
func TestAxeConversation(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.axeStates("empty", everyPlace...)
	for _, line := range []string{"/skills", "/help text_tools", "/check", "/skill nothing", "/word", "/plan Move the images", "Hello"} {
		p.tell(line)
	}
	p.axeStates("after commands", "Conversation")
	p.fill("Message", "/new")
	p.press("Escape", "Enter")
	p.see("Session s2")
	p.axeStates("a new session", "Conversation")
}

// TestAxeLayers: what opens over the page.
func TestAxeLayers(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.press("Alt+2")
	p.onFocus("textbox", "Message")
	p.write("/skill ")
	p.wait("option", "git_helper…")
	p.axeStates("slash menu")
	p.press("Escape", "Mod+a", "Delete", "Mod+k")
	p.wait("dialog", "Go to")
	p.axeStates("palette")
	p.press("Escape", "Mod+/")
	p.wait("dialog", "Keyboard shortcuts")
	p.axeStates("shortcuts")
	p.press("Escape")
	p.gone("dialog", "Keyboard shortcuts")
	p.hover(shelf)
	p.see("Drop into User")
	p.axeStates("drag")
	p.drop(shelf)
	p.previewed()
	p.axeStates("preview")
	p.click("button", accept)
	p.see("Imported 5 skills")
	p.wait("region", "The snapshot is behind")
	p.axeStates("behind, with a notice", everyPlace...)
}

// TestAxeApproval: a turn under way, that waits for a yes (PO-6).
func TestAxeApproval(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.pane("Policy")
	p.fill("Policy as YAML", "ask: always\n")
	p.click("button", "Save")
	p.see("Saved the policy.")
	p.tell("/reload_skills")
	p.fill("Message", "/check")
	p.press("Escape", "Enter")
	p.wait("region", "Approval needed")
	p.wait("button", "Stop")
	p.axeStates("approval", "Conversation")
	p.click("button", "Deny")
	p.gone("region", "Approval needed")
	p.see("approval_denied")
}

// TestAxeInspector: every pane, and the skill pane with a skill of each kind.
func TestAxeInspector(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.bring(shelf)
	p.tell("/reload_skills")
	p.tell("Hello")
	for _, skill := range []string{"text_tools", "release_notes", "git_helper", "plan_compiler bundled"} {
		p.click("option", skill+"…")
		for _, fold := range []string{"Eligibility by profile", "Frontmatter"} {
			if p.count("DisclosureTriangle", fold) > 0 {
				p.click("DisclosureTriangle", fold)
			}
		}
		p.axeStates("skill "+skill, "Documents")
	}
	for _, pane := range []string{"Snapshot", "Context", "Events", "Policy", "Persona"} {
		p.pane(pane)
		p.axeStates(pane, "Documents")
	}
	p.pane("Profile")
	p.fill("Profile as YAML", "os: plan9\n")
	p.click("button", "Save")
	p.see("profile.yaml:1:5")
	p.axeStates("a refused profile", "Documents")
	p.edit("/workspace/skills/release_notes/SKILL.md", "Changed.\n")
	p.see("Since snapshot v2")
	p.axeStates("a changed file", "Documents")
}

// TestPictures keeps pictures of the page for people to judge.
func TestPictures(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.bring(shelf)
	p.tell("/reload_skills")
	p.tell("/skill nothing")
	p.tell("/help text_tools")
	p.click("option", "release_notes…")
	p.see("Why it does not count")
	p.everyLook(func(width int64, theme string) {
		name := fmt.Sprintf("page-%d-%s", width, theme)
		if width > 390 {
			p.screenshot(name, width, 900, theme == "dark")
			return
		}
		for _, place := range everyPlace {
			p.size(width, 844)
			p.click("button", place)
			p.screenshot(name+"-"+place, width, 844, theme == "dark")
		}
	})
}
