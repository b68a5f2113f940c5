package e2e

import (
	"archive/zip"
	"bytes"
	"context"
	"io/fs"
	"path"
	"strings"

	"github.com/chromedp/cdproto/input"

	"lily/core/bundle"
	"lily/core/replay"
	"lily/core/tool"
)

// unreplayed says why the sessions of a page are not replayed at the end of the test.
func (p *tab) unreplayed(why string) {
	p.Helper()
	p.Logf("not replayed: %s", why)
	p.spared = why
}

// replayed holds every test to EV-4 at its end: each session that the page has is
// exported as a person exports it, and replayed here and in the page to the same events.
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
	ids := p.exported()
	for _, id := range ids {
		someone(p).goTo(id)
		p.do1("Verify the session")
		p.see("Identical, ")
		someone(p).dismiss()
	}
	if len(ids) == 0 {
		p.Error("got no session exported")
	}
}

// rest leaves every dialog, and stops what is under way.
func (p *tab) rest() {
	p.Helper()
	p.until("a page at rest", func() (bool, error) {
		busy, err := eval[bool](p, `document.querySelector("dialog[open]") !== null || [...document.querySelectorAll("button")].some((b) => b.innerText === "Stop")`)
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

// exported exports everything, and replays each session of it here; these are their ids.
func (p *tab) exported() (ids []string) {
	p.Helper()
	downloaded := p.downloads()
	p.do1("Export everything")
	data := downloaded("lily.zip")
	all, err := zip.NewReader(bytes.NewReader(data), int64(len(data))) // the names are any that a test brings
	p.must(err)
	p.see("Exported everything.")
	someone(p).dismiss()
	for _, f := range all.File {
		if dir, file := path.Split(f.Name); dir == "sessions/" {
			data, err := fs.ReadFile(all, f.Name)
			p.must(err)
			p.same(f.Name, data)
			ids = append(ids, strings.TrimSuffix(file, ".lily"))
		}
	}
	return ids
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
