package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// look shows what a skill of the drop brings.
func (p *tab) look(name string) {
	p.Helper()
	p.click("gridcell", name)
	p.until("what "+name+" brings", func() (bool, error) {
		return strings.HasPrefix(strings.TrimSpace(p.text("region", "What the skill brings")), strings.TrimSuffix(name, " untrusted")), nil
	})
}

// taken waits until so many skills of so many are taken, and judged.
func (p *tab) taken(n, of int) {
	p.Helper()
	p.wait("button", fmt.Sprintf("Import %d of %d", n, of))
	p.notSee("Judging the choice")
}

// common is a drop with a skill that names another one, and a file of none.
var common = map[string]string{
	"alpha/SKILL.md":      "---\nname: alpha\ndescription: Does alpha.\nallowed-tools: Bash(git:*)\n---\nRun ../beta/tool.sh, then ../lib/common.sh. Un\u200bseen.\n",
	"alpha/run.sh":        "#!/bin/sh\necho alpha\n",
	"beta/SKILL.md":       "---\nsummary: Does beta.\ncommand: go\n---\nBeta.\n",
	"beta/tool.sh":        "echo beta\n",
	"gamma/SKILL.md":      "---\nsummary: Does gamma.\ncommand: go\n---\nGamma.\n",
	"broken/SKILL.md":     "---\nsummary: a: b\n---\nNo.\n",
	"lib/common.sh":       "echo common\n",
	"broken/\u202egnp.sh": "echo\n",
}

// TestTheImportReview is what a person does with the table of an import: sees what does not count first, leaves skills
// out by key and by pointer, reads a file beside it, and takes the whole import back (VF-6).
func TestTheImportReview(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.drop(p.folder(common))
	p.previewed()
	p.has(p.all(), "4 skills, 1 file that belongs to no skill stays out.", "Conflicts 2", "Excluded 1", "Hidden characters 2", "Run programs 3", "Left out 0")
	first := p.text("grid", "Skills of the drop")
	if strings.Index(first, "broken") > strings.Index(first, "alpha") {
		t.Errorf("got %q, want what does not count first", first)
	}
	p.has(p.text("region", "What the skill brings"), "broken", "Malformed", "The path of «U+202E»gnp.sh", "holds a colon")
	p.axeEverywhere("an import review")
	p.pictures("import review")
	p.wide()

	p.look("alpha")
	p.has(p.text("region", "What the skill brings"), "It would run git.", "It has 1 script: run.sh.", "SKILL.md:6: U+200B (zero width space)",
		"It names ../lib/common.sh, which belongs to no skill and stays out.", "tokens in the catalog", "Un«U+200B»seen.")
	p.hasNot(p.text("region", "What the skill brings"), "left out")
	p.click("button", "run.sh")
	p.has(p.text("region", "Text of run.sh"), "echo alpha")
	p.click("checkbox", "Take beta")
	p.taken(3, 4)
	p.has(p.text("region", "What the skill brings"), "It names ../beta/tool.sh, of the skill beta, which is left out.")
	p.look("gamma")
	p.hasNot(p.text("region", "What the skill brings"), "alias")
	p.click("checkbox", "Take beta")
	p.taken(4, 4)
	p.has(p.text("region", "What the skill brings"), "alias")
	p.click("button", "Only available")
	p.taken(3, 4)
	p.click("button", "Left out 1")
	p.has(p.text("grid", "Skills of the drop"), "broken", "left out")
	p.hasNot(p.text("grid", "Skills of the drop"), "alpha")
	p.click("button", "All 4")

	p.press("Shift+Tab")
	p.tabTo("grid", "Skills of the drop")
	p.press("Home", "ArrowDown", "Space")
	p.taken(2, 4)
	p.press("End", "Enter")
	p.onFocus("region", "What the skill brings")
	p.click("radio", "User /user/skills")
	p.previewed()
	p.taken(2, 4)
	p.click("button", "Import and reload")
	p.see("Imported 2 skills into /user/skills. 2 skills of the drop stayed out.")
	p.see("Snapshot version 2")
	p.keepsFocus("an import")
	p.inGroup("Available", "gamma", true)
	p.inGroup("Available", "alpha", false)
	p.click("button", "Undo")
	p.see("The import was taken back.")
	p.tell("/reload_skills")
	p.inGroup("Available", "gamma", false)
}
