package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// measures tells how fast something is, in the form that make bench-page reads.
func (p *tab) measures(name string, figure float64, unit string) {
	p.Helper()
	if *measure {
		p.Logf("measure: %s %.1f %s", strings.ReplaceAll(name, " ", "-"), figure, unit)
	}
}

// mixed are skills of which every third has a finding.
func mixed(n int) map[string]string {
	files := small(n)
	for i := 0; i < n; i += 3 {
		at := fmt.Sprintf("made_%05d/SKILL.md", i)
		files[at] = strings.Replace(files[at], "---\nname", "---\nsummary: 12\nname", 1)
	}
	return files
}

// seen1 is what a document costs until its first frame, and what is made of it.
type seen1 struct {
	Ms       float64 // to the frame
	Elements int     // in the page
	Rows     int     // of the longest list
}

// firstSeen does something in the page and waits for the frame that shows a selector, with a text.
const firstSeen = `(async () => {
	const there = () => [...document.querySelectorAll(%q)].some((e) => e.checkVisibility() && e.textContent.includes(%q));
	const then = performance.now();
	const shown = new Promise((yes) => {
		const look = new MutationObserver(() => { if (there()) { look.disconnect(); yes(); } });
		look.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
	});
	%s;
	if (!there()) await shown;
	await new Promise(requestAnimationFrame);
	const ms = performance.now() - then;
	const lists = [...document.querySelectorAll("[role=listbox], [role=grid], [role=tree], tbody, ul, ol")];
	const rows = (l) => Math.max(l.querySelectorAll("[role=option], [role=row], [role=treeitem]").length, l.children.length);
	return { Ms: ms, Elements: document.querySelectorAll("*").length, Rows: Math.max(...lists.map(rows)) };
})()`

// Ten thousand skills are in each document, and of none more is made than what is seen. What it takes is told with
// -measure, and asserted nowhere.
func TestManySkillsInEachDocument(t *testing.T) {
	shares(t)
	n := 2000
	if *measure {
		n = 10_000
	}
	p, end := cold(t, t.TempDir(), serve(t, nil))
	defer end()
	p.engine("started")
	p.drop(p.zip("many.zip", mixed(n)))
	p.within("the preview", func() (bool, error) { return p.there("tabpanel", "Import"), nil })
	p.see(fmt.Sprintf("%d skills.", n))
	p.within("the column", func() (bool, error) { return p.shows(" of 13") })
	p.shown("start", `location.hash = "#start"`, ".groups [role=tabpanel]", "Start")
	p.shown("import review", `location.hash = "#import"`, "#import-rows", "made_00000")
	p.click("button", fmt.Sprintf("Import %d of %d", n, n))
	p.within("the import", func() (bool, error) { return p.shows(fmt.Sprintf("Imported %d skills into /workspace/skills.", n)) })
	p.saved()
	p.tell("/reload_skills")
	p.tell("/skills")
	p.wide()
	for _, d := range [][4]string{
		{"skill", `location.hash = "#skill/workspace/skills/made_00778"`, ".groups [role=tabpanel]", "Made for number 778"},
		{"skill with a finding", `location.hash = "#skill/workspace/skills/made_00777"`, ".groups [role=tabpanel]", "Why it does not count"},
		{"file", `location.hash = "#file/workspace/skills/made_00778/SKILL.md"`, ".groups [role=tabpanel]", "Copy path"},
		{"matrix of profiles", `location.hash = "#matrix"`, "#matrix", "made_00000"},
		{"matrix of agents", `location.hash = "#matrix/agents"`, "#agents", "made_00000"},
		{"trace", `location.hash = "#trace"`, ".groups [role=tree]", "/skills"},
		{"compare", `location.hash = "#compare/v1..now"`, ".groups [role=tabpanel]", "made_00000"},
		{"compare of skills", `location.hash = "#compare/skill:/workspace/skills/made_00001..skill:/workspace/skills/made_00002"`, ".groups [role=tabpanel]", "differ"},
		{"snapshot", `location.hash = "#snapshot"`, ".groups [role=tabpanel]", "Roots, highest precedence first"},
		{"profile", `location.hash = "#profile"`, ".groups [role=tabpanel]", "Can run in the page"},
		{"policy", `location.hash = "#policy"`, ".groups [role=tabpanel]", "Every registered tool"},
		{"persona", `location.hash = "#persona"`, ".groups [role=tabpanel]", "SOUL.md"},
		{"start again", `location.hash = "#start"`, ".groups [role=tabpanel]", "Start"},
	} {
		p.settle() // as a person finds it
		p.shown(d[0], d[1], d[2], d[3])
	}
	for _, d := range [][3]string{{"sessions", "#list", "New session"}, {"files", "#list", "workspace"}, {"skills", "#skills-list", "made_00000"}} {
		p.shown("list of "+d[0], fmt.Sprintf(`document.getElementById("rail-%s").click()`, d[0]), d[1], d[2])
	}
	for i, query := range []string{"made_01777", "7 number", ""} {
		p.shown("search "+strconv.Itoa(i+1), typed1("find-skill", query), "#skills-list", []string{"made_01777", "made_", "made_00000"}[i])
	}
	p.shown("problems", `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "j", code: "KeyJ", ctrlKey: true, bubbles: true, cancelable: true }))`, "#problems", "made_")
	p.press("Mod+j")
	p.boxed()
	for i, line := range []string{"/", "/s", "/skill ", "/skill m", "/skill made_017", "/skill made_01777"} {
		p.shown("slash menu, key "+strconv.Itoa(i+1), typed1("composer", line), "#slash-menu [role=option]", "")
	}
	p.runs(typed1("composer", ""))
	p.press("F1")
	p.wait("dialog", "Help")
	p.shown("search of the manual", `(() => { const box = document.querySelector("dialog[open] [type=search]"); box.value = "unclosed"; box.dispatchEvent(new InputEvent("input", { bubbles: true })); })()`, "dialog[open]", "unclosed_frontmatter")
	p.measures("memory of the engine", p.wasmMB(), "MB")
	p.do(chromedp.Reload())
	p.types()
	p.within("the skills", func() (bool, error) { return p.began().At["skills"] > 0, nil })
	p.measures("memory of the engine after a start", p.wasmMB(), "MB")
	p.measures("start until a key is taken", p.began().At["character"], "ms")
}

// typed1 types all of a text into a box at once, as an input method does.
func typed1(id, text string) string {
	return fmt.Sprintf(`(() => { const box = document.getElementById(%q); box.focus(); box.value = %q; box.dispatchEvent(new InputEvent("input", { bubbles: true })); })()`, id, text)
}

// wasmMB is the memory of the engine.
func (p *tab) wasmMB() float64 {
	p.Helper()
	mb, err := eval[float64](p, "start.wasm() / 1e6")
	p.must(err)
	return mb
}

// shown shows a document, and holds it to be of no more than is seen.
func (p *tab) shown(name, act, selector, text string) {
	p.Helper()
	was := p.busy()
	got, err := eval[seen1](p, fmt.Sprintf(firstSeen, selector, text, act))
	p.must(err)
	if got.Elements > 6000 || got.Rows > 120 {
		p.Errorf("%s: got %d elements in the page and %d rows in a list, want those that are seen", name, got.Elements, got.Rows)
	}
	p.Logf("%s: %+v, busy %.0f", name, got, (p.busy()-was)*1000)
	p.measures("frame of "+name, got.Ms, "ms")
}
