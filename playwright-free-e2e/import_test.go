package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// shelf is a small collection: three skills as they are, one that has the name
// of a bundled one, one that is malformed, and two files of no skill.
const shelf = "testdata/skills"

// accept is the button that does an import: "Import 4 of 5".
const accept = "Import … of …"

// landing is the zone that says that a drop would land in it.
func (p *tab) landing(want string) {
	p.Helper()
	p.until("the drop would land in "+want, func() (bool, error) {
		got, err := eval[string](p, `[...document.querySelectorAll("[data-root]")].filter((z) => getComputedStyle(z).borderTopStyle === "solid").map((z) => z.innerText).join()`)
		return strings.HasPrefix(got, "Drop into "+want+"\n"), err
	})
}

// zone is the middle of the zone of a root, once there is one.
func (p *tab) zone(root string) (at point) {
	p.Helper()
	p.until("the zone of "+root, func() (ok bool, err error) {
		at, err = eval[point](p, fmt.Sprintf(`(() => {
			const box = document.querySelector("[open] [data-root=%s]")?.getBoundingClientRect();
			return box ? { X: box.x + box.width / 2, Y: box.y + box.height / 2 } : { Blocked: "there is none" };
		})()`, root))
		return at.Blocked == "", err
	})
	return at
}

// dropInto drops files on the zone of a root.
func (p *tab) dropInto(root string, paths ...string) {
	p.Helper()
	p.hover(paths...)
	at := p.zone(root)
	p.drag(input.DispatchDragEventTypeDragOver, at, paths)
	p.drag(input.DispatchDragEventTypeDrop, at, paths)
	p.previewed()
}

// TestADroppedFolderCountsAfterAReload is VF-6, SN-4, LD-3 and LD-4 as a person meets them.
func TestADroppedFolderCountsAfterAReload(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.hover(shelf)
	p.see("Drop into User")
	p.landing("Workspace")
	p.drag(input.DispatchDragEventTypeDragOver, p.zone("user"), []string{shelf})
	p.landing("User")
	p.drag(input.DispatchDragEventTypeDragOver, p.zone("workspace"), []string{shelf})
	p.landing("Workspace")
	p.leave(shelf)
	p.notSee("Drop into User")

	p.drop(shelf)
	p.previewed()
	p.has(p.text("tabpanel", "Import"), "5 skills, 2 files that belong to no skill stay out.", "executing-plans", "Malformed",
		`The value of "description" holds a colon that YAML reads as the end of a key`, "2 findings", "SKILL.md:3:")
	p.look("requesting-code-review")
	p.see("2 files, 8.0 KiB")
	p.look("plan_compiler")
	p.see("Shadows /bundled/skills/plan_compiler.")
	p.click("button", "Cancel")
	p.see("The import was cancelled; nothing was written.")
	p.gone("tabpanel", "Import")
	p.gone("region", "The snapshot is behind")

	p.bring(shelf)
	banner := p.foretold()
	p.has(banner, "Snapshot v1 is behind.", "add dispatching-parallel-agents, executing-plans, requesting-code-review", "plan_compiler", "shadow /bundled/skills/plan_compiler")
	p.pane("Snapshot")
	p.has(p.text("tabpanel", "Snapshot"), "A reload would", "Newly shadow", "/bundled/skills/plan_compiler")
	p.hasNot(p.tell("/skills"), "executing-plans", "workspace\t")
	p.has(p.tell("/skill executing-plans"), "skill_not_found")
	p.hasNot(p.group("Available"), "executing-plans")

	p.has(p.tell("/reload_skills"), "Snapshot version 2", "Newly shadowed", "release_notes")
	p.gone("region", "The snapshot is behind")
	p.has(p.tell("/skills"), "executing-plans", "Turn a wish into three steps, in the words of this workspace.\tworkspace\t/plan", "1 malformed")
	p.has(p.tell("/help plan_compiler"), "/workspace/skills/plan_compiler")
	p.inGroup("Available", "requesting-code-review", true)
	p.inGroup("Malformed", "release_notes", true)
	p.has(p.group("Shadowed"), "plan_compiler", "bundled", "The workspace skill at /workspace/skills/plan_compiler has the same name and wins.")
	p.click("option", "plan_compiler bundled…")
	p.see("Shadowed by")

	p.click("button", "Undo")
	p.see("The import was taken back.")
	p.has(p.foretold(), "remove dispatching-parallel-agents, executing-plans, requesting-code-review")
	p.has(p.tell("/help plan_compiler"), "/workspace/skills/plan_compiler") // LD-4: still pinned
	p.click("button", "Reload")
	p.inGroup("Available", "executing-plans", false)
	p.has(p.tell("/help plan_compiler"), "/bundled/skills/plan_compiler")
}

