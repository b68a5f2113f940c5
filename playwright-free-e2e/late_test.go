package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// tardy is a page whose editor arrives when it is told to.
func tardy(t *testing.T) (p *person, arrive chan bool) {
	arrive = make(chan bool)
	p = someone(visit(t, serve(t, func(page http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/editor.") {
				<-arrive
			}
			page.ServeHTTP(w, r)
		})
	})))
	p.engine("started")
	p.wide()
	return p, arrive
}

// stood is where everything of a document is that can be pressed or typed into, by its name, before anything is scrolled.
const stood = `document.querySelectorAll(".panel, .panel *").forEach((e) => { if (e.scrollTop > 0) e.scrollTop = 0 }), [...document.querySelectorAll(".panel :is(button, a[href], input, select, summary, [role=tab], .editing)")].filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .map((e) => { const { x, y, width, height } = e.getBoundingClientRect();
    return (e.ariaLabel || e.id || e.className || e.textContent) + " at " + [x, y, width, height].map(Math.round) })`

// UI.md: nothing that appears moves what a person is about to press: an editor that arrives, what it finds, a fix, and
// what is typed, at every width, and with letters of another size.
func TestTheEditorMovesNothing(t *testing.T) {
	t.Parallel()
	const skill = "/workspace/skills/notes/SKILL.md"
	for _, c := range []struct{ address, label string }{
		{"#file" + skill, "Text of " + skill},
		{"#policy", "Policy as YAML"},
		{"#persona", "SOUL.md"},
		{"#file/bundled/skills/text_tools/SKILL.md", "Text of /bundled/skills/text_tools/SKILL.md"},
	} {
		t.Run(c.address, func(t *testing.T) {
			t.Parallel()
			p, arrive := tardy(t)
			text := []byte("---\nsummary: Take notes: of all\n---\nTake notes.\u200b\n")
			p.must(p.Put(skill, text))
			p.runs(`location.hash = "` + c.address + `"; 0`)
			p.wait("textbox", c.label)
			p.settle()
			walk := func() (list [][]string) {
				for _, large := range []bool{false, true} {
					p.runs(`document.adoptedStyleSheets = [new CSSStyleSheet()]; document.adoptedStyleSheets[0].replaceSync("` +
						map[bool]string{true: ":root { --ui-size: 16px; --meta-size: 14.5px }"}[large] + `"); 0`)
					for width := int64(320); width <= 1920; width += 40 {
						p.size(width, 900)
						at, err := eval[[]string](p.tab, stood)
						p.must(err)
						list = append(list, append(at, fmt.Sprintf("%d px, large letters %t", width, large)))
					}
				}
				p.wide()
				return list
			}
			same := func(what string, was [][]string) {
				p.Helper()
				for i, now := range walk() {
					look := now[len(now)-1]
					for _, at := range was[i] {
						if !slices.Contains(now, at) {
							p.Fatalf("%s: got no %s any more at %s, but %s", what, at, look, strings.Join(now, "; "))
						}
					}
				}
			}
			was := walk()
			close(arrive)
			p.until("an editor", func() (bool, error) {
				return on[bool](p.tab, p.the("textbox", c.label), `function () { return this.isContentEditable }`)
			})
			p.settle()
			same("the editor arrived", was)
		})
	}
}

// What another tab makes of a text comes beside what is typed, and moves neither the bar nor what is above it.
func TestWhatOvertakesMovesNothing(t *testing.T) {
	t.Parallel()
	const name, label = "/workspace/notes.md", "Text of /workspace/notes.md"
	a := someone(wide(t))
	a.must(a.Put(name, []byte("one\nsame\n")))
	a.writes(label)
	a.fill(label, "mine\nsame\n")
	a.see("Unsaved; it is still here after a reload.")
	q, _ := a.beside(t)
	b := someone(q)
	b.wide()
	a.front()
	for _, l := range []look{looks[0], looks[7], looks[6]} {
		a.looksLike(l)
		if l.width < 820 {
			a.place("Documents")
		}
		a.aims("another tab's edit of the text, "+l.String(), func() {
			b.front()
			b.must(b.Put(name, []byte("theirs\nsame\n"+l.String()+"\n")))
			a.front()
		}, func() { a.see("What you typed is kept here") })
		a.click("button", "Save over theirs")
		a.see("Saved " + name + ".")
		a.fill(label, "mine\nsame again\n"+l.String())
		a.see("Unsaved; it is still here after a reload.")
	}
}
