package e2e

import (
	"archive/zip"
	"bytes"
	"context"
	"io/fs"
	"path"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"lily/core/bundle"
	"lily/core/replay"
	"lily/core/tool"
	"lily/core/world"
)

// unreplayed says why the sessions of a page are not replayed at the end of the test.
func (p *tab) unreplayed(why string) {
	p.Helper()
	p.Logf("not replayed: %s", why)
	p.spared = why
}

// replayed holds every test to EV-4 at its end: each session that the page has is exported as a person
// exports it, and replayed here to the same events. What the page's engine recorded is what came of a
// run in the page, so that another one there would tell nothing more.
// A page that has gone or stopped, as some tests want it, has none.
func (p *tab) replayed() {
	p.Helper()
	if p.spared != "" || p.Failed() || p.Skipped() || p.ctx.Err() != nil {
		return
	}
	if state, err := eval[string](p, "document.documentElement.dataset.engine ?? ''"); err != nil || state != "started" {
		return
	}
	p.size(1280, 800)
	p.rest()
	if p.exported() == 0 {
		p.Error("got no session exported")
	}
}

// rest leaves every dialog, and stops what is under way.
func (p *tab) rest() {
	p.Helper()
	p.until("a page at rest", func() (bool, error) {
		busy, err := eval[bool](p, `document.querySelector("dialog[open]") !== null || document.querySelector("[role=menu]")?.checkVisibility() || [...document.querySelectorAll("button")].some((b) => b.innerText === "Stop")`)
		if busy {
			p.press("Escape")
		}
		return err == nil && !busy, err
	})
}

// do1 does something by its name in the palette.
func (p *tab) do1(name string) {
	p.Helper()
	p.press("Mod+k")
	p.onFocus("combobox", "Find a command, skill, document or session")
	call(p, input.InsertText, input.InsertTextParams{Text: name})
	p.wait("option", name+"…")
	p.press("Enter")
	p.gone("dialog", "Go to")
}

// exported exports everything, and replays each session of it here; it gives how many there are.
func (p *tab) exported() (n int) {
	p.Helper()
	downloaded := p.downloads()
	for _, at := range [][2]string{{"button", "Menu"}, {"menuitem", "Export everything"}} {
		_, err := on[chromedp.Void](p, p.the(at[0], at[1]), `function () { this.click() }`) // whatever a test left over it
		p.must(err)
	}
	data := downloaded("lily.zip")
	all, err := zip.NewReader(bytes.NewReader(data), int64(len(data))) // the names are any that a test brings
	p.must(err)
	for _, f := range all.File {
		switch {
		case f.Name == world.LeftOut:
			p.Error("got an export without all that the page has")
		case path.Dir(f.Name) == "sessions":
			data, err := fs.ReadFile(all, f.Name)
			p.must(err)
			p.same(f.Name, data)
			n++
		}
	}
	return n
}

// same replays a session's bundle here, as lily session --replay does.
func (p *tab) same(name string, data []byte) {
	p.Helper()
	b, problems, err := bundle.Read(data, tool.Builtin())
	if err != nil || len(problems) > 0 {
		p.Errorf("%s: got %v, %v", name, problems, err)
		return
	}
	got, err := replay.Run(context.Background(), tool.Builtin(), b.Events, nil)
	if err != nil {
		p.Errorf("%s: %v", name, err)
		return
	}
	if d := replay.Compare(got, b.Events); d != nil {
		p.Errorf("%s: event %d differs:\n got %s\nwant %s", name, d.Seq, d.Got, d.Want)
	}
}
