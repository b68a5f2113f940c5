package e2e

import (
	"strings"
	"testing"
)

// edit opens a file in the files pane, by its path, and saves another text.
func (p *tab) edit(path, text string) {
	p.Helper()
	p.show(path)
	p.fill("Text of "+path, text)
	p.save()
	p.see("Saved " + path + ".")
}

// show opens a file in the files pane.
func (p *tab) show(path string) {
	p.Helper()
	p.pane("Files")
	p.fill("Find a file", path[1:])
	p.click("button", path+"…")
	p.wait("textbox", "Text of "+path)
	p.asideOf()
	p.list("Skills")
}

// create makes a file in the files pane.
func (p *tab) create(path, text string) {
	p.Helper()
	p.pane("Files")
	p.fill("Path of a new file", path)
	p.click("button", "New file")
	p.wait("textbox", "Text of "+path)
	p.asideOf()
	p.list("Skills")
	p.fill("Text of "+path, text)
	p.save()
	p.see("Saved " + path + ".")
}

const (
	asItWas = "---\nsummary: As it was.\n---\nSay: the first text.\n"
	asItIs  = "---\nsummary: As it is.\n---\nSay: the second text.\n"
)

// TestASnapshotPinsWhatItHolds edits one skill and deletes another after the
// snapshot: SN-1, SN-3, SN-4.
func TestASnapshotPinsWhatItHolds(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.create("/workspace/skills/edited/SKILL.md", asItWas)
	p.create("/workspace/skills/deleted/SKILL.md", asItWas)
	p.has(p.tell("/skill edited now"), "skill_not_found")
	p.has(p.foretold(), "Snapshot v1 is behind. A reload would add deleted, edited.")
	p.has(p.tell("/reload_skills"), "Snapshot version 2: 9 available")
	p.gone("region", "The snapshot is behind")

	p.click("option", "edited workspace…")
	p.click("button", "Edit")
	p.see("as the snapshot has it")
	p.fill("Text of /workspace/skills/edited/SKILL.md", asItIs)
	p.save()
	p.see("Saved /workspace/skills/edited/SKILL.md.")
	p.click("button", "Open alone")
	p.see("Since snapshot v2")
	p.has(p.text("deletion", ""), "- summary: As it was.")
	p.has(p.text("insertion", ""), "+ summary: As it is.")
	p.click("option", "deleted workspace…")
	p.until("the skill deleted to remove", func() (bool, error) { // edited may be beside it
		return eval[bool](p, `(() => {
			const used = document.querySelector(".used"), b = [...used.querySelectorAll("button")].find((b) => b.innerText === "Remove");
			if (used.querySelector(".skill-head h3")?.innerText !== "deleted" || !b) return false;
			b.click();
			return true;
		})()`)
	})
	p.see("Removed /workspace/skills/deleted.")

	p.has(p.foretold(), "Snapshot v2 is behind. A reload would remove deleted, change edited.")
	for _, name := range []string{"edited", "deleted"} {
		p.has(p.tell("/help "+name), "As it was.")
		turn := p.tell("/skill " + name + " now")
		p.has(turn, "Skill "+name, "Say: the first text.")
		p.hasNot(turn, "Say: the second text.")
	}
	p.inGroup("Available", "deleted", true)

	p.has(p.tell("/reload_skills"), "Snapshot version 3: 8 available", "Removed", "deleted", "Changed", "edited")
	p.has(p.tell("/help edited"), "As it is.")
	p.has(p.tell("/skill edited again"), "Say: the second text.")
	p.has(p.tell("/help deleted"), "skill_not_found")
	p.has(p.tell("/skill deleted"), "skill_not_found")
	p.inGroup("Available", "deleted", false)
	p.hasNot(p.tell("/skills"), "deleted")
}

// TestAFixIsAppliedByAClick is SK-8 and SK-9: the commonest mistake, its place
// and source, and a click that mends it.
func TestAFixIsAppliedByAClick(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.bring(shelf)
	p.tell("/reload_skills")
	p.inGroup("Malformed", "release_notes", true)
	p.has(p.tell("/skill release_notes"), "skill_excluded", "holds a colon that YAML reads as the end of a key")
	p.click("option", "release_notes workspace…")
	p.see("Why it does not count")
	pane := p.text("tabpanel", p.skillTab())
	p.has(pane, "SKILL.md:3:", "description: Write release notes: what changed, for whom, and what to do.", "invalid_yaml", "SK-3")
	p.click("button", "Apply fix")
	p.see("Fixed /workspace/skills/release_notes/SKILL.md.")
	p.has(p.foretold(), "release_notes")
	p.inGroup("Malformed", "release_notes", true)
	p.has(p.tell("/reload_skills"), "release_notes")
	p.inGroup("Available", "release_notes", true)
	p.pane("Skill")
	p.see("Write release notes: what changed, for whom, and what to do.")
	p.has(p.tell("/skill release_notes now"), "Group the changes by what a reader has to do.")
	p.show("/workspace/skills/release_notes/SKILL.md")
	text := p.text("textbox", "Text of /workspace/skills/release_notes/SKILL.md")
	if want := `description: "Write release notes: what changed, for whom, and what to do."`; !strings.Contains(text, want) {
		t.Errorf("got %q, want %q in it", text, want)
	}
}

// TestAFixOfAnotherFileIsNotApplied edits the file after it was judged: what was found is
// in it no more, and the page says so.
func TestAFixOfAnotherFileIsNotApplied(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.bring(shelf)
	p.tell("/reload_skills")
	p.edit("/workspace/skills/release_notes/SKILL.md", "Something else.\n")
	p.click("option", "release_notes workspace…")
	p.see("Fixed; counts after a reload.")
	p.gone("button", "Apply fix…")
}
