package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// cut lists what of a thing is cut short: texts wider than their place, and a choice that its box does not show whole.
const cut = `function () {
  const wide = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect().width; };
  const inside = (e) => { const c = getComputedStyle(e); return e.getBoundingClientRect().width - parseFloat(c.paddingLeft) - parseFloat(c.paddingRight); };
  const chosen = (e) => {
    const said = document.body.appendChild(document.createElement("span"));
    said.className = "quiet-count"; said.textContent = e.selectedOptions[0].text;
    const needs = said.getBoundingClientRect().width + 16;
    return said.remove(), needs > inside(e);
  };
  return [this, ...this.querySelectorAll("*")].filter((e) => e.checkVisibility() && getComputedStyle(e).clipPath === "none" && (e.matches("select") ? chosen(e) :
    getComputedStyle(e).textOverflow === "ellipsis" && wide(e) > inside(e) + 0.5)).map((e) => e.selectedOptions?.[0].text ?? e.textContent);
}`

// whole holds that nothing of a thing is cut short.
func (p *tab) whole(role, name string) {
	p.Helper()
	p.settle()
	list, err := on[[]string](p, p.the(role, name), cut)
	p.must(err)
	for _, text := range list {
		p.Errorf("%s %q: got %q cut short, want it whole", role, name, text)
	}
}

// box is where a thing stands.
func (p *tab) box(role, name string) (b struct{ X, Y, Width, Height float64 }) {
	p.Helper()
	_, err := on[int](p, p.the(role, name), `function () { window.box = this.getBoundingClientRect().toJSON(); return 0 }`)
	p.must(err)
	b, err = eval[struct{ X, Y, Width, Height float64 }](p, `({ X: box.x, Y: box.y, Width: box.width, Height: box.height })`)
	p.must(err)
	return b
}

// lengthy are folders whose names are as long as those of real collections are.
func lengthy(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		name := fmt.Sprintf("azure-enterprise-planner-%03d", i)
		files[name+"/SKILL.md"] = "---\nname: " + name + "\ndescription: Plans. Use it to plan.\n---\nPlan.\n"
	}
	return files
}

// A column of nothing takes no room from the names, and a short table stands in a box as high as its rows.
func TestAnImportHasRoom(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.size(1440, 900)
	p.drop(p.folder(lengthy(3)))
	p.previewed()
	for _, name := range []string{"Conflict", "Programs", "Findings"} {
		p.gone("columnheader", name)
	}
	p.whole("grid", "Skills of the drop")
	if got := p.box("grid", "Skills of the drop").Height; got > 5*28 {
		t.Errorf("got a table of %.0f px for 3 rows, want %d or less", got, 5*28)
	}
	p.click("button", "Cancel")
	p.drop(p.folder(common))
	p.previewed()
	for _, name := range []string{"Conflict", "Programs", "Findings"} {
		p.wait("columnheader", name)
	}
}

// In the narrowest list a name gives way to nothing beside it.
func TestNamesHaveRoom(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.size(1024, 768)
	for _, name := range []string{"check_skills", "plan_compiler", "repo_maintainer", "text_tools"} {
		p.until(name+" in the list", func() (bool, error) {
			return eval[bool](p, `[...document.querySelectorAll("#skills-list .skill-name")].some((e) => e.textContent === "`+name+`" && e.scrollWidth <= e.clientWidth)`)
		})
	}
	cut, err := eval[int](p, `[...document.querySelectorAll("#skills-list .whence")].filter((e) => e.clientWidth > 1 && e.scrollWidth > e.clientWidth).length`)
	if p.must(err); cut > 0 {
		t.Errorf("got %d sources of which a letter or two are left, want them whole or not at all", cut)
	}
}

// The documents have 560 px, however wide the list was made in another window.
func TestDocumentsHaveRoom(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.tabTo("separator", "Width of the list")
	for range 20 { // as wide as it can be
		p.press("ArrowRight")
	}
	for _, width := range []int64{1600, 1024, 900, 850} {
		p.size(width, 768)
		if desk, err := eval[float64](p, `document.querySelector(".desk").getBoundingClientRect().width`); err != nil || desk < 560 {
			t.Errorf("%d px: got %.0f px for the documents, want 560 (%v)", width, desk, err)
		}
	}
}

