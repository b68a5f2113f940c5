package e2e

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"lily/static"
	"lily/web/server"
)

// patience is how long a person would wait for anything before giving up.
const patience = 15 * time.Second

// tab is one page in a profile that no other test has meanwhile, and what it did that it should not.
type tab struct {
	*testing.T
	ctx context.Context
	url string
	log *watch

	spared string // why its sessions are not replayed at the end of the test
}

// open shows Lily's page and waits until its engine has started.
func open(t *testing.T) *tab {
	t.Helper()
	ctx, url := sit(t)
	p := watched(t, ctx, url)
	p.engine("started")
	return p
}

// wide is that page in a window that shows all three places beside each other.
func wide(t *testing.T) *tab {
	t.Helper()
	p := open(t)
	p.wide()
	return p
}

func (p *tab) wide() {
	p.Helper()
	p.size(1600, 900)
}

// themes are the schemes of colours, in the order in which a page is looked at.
var themes = []string{"light", "dark"}

// everyLook shows the page at three widths, light and dark.
func (p *tab) everyLook(do func(width int64, theme string)) {
	p.Helper()
	for _, theme := range themes {
		p.dark(theme == "dark")
		for _, width := range []int64{1600, 1024, 390} {
			p.size(width, 900)
			do(width, theme)
		}
	}
	p.dark(false)
	p.wide()
}

// runs does something in the page that a person would not.
func (p *tab) runs(js string) {
	p.Helper()
	_, err := eval[any](p, js)
	p.must(err)
}

// serve starts a server on a free port; wrap, if not nil, may spoil its answers.
func serve(t *testing.T, wrap func(http.Handler) http.Handler) (url string) {
	t.Helper()
	ln, err := server.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return start(t, ln, wrap)
}

func start(t *testing.T, ln net.Listener, wrap func(http.Handler) http.Handler) (url string) {
	addr := ln.Addr().String()
	h := server.New(server.Config{Addr: addr, Page: static.Dist()})
	if wrap != nil {
		h = wrap(h)
	}
	srv := &http.Server{Handler: h, ReadHeaderTimeout: patience}
	go func() { _ = srv.Serve(ln) }()
	t.Cleanup(func() { _ = srv.Close() })
	return "http://" + addr + "/"
}

// visit opens a tab at a URL, and watches it until the test ends.
func visit(t *testing.T, url string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	return watched(t, ctx, url)
}

// watched shows a page in a tab.
func watched(t *testing.T, ctx context.Context, url string) *tab {
	t.Helper()
	p := &tab{T: t, ctx: ctx, url: url, log: &watch{origin: strings.Split(url, "#")[0]}}
	p.must(chromedp.Listen(ctx, p.log.see))
	t.Cleanup(func() {
		_, _ = eval[int](p, "0") // what was said before its answer has arrived
		p.log.report(t)
		p.lastWords()
	})
	t.Cleanup(p.replayed)
	p.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: lag() + violations})
		return err
	}))
	p.do(chromedp.Navigate(fresh(url)))
	return p
}

// lastWords logs what the engine wrote before it ended, which the page keeps folded,
// where that failed the test.
func (p *tab) lastWords() {
	words, err := eval[string](p, `document.querySelector("#boot-failure .details")?.textContent ?? ""`)
	if p.Failed() && (err != nil || words != "") {
		p.Logf("the engine's last words (%v):\n%s", err, words)
	}
}

// reload loads the page again, in the same profile.
func (p *tab) reload() {
	p.Helper()
	p.do(chromedp.Reload())
	p.engine("started")
}

// engine waits for a state of the engine: loading, started, failed, stopped.
func (p *tab) engine(state string) {
	p.Helper()
	p.until("the engine is "+state, func() (bool, error) {
		got, err := eval[string](p, "document.documentElement.dataset.engine ?? ''")
		return got == state, err
	})
}

// until waits for a condition: what, as a sentence says it.
func (p *tab) until(what string, holds func() (bool, error)) {
	p.Helper()
	var last error
	since := time.Now()
	for pause := 5 * time.Millisecond; time.Since(since) < patience; pause = later(since, min(2*pause, 40*time.Millisecond)) {
		ok, err := holds()
		if ok {
			return
		}
		last = err
		<-time.After(pause)
	}
	p.Fatalf("got no %q within %s (%v); the page says:\n%s", what, patience, last, p.all())
}

// later is when to look again: at least after a pause, and the later the longer it has lasted, since a look takes the
// time of what is waited for.
func later(since time.Time, pause time.Duration) time.Duration {
	return max(pause, min(time.Since(since)/8, 250*time.Millisecond))
}

// eval runs JavaScript, awaits it, and decodes what it gives.
func eval[T any](p *tab, js string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	p.must(chromedp.Do(ctx, steps...))
}

func (p *tab) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// size makes the window so many CSS pixels wide and high.
func (p *tab) size(width, height int64) {
	p.Helper()
	p.do(chromedp.EmulateViewport(width, height))
}

// dark switches between the dark and the light scheme.
func (p *tab) dark(on bool) {
	p.Helper()
	scheme := "light"
	if on {
		scheme = "dark"
	}
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}
