package e2e

import "testing"

// walkTo goes to a skill in the list by its first letters, and opens it.
func (p *tab) walkTo(letters ...string) {
	p.Helper()
	p.press("Alt+1")
	p.onFocus("searchbox", "Find a skill")
	p.press("ArrowDown")
	p.onFocus("listbox", "Skills")
	p.press("Home")
	p.press(letters...)
	p.press("Enter")
}

// wanting is a skill that asks for what a fresh page has not, and two that want one command.
var wanting = map[string]string{
	"wanting/SKILL.md": "---\nsummary: Ask for much.\nrequires_tools: [grep]\neligibility:\n  binaries: [kubectl]\n---\nDo.\n",
	"one/SKILL.md":     "---\nsummary: One.\ncommand: same\n---\nDo.\n",
	"two/SKILL.md":     "---\nsummary: Two.\ncommand: same\n---\nDo.\n",
	"colon/SKILL.md":   "---\nname: colon\ndescription: Use it: often.\n---\nDo.\n",
}

// Beside each reason stands what does away with it, three Tabs from the list at most, and it does.
func TestReasonsAreMended(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.pane("Policy")
	p.fill("Policy as YAML", "deny: [grep]\n")
	p.click("button", "Save …")
	p.see("Saved the policy.")
	p.asideOf()
	p.list("Skills")
	p.bring(p.folder(wanting))
	p.tell("/reload_skills")

	p.walkTo("w")
	p.wait("heading", "wanting")
	p.tabTo("button", "Allow grep…")
	p.press("Enter")
	p.onFocus("button", "Reload…")
	p.see("Allowed; counts after a reload.")
	p.click("button", "Declare kubectl…")
	p.see("Declared; counts after a reload.")
	p.onFocus("button", "Reload…")
	p.axeEverywhere("a skill that is mended")
	p.wide()
	p.click("button", "Reload…")
	p.see("Snapshot v3")
	p.gone("button", "Allow grep…")
	p.gone("button", "Declare kubectl…")

	p.walkTo("c", "o", "l")
	p.wait("heading", "colon")
	p.tabTo("button", "Apply fix…")
	p.press("Enter")
	p.see("Fixed; counts after a reload.")

	p.walkTo("o", "n", "e")
	p.wait("heading", "one")
	p.fill("Another alias", "alone")
	p.click("button", "Rename the alias")
	p.see("Changed; counts after a reload.")
	p.click("button", "Reload…")
	p.wait("option", "one workspace available /alone…")
	p.wait("option", "two workspace available /same…")
	p.wait("option", "colon workspace available…")
	p.wait("option", "wanting workspace available…")
	p.click("tab", "History")
	p.see("Snapshot v4")
}

// A skill for another mode or system is mended by one press for each that it is for, in the profile.
func TestModeAndSystemAreSet(t *testing.T) {
	t.Parallel()
	p := someone(wide(t))
	p.bring(p.folder(map[string]string{
		"minutes/SKILL.md": "---\nname: minutes\nversion: 1.0.0\ndescription: Take the minutes.\nauthor: Me\nmodes: [Dev, Meeting]\n---\n# Minutes\n\n### count\n\nCount.\n\n#### Command\n\n```bash\nwc -w -- notes.md\n```\n",
		"desktop/SKILL.md": "---\nname: desktop\nsummary: Tidy the desktop.\neligibility:\n  os: [darwin, win32]\n---\nDo.\n",
	}))
	p.tell("/reload_skills")
	to("#skill/workspace/skills/minutes", "The skill is for mode Dev, Meeting")(p)
	p.wait("button", "Set mode to Dev…")
	p.click("button", "Set mode to Meeting…")
	p.see("Declared; counts after a reload.")
	p.axeEverywhere("a mode that is set")
	p.wide()
	to("#skill/workspace/skills/desktop", "The skill is for darwin, win32")(p)
	p.tabTo("button", "Set os to darwin…")
	p.press("Enter")
	p.see("Set os to darwin in the profile.")
	p.click("button", "Reload…")
	p.wait("option", "minutes workspace available…")
	p.wait("option", "desktop workspace available…")
	to("#profile", "Can run in the page:")(p)
	p.see("Meeting")
}

// Chips narrow the list, a search finds letters, and what is done to several is undone at once.
func TestSeveralSkillsAtOnce(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.bring(p.folder(wanting))
	p.tell("/reload_skills")
	p.click("button", "Workspace 4")
	p.listing("colon", "wanting", "one", "two")
	p.fill("Find a skill", "oe")
	p.listing("one")
	p.fill("Find a skill", "")
	p.press("ArrowDown")
	p.onFocus("listbox", "Skills")
	p.press("Home", "ArrowDown", "Space", "ArrowDown", "Space")
	p.picked(2)
	p.axeEverywhere("two skills are selected")
	p.wide()
	p.click("button", "Disable…")
	p.see("Disabled 2 skills in the policy.")
	p.wait("button", "Enable…")
	p.click("button", "Undo")
	p.see("Undone.")
	p.wait("button", "Disable…")
	p.click("button", "Remove…")
	p.see("Removed 2 skills.")
	p.click("button", "Undo")
	p.see("Undone.")
	p.click("button", "Compare…")
	p.see("From")
	p.click("button", "Clear…")
	p.onFocus("listbox", "Skills")
	p.picked(0)
	p.click("button", "Workspace 4")
	p.wait("option", "text_tools…")
}