// The titles of the agents, their counts and the choices above them are seen whole.
func TestAgentsHaveRoom(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.size(1440, 900)
	p.bring(p.folder(lengthy(12)))
	p.runs(`location.hash = "#matrix/agents"; 0`)
	p.wait("grid", "Skills by agent")
	p.wait("columnheader", "Agent Skills standard 12/12")
	p.whole("row", "Skill…")
	p.whole("combobox", "Installed in")
}

// All of the form for a new skill is in sight at once, with the button that makes it.
func TestTheFormIsInSight(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.size(1280, 720)
	p.click("button", "New skill")
	p.onFocus("textbox", "Name")
	if at, over := p.box("button", "Create"), p.box("textbox", "Message"); at.Y+at.Height > over.Y {
		t.Errorf("got Create at %.0f px, below the message box at %.0f px", at.Y, over.Y)
	}
	p.gone("button", "Try an example")
	p.click("button", "Cancel")
	p.wait("button", "Try an example")
}

// The tree of the files has the room of its list, which it leads; what is seldom done stands below it.
func TestFilesComeFirst(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.list("Files")
	tree := p.box("group", "Files by folder")
	if tree.Height < 300 {
		t.Errorf("got a tree of %.0f px, want 300 or more", tree.Height)
	}
	for _, name := range []string{"New file", "Pick a folder", "Export all files", "Export /user"} {
		if at := p.box("button", name); at.Y < tree.Y+tree.Height {
			t.Errorf("got %s at %.0f px, above the end of the tree at %.0f px", name, at.Y, tree.Y+tree.Height)
		}
	}
	if row := p.box("button", "bundled…"); row.Height > 32 {
		t.Errorf("got a row of %.0f px for a folder that is read-only, want one line", row.Height)
	}
}

// A skill of usual length shows its text when it is opened.
func TestInstructionsAreShown(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.bring(p.folder(map[string]string{"essay/SKILL.md": "---\nname: essay\ndescription: Writes. Use it to write.\n---\n" + strings.Repeat("Write a line of prose here.\n\n", 400) + "That is all.\n"}))
	p.tell("/reload_skills")
	p.runs(`location.hash = "#skill/workspace/skills/essay"; 0`)
	p.see("That is all.")
}

// The message box and its button are one row; what is said of it, another.
func TestTheBoxIsOneRow(t *testing.T) {
	t.Parallel()
	p := wide(t)
	for _, width := range []int64{1440, 390} {
		p.size(width, 844)
		p.settle()
		box, send := p.box("textbox", "Message"), p.box("button", "Send")
		if send.Y != box.Y || send.X < box.X+box.Width {
			t.Errorf("%d px: got Send at %.0f, %.0f, want it in a row with the box, which ends at %.0f, %.0f", width, send.X, send.Y, box.X+box.Width, box.Y)
		}
	}
}

// Each list of documents says what they are for, and leads to them.
func TestDocumentsAreExplained(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.list("Rules")
	p.see("What other agents would make of each skill.")
	p.click("button", "Matrix")
	p.inFront("Matrix")
	p.list("Trace")
	p.see("What was asked, sent and called")
}

// UI.md: an error says what to do next as a button.
func TestErrorsLeadOn(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	d.withoutGit()
	for _, c := range []struct {
		line, button string
		role, name   string // that has the focus then
	}{
		{"/nope", "Show the commands…", "textbox", "Message"},
		{"/skills now", "Correct it…", "textbox", "Message"},
		{"/skill nope", "Find a skill…", "searchbox", "Find a skill"},
		{"/skill git_helper", "Open git_helper…", "tabpanel", "Overview"},
		{"/agent nobody", "Show the persona…", "tab", "Persona"},
		{"/check nothing", "Show the trace…", "tab", "Trace"},
	} {
		d.press("Alt+2")
		d.fill("Message", "")
		d.tell(c.line)
		d.click("button", c.button)
		d.onFocus(c.role, c.name)
	}
	d.press("Alt+2")
	d.axeEverywhere("errors with what to do next")
}
