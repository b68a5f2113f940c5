package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// fixture shows a page made for trying the harness itself.
func fixture(t *testing.T) *tab {
	t.Helper()
	p := visit(t, serve(t, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.ServeFile(w, r, "testdata/harness.html")
		})
	}))
	p.engine("started")
	p.unreplayed("the page is not Lily's")
	return p
}

func (p *tab) said(want string) {
	p.Helper()
	p.until("output "+want, func() (bool, error) { return strings.Contains(p.text("log", "Output"), want+"\n"), nil })
}

func TestHarnessSees(t *testing.T) {
	p := fixture(t)
	p.see("Harness")
	p.notSee("Unseen")
	p.wait("button", "Go now")
	p.wait("button", "Choose…")
	p.gone("button", "Unseen")
	if got := p.count("button", ""); got != 4 {
		t.Errorf("got %d buttons, want 4: not the hidden one", got)
	}
	if got := p.attr("button", "Go now", "aria-expanded"); got != "false" {
		t.Errorf("got aria-expanded %q, want false", got)
	}
	at, err := on[point](p, p.the("button", "Never"), place)
	if err != nil || at.Blocked != "it is disabled" {
		t.Errorf("got %+v %v, want blocked: it is disabled", at, err)
	}
}

func TestHarnessActs(t *testing.T) {
	p := fixture(t)
	p.click("button", "Go now")
	p.said("went")
	p.click("button", "Vanish")
	p.gone("button", "Vanish")
	p.typeInto("Name", "Lily ö")
	p.fill("Message", "new\ntext")
	for name, want := range map[string]string{"Name": "Lily ö", "Message": "new\ntext"} {
		if got := p.text("textbox", name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if role, name := p.focused(); role != "textbox" || name != "Message" {
		t.Errorf("got focus on %s %q, want textbox Message", role, name)
	}
	p.press("Mod+k", "ArrowDown", "Shift+Enter", "Escape")
	p.said("key Control+k\nkey ArrowDown\nkey Shift+Enter\nkey Escape")
}

func TestHarnessBringsFiles(t *testing.T) {
	p := fixture(t)
	p.hover("testdata/axe")
	p.said("enter")
	p.leave("testdata/axe")
	p.said("leave")
	p.drop("testdata/axe", "harness_test.go")
	p.said("dropped folder axe\ndropped file harness_test.go")
}

func TestHarnessChoosesFiles(t *testing.T) {
	p := fixture(t)
	p.setFiles("Choose a folder", "testdata/axe")
	p.see("axe/README.md")
}

func TestHarnessNoticesWhatIsWrong(t *testing.T) {
	p := fixture(t)
	p.expect("console: boom", "exception: Uncaught Error: lost", "request to another origin: http://127.0.0.1:1/", "ERR_")
	_, err := eval[chromedp.Void](p, `console.error("boom"); setTimeout(() => { throw new Error("lost") }); fetch("http://127.0.0.1:1/").catch(() => {})`)
	p.must(err)
	p.log.wait(p, 4)

	q := open(t)
	q.expect("policy violation: style-src-attr", "violates the following Content Security Policy")
	_, err = eval[chromedp.Void](q, `document.body.setAttribute("style", "color: red")`)
	q.must(err)
	q.log.wait(q, 2)
}

// wait waits until so many things were noticed.
func (w *watch) wait(p *tab, n int) {
	p.Helper()
	p.until("what is wrong noticed", func() (bool, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		return len(w.wrong) >= n, nil
	})
}
