package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// placed reports whether the focus is on something, and in sight.
const placed = `(() => {
  const e = document.activeElement, box = e.getBoundingClientRect();
  return e !== document.body && box.bottom > 0 && box.top < innerHeight;
})()`

// keepsFocus waits until something in sight has the focus, and holds it when the page
// is at rest.
func (p *tab) keepsFocus(after string) {
	p.Helper()
	p.settle()
	p.until("focus in sight after "+after, func() (bool, error) { return eval[bool](p, placed) })
}

// TestFocusIsNeverLost: an approval, an import and Edit say where the focus goes next
// (UI.md, Behaviour).
func TestFocusIsNeverLost(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.drop(shelf)
	p.previewed()
	p.tabTo("button", accept)
	p.press("Enter")
	p.gone("tabpanel", "Import")
	p.see("Imported 5 skills")
	p.keepsFocus("an import")
	p.tell("/reload_skills")

	p.click("option", "release_notes…")
	p.tabTo("button", "Edit…")
	p.press("Enter")
	p.onFocus("textbox", "Text of /workspace/skills/release_notes/SKILL.md")
	p.keepsFocus("Edit")

	p.pane("Policy")
	p.fill("Policy as YAML", "ask: always\n")
	p.click("button", "Save …")
	p.see("Saved the policy.")
	p.tell("/reload_skills")
	for _, choice := range []string{"Allow once…", "Deny…"} {
		p.fill("Message", "/check")
		p.press("Escape", "Enter")
		p.wait("region", "Approval needed")
		p.press("Alt+4")
		p.onFocus("region", "Approval needed")
		p.tabTo("button", choice)
		p.press("Enter")
		p.gone("region", "Approval needed")
		p.wait("button", "Send")
		p.keepsFocus(choice)
	}
}

// TestAFixIsSeen: what was fixed says so and leads to the reload; a second fix of the
// file is applied too, and nothing takes the Undo away (UI.md, File).
func TestAFixIsSeen(t *testing.T) {
	t.Parallel()
	p := someone(wide(t))
	p.must(p.Put("/workspace/skills/two/SKILL.md", []byte("---\nname: other\ndescription: Use this: it is fine\n---\nDo it.\n")))
	p.tell("/reload_skills")
	p.click("option", "two…")
	p.tabTo("button", "Apply fix…")
	p.press("Enter")
	p.see("Fixed /workspace/skills/two/SKILL.md.")
	p.see("Fixed; counts after a reload.")
	p.onFocus("button", "Reload…")
	p.wait("button", "Undo")
	if n := p.count("button", "Apply fix…"); n > 0 {
		p.click("button", "Apply fix…")
		p.gone("button", "Apply fix…")
	}
	p.click("button", "Undo")
	p.see("Undone.")
	p.wait("button", "Apply fix…")
	p.click("button", "Apply fix…")
	p.click("button", "Reload…")
	p.inGroup("Available", "two", true)
	p.keepsFocus("a reload")
}

// TestEscLeavesTheTurn: Esc closes a dialog and stops nothing behind it.
func TestEscLeavesTheTurn(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	downloaded := d.downloads()
	d.do1("Export everything")
	zip := downloaded("lily.zip")

	wait := make(chan struct{})
	d, _ = speak(t, model.OpenAI, upstream.Reply{Chunks: []upstream.Chunk{{Text: "One "}, {Text: "two.", Wait: wait}}})
	d.begin("Talk.")
	d.see("One")
	for name, show := range map[string]func(){
		"Restore everything": func() { d.drop(d.file("lily.zip", zip)) },
		"Storage":            func() { d.do1("Storage") },
		"Keyboard shortcuts": func() { d.press("Mod+/") },
	} {
		show()
		d.wait("dialog", name)
		d.press("Escape")
		d.gone("dialog", name)
		d.keepsFocus("Esc in " + name)
	}
	close(wait)
	d.see("One two.")
	d.quiet()
	d.notSee("Stopped")
}

// TestZoom: at 400 % zoom, which is 320 by 256 CSS pixels, everything is there by
// scrolling in one direction (WCAG 1.4.10), and a short wide window works too.
func TestZoom(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.bring(shelf)
	p.tell("/reload_skills")
	for _, size := range [][2]int64{{320, 256}, {640, 400}, {1280, 450}} {
		p.size(size[0], size[1])
		p.tell("/help plan_compiler")
		p.press("Alt+2")
		p.onFocus("textbox", "Message")
		p.keepsFocus("Alt+2")
		p.fits(fmt.Sprint(size))
		p.axe("zoomed")
		p.press("Mod+j")
		p.onFocus("listbox", "All problems")
		p.fits(fmt.Sprint("problems, ", size))
		p.press("Mod+j")
		p.gone("region", "Problems")
		p.screenshot(fmt.Sprintf("zoom-%d-%d", size[0], size[1]), size[0], size[1], false)
		p.drop(shelf)
		p.previewed()
		p.tabTo("button", "Cancel")
		p.keepsFocus("the dialog's last button")
		p.press("Enter")
		p.gone("tabpanel", "Import")
	}
	p.size(320, 256)
	for _, place := range []string{"Skills", "Documents", "Conversation"} {
		p.place(place)
		p.walk(place + " at 400 % zoom")
	}
}