func TestUndoOfAnImportBeforeTheReload(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.bring(shelf)
	p.wait("region", "The snapshot is behind")
	p.click("button", "Undo")
	p.see("The import was taken back.")
	p.gone("region", "The snapshot is behind")
}

// TestTheRootIsChosen imports into the user's root, by the zone and by the preview.
func TestTheRootIsChosen(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.bring(shelf)
	p.tell("/reload_skills")
	p.dropInto("user", shelf)
	p.look("executing-plans")
	p.has(p.text("tabpanel", "Import"), "The workspace skill at /workspace/skills/executing-plans has the same name and wins.")
	p.click("radio", "Workspace /workspace/skills")
	p.see("Replaces the skill of this name that is there.")
	p.click("radio", "User /user/skills")
	p.see("The workspace skill at /workspace/skills/executing-plans has the same name and wins.")
	p.click("button", accept)
	p.see("Imported 5 skills into /user/skills.")
	p.tell("/reload_skills")
	p.has(p.group("Shadowed"), "executing-plans", "user", "The workspace skill at /workspace/skills/executing-plans has the same name and wins.")
	p.has(p.tell("/help executing-plans"), "workspace, /workspace/skills/executing-plans")
}

// TestAWholeCollection drops the fourteen skills as they were published, and
// chooses them once more with the dialog of the Import button.
func TestAWholeCollection(t *testing.T) {
	t.Parallel()
	ways := map[string]func(p *tab){
		"dropped": func(p *tab) { p.drop(corpus) },
		"chosen":  func(p *tab) { p.chooses("Import a folder", corpus) },
	}
	for name, bring := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t)
			skills := needCorpus(t, corpus)
			if len(skills) != 14 {
				t.Fatalf("got %d folders, want 14", len(skills))
			}
			bring(p)
			p.previewed()
			p.see("14 skills.")
			p.hasNot(p.text("tabpanel", "Import"), "Malformed", "Ineligible", "Refused")
			p.click("button", accept)
			p.see("Imported 14 skills into /workspace/skills.")
			p.hasNot(p.tell("/skills"), "brainstorming")
			p.has(p.tell("/reload_skills"), "21 available")
			listed := p.tell("/skills")
			for _, s := range skills {
				p.has(listed, s.Name())
			}
			p.click("option", "writing-skills workspace…")
			p.click("tab", "Files of the skill")
			p.wait("option", "examples/CLAUDE_MD_TESTING.md…") // the files beside SKILL.md came along
		})
	}
}

// TestWhatIsNoSkillIsRefusedInASentence drops what cannot be imported.
func TestWhatIsNoSkillIsRefusedInASentence(t *testing.T) {
	t.Parallel()
	p := open(t)
	nameless := p.folder(map[string]string{"SKILL.md": "No name.\n"})
	tests := map[string]struct {
		path string
		says []string
	}{
		"an archive further down": {filepath.Dir(p.zip("skills.zip", map[string]string{"a/SKILL.md": "# A"})), []string{"0 skills, 1 refused", "skills.zip", "An archive inside of a folder or of another archive is not opened; drop it by itself."}},
		"a file of no skill":      {"import_test.go", []string{"0 skills, 1 file that belongs to no skill stays out. A skill is a folder that holds a SKILL.md."}},
		"a SKILL.md of no one":    {filepath.Join(nameless, "SKILL.md"), []string{"The SKILL.md has no folder and no name of its own; put it in a folder named as the skill and drop that."}},
	}
	for name, test := range tests {
		p.drop(test.path)
		p.previewed()
		p.has(p.text("tabpanel", "Import"), test.says...)
		at, err := on[point](p, p.the("button", accept), place)
		p.must(err)
		if at.Blocked != "it is disabled" {
			t.Errorf("%s: got an Import button that works, want it disabled", name)
		}
		p.click("button", "Cancel")
		p.gone("tabpanel", "Import")
	}
	p.drop(filepath.Join(shelf, "executing-plans", "SKILL.md"))
	p.previewed()
	p.has(p.text("tabpanel", "Import"), "1 skill.", "executing-plans")
	p.press("Escape")
	p.see("The import was cancelled; nothing was written.")
	p.gone("region", "The snapshot is behind")
}

// previewed waits for the preview with its plan.
func (p *tab) previewed() {
	p.Helper()
	p.wait("tabpanel", "Import")
	p.notSee("Judging skill")
}

// foretold is what the page says a reload would change, once that is worked out.
func (p *tab) foretold() string {
	p.Helper()
	p.wait("region", "The snapshot is behind")
	p.notSee("is being worked out")
	return strings.Join(strings.Fields(p.text("region", "The snapshot is behind")), " ")
}
