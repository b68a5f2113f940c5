package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// bomb doubles what an alias stands for, forty times.
func bomb() string {
	var b strings.Builder
	b.WriteString("---\na0: &a0 [lol, lol]\n")
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	return b.String() + "---\n"
}

const sound = "---\nsummary: Sound.\n---\nDo well.\n"

// hostile are folders with what may go wrong in them, the state that each gets
// and a part of what is said about it.
var hostile = map[string]struct{ data, state, says string }{
	"good":                   {sound, "Available", ""},
	"crlf":                   {strings.ReplaceAll(sound, "\n", "\r\n"), "Available", ""},
	"mark":                   {"\ufeff" + sound, "Available", ""},
	"with space":             {sound, "Available", "white space"},
	"emoji_🌱":                {sound, "Available", ""},
	"case":                   {sound, "Available", ""},
	"CASE":                   {sound, "Available", ""},
	strings.Repeat("n", 255): {sound, "Available", ""},
	"binary":                 {"\x7fELF\x00\x01\x02\xff\xfe" + strings.Repeat("\x00\xff", 1000), "Malformed", "NUL"},
	"not_utf8":               {"---\nsummary: \xff\xfe\n---\n", "Malformed", "UTF-8"},
	"nul":                    {"---\nsummary: a\x00b\n---\n", "Malformed", "NUL"},
	"huge":                   {sound + strings.Repeat("x", 2<<20), "Malformed", "at most 1048576 are read"},
	"bomb":                   {bomb(), "Malformed", "counting what its aliases repeat"},
	"deep":                   {"---\nsummary: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n---\n", "Malformed", "deep"},
	"unclosed":               {"---\nsummary: Never closed.\n", "Malformed", "never closed"},
}

// TestBadInputIsNamedAndCostsNothingElse drops all of it at once, beside a good
// skill: SK-2, SK-3, SK-10, VF-6.
func TestBadInputIsNamedAndCostsNothingElse(t *testing.T) {
	t.Parallel()
	p := open(t)
	files, malformed := map[string]string{}, 0
	for name, h := range hostile {
		files[name+"/SKILL.md"] = h.data
		if h.state == "Malformed" {
			malformed++
		}
	}
	p.drop(p.folder(files))
	p.previewed()
	p.see(fmt.Sprintf("%d skills.", len(files)))
	for _, name := range slices.Sorted(maps.Keys(hostile)) {
		p.look(name)
		p.has(p.text("region", "What the skill brings"), name, hostile[name].state, hostile[name].says)
	}
	p.screenshot("import-bad-input", 1024, 768, false)
	p.axe("preview of bad input")
	p.click("button", accept)
	p.see(fmt.Sprintf("Imported %d skills into /workspace/skills.", len(files)))
	p.has(p.tell("/reload_skills"), fmt.Sprintf("%d malformed", malformed))
	for name, h := range hostile {
		p.inGroup(h.state, name, true)
	}
	for _, name := range []string{"good", "crlf", "mark", "case", "CASE", "emoji_🌱", strings.Repeat("n", 255)} {
		p.has(p.tell("/help "+name), "Sound.")
	}
	p.has(p.tell("/skill crlf now"), "Skill crlf, chosen by user", "Do well.")
	for _, name := range []string{"binary", "huge", "bomb", "deep", "unclosed"} {
		p.click("option", name+" workspace…")
		p.wait("tabpanel", name)
		p.see("Why it does not count")
		p.has(p.text("tabpanel", p.skillTab()), "ErrorSKILL.md:", "SK-")
	}
	p.axe("a deep skill")
}

// longest is the longest task of the page since the last look, in milliseconds.
func (p *tab) longest(what string) {
	p.Helper()
	ms, err := eval[[]float64](p, `((list) => { window.long = []; return list.map((e) => Math.round(e)).sort((a, b) => b - a).slice(0, 3) })(window.long ?? [])`)
	p.must(err)
	p.Logf("longest tasks: %s: %v ms", what, ms)
}

// many writes 1,000 skills of 4 KB to the disk.
func (p *tab) many() string {
	files := map[string]string{}
	for i := range 1000 {
		name := fmt.Sprintf("made_%04d", i)
		files[name+"/SKILL.md"] = fmt.Sprintf("---\nname: %s\ndescription: Made for number %d.\n---\n%s", name, i, strings.Repeat("Do as it says.\n", 270))
	}
	return p.folder(files)
}

// TestAThousandSkills imports them with progress, and the page goes on answering.
func TestAThousandSkills(t *testing.T) {
	p := open(t)
	dir := p.many()
	_, err := eval[chromedp.Void](p, `
		window.long = []; window.steps = 0;
		new PerformanceObserver((l) => l.getEntries().forEach((e) => window.long.push(e.duration))).observe({ type: "longtask" });
		new MutationObserver(() => { if (document.querySelector("progress")) window.steps++ }).observe(document.body, { subtree: true, childList: true, attributes: true });
	`)
	p.must(err)
	p.drop(dir)
	p.previewed()
	p.see("1000 skills.")
	p.wait("button", "Import 1000 of 1000")
	steps, err := eval[int](p, "window.steps")
	if err != nil || steps == 0 {
		t.Errorf("got no progress (%v), want a bar while the files are read", err)
	}
	p.longest("drop and preview")
	p.click("button", accept)
	p.see("Imported 1000 skills into /workspace/skills.")
	p.longest("import")
	p.has(p.tell("/reload_skills"), "1007 available")
	p.longest("/reload_skills")
	p.has(p.tell("/skills"), "made_0000", "Show 400 more of 1007 rows")
	p.click("button", "Show 400 more of 1007 rows")
	p.see("made_0555")
	p.longest("/skills")
	p.has(p.group("Available"), "made_0000")
	p.fill("Find a skill", "made_0777")
	p.inGroup("Available", "made_0777", true)
	p.inGroup("Available", "made_0000", false)
	p.longest("search")
	p.tell("Hello")
	p.longest("a message")
	p.click("option", "made_0777…")
	p.see("Made for number 777.")
	p.longest("open a skill")
	p.pane("Files")
	p.see(" files, ")
	p.longest("files")
}

// TestAReadIsCancelled stops a drop of 1,000 skills while it is read.
func TestAReadIsCancelled(t *testing.T) {
	p := open(t)
	dir := p.many()
	_, err := eval[chromedp.Void](p, `
		window.cancelled = false;
		new MutationObserver(() => {
			const b = [...document.querySelectorAll("[aria-label='Reading the drop'] button")][0];
			if (b && !window.cancelled) { window.cancelled = true; b.click() }
		}).observe(document.body, { subtree: true, childList: true });
	`)
	p.must(err)
	p.drop(dir)
	p.until("a way to cancel", func() (bool, error) { return eval[bool](p, "window.cancelled") })
	p.gone("progressbar", "Files read")
	p.gone("tabpanel", "Import")
	p.gone("region", "The snapshot is behind")
	p.pane("Snapshot")
	p.see("The files, the profile and the policy are as the snapshot has them.")
	p.drop(shelf) // and the next one is read
	p.previewed()
	p.see("5 skills")
}