// TestPrint: on paper is all of a long conversation, not one screen of it.
func TestPrint(t *testing.T) {
	t.Parallel()
	p := open(t)
	for range 3 {
		p.tell("/help text_tools")
		p.tell("/skills")
	}
	pdf := call(p, page.PrintToPDF, page.PrintToPDFParams{})
	if n := strings.Count(string(pdf.Data), "/Type /Page\n"); n < 3 {
		t.Errorf("got %d pages, want the whole conversation on several", n)
	}
}

// TestHeadingsAndCalls: a reply with any headings, and an opened call, keep to the rules
// of headings and landmarks; so does the page while something is dragged over it.
func TestHeadingsAndCalls(t *testing.T) {
	t.Parallel()
	d, _ := speak(t, model.OpenAI,
		upstream.Calls(wants("a", "list", `{"path":"/workspace"}`)),
		upstream.Text("#### Deep first\n\ntext\n\n", "# Then the top\n\n### And over one\n\n| a |\n|-|\n| 1 |\n\n| b |\n|-|\n| 2 |\n"))
	d.begin("Look around.")
	d.see("And over one")
	d.quiet()
	d.click("DisclosureTriangle", "Tool list succeeded…")
	d.axeStates("a reply with an opened call", "Conversation")
	d.hover(shelf)
	d.see("Drop into User")
	d.axe("a drag")
	d.leave(shelf)
}

// TestForcedColours: where a system has its own few colours, only the chosen tab is
// underlined, and an icon has the colour of the text that it stands beside.
func TestForcedColours(t *testing.T) {
	t.Parallel()
	p := wide(t)
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}})
	lined, err := eval[[]string](p, `[...document.querySelectorAll("[role=tab]")].filter((t) => {
		const s = getComputedStyle(t), ground = getComputedStyle(document.documentElement).backgroundColor;
		return s.borderBottomColor !== ground;
	}).map((t) => t.getAttribute("aria-selected"))`)
	p.must(err)
	if len(lined) == 0 || slices.Contains(lined, "false") {
		t.Errorf("got tabs underlined with aria-selected %q, want true alone", lined)
	}
	own, err := eval[[]string](p, `[...document.querySelectorAll(".icon")].filter((i) => getComputedStyle(i).color !== getComputedStyle(i.parentElement).color).map((i) => i.outerHTML)`)
	p.must(err)
	if len(own) > 0 {
		t.Errorf("got icons in colours of their own: %v", own)
	}
}

// TestForeignText: what others wrote is read in its own direction.
func TestForeignText(t *testing.T) {
	t.Parallel()
	p := someone(wide(t))
	p.must(p.Put("/workspace/skills/shalom/SKILL.md", []byte("---\nname: shalom\ndescription: שלום לכולם\n---\nעשה זאת.\n\nEnglish too.\n")))
	p.tell("/reload_skills")
	p.tell("/help shalom")
	p.tell("שלום")
	p.click("option", "shalom…")
	for _, where := range []string{".skill .lead", ".skill .doc p", "#turns dd", "#turns .input"} {
		if strings.HasPrefix(where, "#turns") {
			p.boxed()
		}
		p.until(where+" that is read from the right", func() (bool, error) {
			return eval[bool](p.tab, `[...document.querySelectorAll("`+where+`")].some((e) => /^[\u0590-\u05ff]/.test(e.textContent) &&
			(getComputedStyle(e).direction === "rtl" || getComputedStyle(e).unicodeBidi === "plaintext"))`)
		})
	}
}

// lags makes the page's timers wait until it catches up, the last one first, as on a machine with much to do.
const lags = `(() => {
  const real = setTimeout, held = [];
  globalThis.setTimeout = (f, wait, ...more) => wait > 100 ? real(f, wait, ...more) : held.push(() => f(...more));
  globalThis.catchUp = () => { globalThis.setTimeout = real; for (const f of held.splice(0).reverse()) f(); };
})()`

// Who points at the box, or goes there by Tab, while the page is still about to move the focus, keeps it.
func TestFocusIsNotTaken(t *testing.T) {
	t.Parallel()
	p := wide(t)
	for _, goes := range []func(role, name string){
		func(role, name string) { p.click(role, name) },
		p.tabTo,
	} {
		p.runs(`location.hash = "#nothing"; 0`)
		p.wait("button", "Dismiss")
		p.settle()
		p.runs(lags)
		p.click("button", "Dismiss")
		goes("textbox", "Message")
		p.runs("catchUp()")
		p.settle()
		p.inBox("")
	}
}

// Where the palette sends it, the focus goes, also if what looks after the closed dialog comes first.
func TestFocusGoesWhereItWasSent(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.tell("/skills")
	p.press("Mod+k")
	p.onFocus("combobox", "Find a command, skill, document or session")
	p.write("Step through the events")
	p.wait("option", "Step through the events…")
	p.runs(lags)
	p.press("Enter")
	p.wait("region", "Stepping through the session")
	p.gone("dialog", "Go to")
	p.runs("catchUp()")
	p.onFocus("slider", "Event")
}
