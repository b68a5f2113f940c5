package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestNotesAreBehindOneClick is SK-7: notes are folded behind their count, in the preview of an import and in the
// tab of a skill, and open by the keyboard; /check counts them and begins with the errors.
func TestNotesAreBehindOneClick(t *testing.T) {
	t.Parallel()
	p := open(t)
	var text strings.Builder
	text.WriteString("---\nname: odd\ndescription: x\n")
	for i := range 40 {
		text.WriteString(fmt.Sprintf("key%d: 1\n", i))
	}
	dir := p.folder(map[string]string{"odd/SKILL.md": text.String() + "---\n", "odd/in/SKILL.md": "x", "wrong/SKILL.md": "---\nopen"})
	p.dropInto("workspace", filepath.Join(dir, "odd"), filepath.Join(dir, "wrong"))
	p.previewed()
	p.look("odd")
	p.has(p.text("tabpanel", "Import"), "40 notes")
	p.click("button", accept)
	p.tell("/reload_skills")
	p.has(p.tell("/check"), "1 error, 0 warnings, 41 notes.", "wrong", "40 notes: ", "/check odd")
	p.press("Alt+1")
	p.onFocus("searchbox", "Find a skill")
	p.press("ArrowDown")
	p.onFocus("listbox", "Skills")
	p.press("o", "d", "d", "Enter")
	p.wait("DisclosureTriangle", "40 notes")
	p.notSee(`The key "key7" is not one Lily knows`)
	p.tabTo("DisclosureTriangle", "40 notes")
	p.press("Enter")
	p.see(`The key "key7" is not one Lily knows`)
	p.axeEverywhere("notes of a skill")
}
