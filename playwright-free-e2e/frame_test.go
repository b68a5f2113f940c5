package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// documents are one of each kind that the page begins with, by address and tab.
var documents = [][2]string{
	{"#conversation/s1", "Session s1"},
	{"#start", "Start"},
	{"#skill/bundled/skills/git_helper", "git_helper"},
	{"#file/persona/SOUL.md", "SOUL.md"},
	{"#trace", "Trace"},
	{"#snapshot", "Snapshot"},
	{"#compare", "Compare"},
	{"#matrix", "Matrix"},
	{"#matrix/agents", "Agents"},
	{"#profile", "Profile"},
	{"#policy", "Policy"},
	{"#persona", "Persona"},
}

// UI.md, Regions: every kind of document has an address, to which a link, Back, Forward and a reload
// lead; what is open is there again after a reload, and axe finds nothing in it.
func TestDocumentsHaveAddresses(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.at("#conversation/s1")
	for _, d := range documents[1:] {
		p.runs("location.hash = " + quote(d[0]))
		p.inFront(d[1])
		p.at(d[0])
		p.axe(d[0])
	}
	for i := len(documents) - 2; i >= 0; i-- {
		p.runs("history.back()")
		p.inFront(documents[i][1])
		p.at(documents[i][0])
	}
	p.runs("history.go(2)")
	p.inFront("git_helper")
	p.runs("history.forward()")
	p.inFront("SOUL.md")
	p.reload()
	p.inFront("SOUL.md")
	p.at("#file/persona/SOUL.md")
	if n := p.count("tab", ""); n < len(documents) {
		t.Errorf("got %d tabs after the reload, want %d and the lists", n, len(documents))
	}
	p.runs("history.back()")
	p.inFront("git_helper")
	p.runs(`location.hash = "#trace/events"`) // as it was called once
	p.inFront("Trace")
	p.at("#trace")
	other := visit(t, p.url+"#skill/bundled/git_helper") // the short name of one, in a browser of its own
	other.engine("started")
	other.inFront("git_helper")
	other.at("#skill/bundled/skills/git_helper")
}

// An address may be anyone's: what names nothing is said, and leaves all as it is.
func TestHostileAddresses(t *testing.T) {
	t.Parallel()
	p := open(t)
	for _, bad := range []string{"#nothing/here", "#file/../../etc/passwd", "#skill/%00", "#%E0%A4%A", "#<img src=x onerror=alert(1)>", "#file/" + strings.Repeat("a/", 5000)} {
		p.runs("location.hash = " + quote(bad))
		p.see("The address names no document of Lily’s")
		p.at("#conversation/s1")
		p.inFront("Session s1")
		p.click("button", "Dismiss")
		p.notSee("The address names no document")
	}
	p.runs(`location.hash = "#recording/x"`)
	p.see("The recording is not open any more")
	p.at("#conversation/s1")
	p.runs(`location.hash = "#conversation/s99"`)
	p.see("No session was opened")
	p.inFront("Session s1")
	p.runs(`location.hash = "#skill/workspace/skills/none"`)
	p.see("The snapshot has no skill at /workspace/skills/none")
	p.runs(`sessionStorage.setItem("lily-desk", '{"groups":[{"tabs":["#x","#policy","#policy",7],"front":9}],"at":5,"sizes":{"list":-1}}'); addEventListener("pagehide", (e) => e.stopImmediatePropagation(), true)`)
	p.reload()
	p.boxed()
}

// A launch's code in the address of an open page is taken before the desk hears of it, and the
// address is that of the document again.
func TestACodeIsNoAddress(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.runs(`location.hash = "#policy"`)
	p.inFront("Policy")
	p.runs(`location.hash = "#code=` + strings.Repeat("0", 64) + `"`)
	p.see("The address that was opened works once")
	p.at("#policy")
	p.inFront("Policy")
}

// Two groups stand beside each other, each with its own tabs, and are there after a reload.
func TestTwoGroups(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.pane("Policy")
	p.inFront("Session s1 | Policy")
	p.pane("Profile")
	p.inFront("Session s1 | Profile")
	widths, err := eval[[]float64](p, `[...document.querySelectorAll(".groups > section")].map((s) => s.getBoundingClientRect().width)`)
	if p.must(err); len(widths) != 2 || min(widths[0], widths[1]) < 480 {
		t.Errorf("got %v, want two of 480 px at least", widths)
	}
	p.axeEverywhere("two groups")
	p.wide()
	p.press("Mod+j")
	p.wait("region", "Problems")
	p.tabTo("separator", "Height of the problems")
	p.press("ArrowUp", "ArrowUp")
	p.list("Trace")
	p.tabTo("separator", "Width of the list")
	p.press("ArrowRight", "ArrowRight")
	look := `JSON.stringify([document.getElementById("problems").offsetHeight, document.getElementById("list").offsetWidth])`
	before, err := eval[string](p, look)
	p.must(err)
	p.reload()
	p.until("the groups of before", func() (bool, error) { return strings.HasSuffix(p.fronts(), " | Profile"), nil })
	p.wait("region", "Problems")
	p.until("the sizes of before", func() (bool, error) {
		got, err := eval[string](p, look)
		return got == before, err
	})
	if p.attr("tab", "Trace", "aria-selected") != "true" {
		t.Error("got another list after the reload")
	}
	p.tell("/skills") // beside the profile
	p.press("Alt+6")
	p.onFocus("tab", "Profile")
	p.press("Delete")
	p.onFocus("tab", "Policy")
	p.press("Delete")
	p.until("one group", func() (bool, error) { return strings.HasPrefix(p.fronts(), "/skills (s"), nil })
}

