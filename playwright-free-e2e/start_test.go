package e2e

import (
	"strings"
	"testing"
)

// UI.md, Start: the guided example, from the first screen to a list of which all count, by keyboard alone.
func TestTheGuidedExample(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.see("See which skills count, why the others do not, and exactly what a model was sent.")
	p.see("you will see the request instead")
	p.axeEverywhere("start")
	p.wide()
	p.tabTo("button", "Try an example")
	p.press("Enter")
	p.onFocus("heading", "The example")
	p.see("3 skills of 6 do not count.")
	p.axeEverywhere("the example")
	p.wide()
	for _, name := range []string{"release-notes", "standup", "text-review"} {
		p.tabTo("button", "Apply fix to "+name)
		p.press("Enter")
		p.until("the fix of "+name, func() (bool, error) { return !p.there("button", "Apply fix to "+name), nil })
	}
	p.onFocus("button", "Reload")
	p.press("Enter")
	p.see("All 6 count.")
	p.onFocus("heading", "The example")
	if said := p.text("listbox", "Skills…"); strings.Contains(said, "malformed") {
		p.Errorf("got %q, want no skill of the example excluded", said)
	}
	p.tabTo("button", "Try /skill haiku rain…")
	p.press("Enter")
	p.onFocus("textbox", "Message")
	p.inBox("/skill haiku rain")
	p.press("Enter")
	p.see("Write three lines of five, seven and five syllables")
}

// The focus goes to the example also where that is there before the focus is on its way.
func TestTheExampleGetsTheFocus(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.tabTo("button", "Try an example")
	p.runs(lags)
	p.press("Enter")
	p.see("3 skills of 6 do not count.")
	p.runs("catchUp()")
	p.onFocus("heading", "The example")
}

// UI.md, Start: a form makes a valid skill, says what is wrong with another, and leads to its text.
func TestANewSkill(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.runs(`location.hash = "#start"`)
	p.inFront("Start")
	p.tabTo("button", "New skill")
	p.press("Enter")
	p.onFocus("textbox", "Name")
	p.tabTo("button", "Cancel")
	p.press("Enter")
	p.gone("textbox", "Name")
	p.onFocus("tabpanel", "Start")
	p.tabTo("button", "New skill")
	p.press("Enter")
	p.onFocus("textbox", "Name")
	p.write("Tidy Notes")
	p.press("Enter")
	p.see("Say what the skill does, and when it is to be used.")
	p.axeEverywhere("a new skill that is wrong")
	p.wide()
	p.fill("Name", "tidy-notes")
	p.fill("Description", "Tidies notes: one line each. Use when notes are long.")
	p.click("button", "Create")
	p.see("Made /workspace/skills/tidy-notes.")
	p.wait("textbox", "Text of /workspace/skills/tidy-notes/SKILL.md")
	p.tell("/reload_skills")
	p.has(p.tell("/check"), "tidy-notes")
}
