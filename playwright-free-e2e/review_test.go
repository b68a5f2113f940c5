package e2e

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	collection "lily/core/hostile"
	"lily/core/tree"
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
	"alpha/run.sh":        "#!/bin/sh\necho alpha\nkubectl get pods\n",
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
	p.see("needs kubectl")
	p.has(p.text("region", "What would run"), "run.sh", "needs kubectl")
	p.click("button", "run.sh")
	p.has(p.text("group", "Text of run.sh"), "echo alpha")
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
	p.until("alpha not among those left out", func() (bool, error) {
		return !strings.Contains(p.text("grid", "Skills of the drop"), "alpha"), nil
	})
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

// The import of the worst skills of the collection shows every one of them as it is, has its buttons in sight, lets
// each be left out, and brings nothing that runs unasked (PO-5, PO-6, VF-6).
func TestHostileImport(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	list, err := collection.Attacks("skills")
	d.must(err)
	files, seen := map[string]string{}, map[string]bool{}
	for i, a := range list {
		name := fmt.Sprintf("%03d-%s", i, a.Class)
		if a.Class == "names" && tree.Check(a.Text) == nil && !strings.Contains(a.Text, "/") && len(a.Text) < 200 && !seen[strings.ToLower(a.Text)] {
			name = a.Text // the name is the attack
			seen[strings.ToLower(name)] = true
		}
		if len(a.Text) < 100_000 {
			files[name+"/SKILL.md"] = a.Text
		}
	}
	for path, text := range greeter {
		files["greeter/"+path] = text
	}
	files["greeter/\u202egnp.sh"], files["greeter/tag\U000e0069\U000e0067.txt"] = "echo\n", "a\u200bb\n"
	d.drop(d.zip(strings.Repeat("long", 30)+"\u202epiz.zip", files))
	d.previewed()
	d.hasNot(d.all(), "\u202e", "\x1b", "\u200b")
	d.honest("a hostile import")
	d.inSight("Import " + fmt.Sprint(len(files)-len(greeter)-1) + " of")
	d.axeEverywhere("a hostile import")
	d.pictures("hostile import")
	d.wide()
	d.fill("Find a skill of the drop", "greeter")
	d.look("greeter untrusted")
	d.has(d.text("region", "What the skill brings"), "Out of the archive", "It would run", "The path of «U+202E»gnp.sh", "hidden_name", `that spell "ig" unseen`)
	d.honest("a hostile skill of an import")
	d.axeEverywhere("a hostile skill of an import")
	d.wide()
	d.fill("Find a skill of the drop", "")
	d.click("button", "Take none")
	d.wait("button", "Import 0 of …")
	d.fill("Find a skill of the drop", "greeter")
	d.click("checkbox", "Take greeter")
	d.wait("button", "Import 1 of …")
	d.click("button", "Import and reload")
	d.see("Imported 1 skill into /workspace/skills.")
	d.inGroup("Available", "greeter", true)
	d.begin("/skill greeter greet Ada")
	d.wait("region", "Approval needed")
	d.has(d.text("region", "Approval needed"), banner)
	d.click("button", "Deny")
	d.quiet()
}

// Every archive of the collection at once: what is refused is said, and what is shown is honest (VF-6).
func TestHostileArchivesAtOnce(t *testing.T) {
	t.Parallel()
	p := wide(t)
	zips, err := collection.Archives()
	p.must(err)
	list, err := fs.Glob(zips, "*.zip")
	p.must(err)
	var paths []string
	for _, name := range list {
		data, err := fs.ReadFile(zips, name)
		p.must(err)
		paths = append(paths, p.file(name, data))
	}
	p.drop(paths...)
	p.previewed()
	p.see("refused")
	p.honest("hostile archives")
	p.axeEverywhere("hostile archives")
	p.pictures("hostile archives")
	p.wide()
	p.click("button", "Cancel")
	p.see("The import was cancelled; nothing was written.")
}

// inSight holds the buttons of the review to be in sight, wide and narrow.
func (d *person) inSight(first string) {
	d.Helper()
	for _, size := range [][2]int64{{390, 844}, {1600, 900}} {
		d.size(size[0], size[1])
		d.settle()
		got, err := eval[string](d.tab, `(() => {
			const all = [...document.querySelectorAll(".import-acts button")];
			const out = all.filter((b) => { const r = b.getBoundingClientRect(), at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2); return !(at === b || b.contains(at)); });
			return all[0].textContent + out.map((b) => " hidden: " + b.textContent) + (document.documentElement.scrollWidth > innerWidth ? " too wide" : "");
		})()`)
		if d.must(err); !strings.HasPrefix(got, first) || strings.Contains(got, "hidden") || strings.Contains(got, "too wide") {
			d.Errorf("at %d px: got %q, want %q first and all in sight", size[0], got, first)
			d.screenshot(fmt.Sprintf("import buttons %d", size[0]), size[0], size[1], false)
		}
	}
}