// How far a document was read is there after a reload.
func TestScrollIsKept(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.runs(`location.hash = "#policy"`)
	p.inFront("Policy")
	_, err := eval[chromedp.Void](p, `document.getElementById("panel-0").scrollTop = 210`)
	p.must(err)
	p.settle()
	p.reload()
	p.until("the place of before", func() (bool, error) { return eval[bool](p, `document.getElementById("panel-0").scrollTop === 210`) })
}

// So is how far a grid was scrolled, also when another document was in front meanwhile.
func TestScrollOfAGridIsKept(t *testing.T) {
	t.Parallel()
	p := someone(wide(t))
	p.bring(p.zip("many.zip", small(200)))
	p.tell("/reload_skills")
	for _, at := range [][2]string{{"#matrix", "matrix"}, {"#matrix/agents", "agents"}} {
		to(at[0], "Enter tells why")(p)
		grid := "document.getElementById(" + quote(at[1]) + ")"
		top := grid + ".scrollTop"
		p.until("the grid", func() (bool, error) { return eval[bool](p.tab, grid+" !== null") })
		p.runs(top + " = 2100")
		p.settle()
		stays := func(when string) {
			p.until("the place of before "+when, func() (bool, error) { return eval[bool](p.tab, top+" === 2100") })
		}
		to("#policy", "Every registered tool is allowed.")(p)
		to(at[0], "Enter tells why")(p)
		stays("in " + at[0])
		p.reload()
		p.see("Enter tells why")
		stays("in " + at[0] + " after a reload")
	}
}

// Narrow: the rail is a bar of five at the foot, and the documents stack.
func TestNarrow(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.size(390, 844)
	p.place("Skills")
	p.click("option", "git_helper…")
	p.inFront("git_helper")
	p.wait("tab", "git_helper")
	low, err := eval[bool](p, `(() => { const b = document.querySelector(".rail").getBoundingClientRect(); return b.bottom >= innerHeight - 1 && b.height <= 60; })()`)
	if p.must(err); !low {
		t.Error("got the rail elsewhere than at the foot")
	}
	for _, list := range []string{"Sessions", "Trace", "Rules", "Files"} {
		p.place(list)
		p.axe("narrow, " + list)
	}
	p.click("button", "Documents")
	p.onFocus("tab", "git_helper")
	p.menu("Problems Ctrl+J")
	p.wait("region", "Problems")
	p.axe("narrow, problems")
}

// UI.md, Screen readers: at most ten stops for Tab lead from the top to the message box, whatever list
// is shown, and three from a problem to its fix.
func TestFewStops(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.withoutGit() // so that the first problem is another one
	p.bring(shelf)
	p.tell("/reload_skills")
	p.fewStops("r")
}

// fewStops counts the stops, in a page with the malformed release_notes, to which a key leads among the problems, and
// applies its fix.
func (p *tab) fewStops(key string) {
	p.Helper()
	for _, list := range []string{"Skills", "Sessions", "Files"} {
		p.list(list)
		n := p.stops("textbox", "Message")
		if p.Logf("%s: %d stops to the message box", list, n); n > 10 {
			p.Errorf("%s: got %d stops to the message box, want 10 at most", list, n)
		}
	}
	p.list("Skills")
	p.press("Mod+j")
	p.onFocus("listbox", "All problems")
	p.press(key)
	p.see("release_notes: ")
	for n := 0; ; n++ {
		if role, name := p.focused(); role == "button" && strings.HasPrefix(name, "Apply fix: release_notes") {
			p.Logf("%d stops from a problem to its fix", n)
			break
		}
		if n == 3 {
			role, name := p.focused()
			p.Fatalf("got %s %q after three stops, want a fix", role, name)
		}
		p.onward()
	}
	p.press("Enter")
	p.see("Fixed /workspace/skills/release_notes/SKILL.md.")
	p.gone("option", "Error release_notes…")
	p.keepsFocus("a fix")
}

// stops are how many times Tab is pressed from the top of the page.
func (p *tab) stops(role, name string) int {
	p.Helper()
	p.runs(`document.activeElement.blur(); document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute("tabindex")`)
	for n := 1; n <= 40; n++ {
		p.onward()
		if r, got := p.focused(); r == role && named(got, name) {
			return n
		}
	}
	p.Fatalf("got no %s %q within 40 stops", role, name)
	return 0
}

// Nothing that appears moves what a person is about to press.
func TestNothingPushes(t *testing.T) {
	t.Parallel()
	p := someone(wide(t))
	p.must(p.Put("/workspace/notes.md", []byte("one\n")))
	p.boxed()
	box := [2]string{"textbox", "Message"}
	p.still("a notice, and a snapshot that is behind", func() {
		p.must(p.Put("/workspace/skills/a/SKILL.md", []byte("Do.\n")))
		p.boxed()
		p.wait("region", "The snapshot is behind")
	}, box, [2]string{"button", "Menu"}, [2]string{"tab", "Skills"})
}
