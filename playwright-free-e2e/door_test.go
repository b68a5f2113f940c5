package e2e

import (
	"crypto/ed25519"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"lily/core/model"
	"lily/static"
	"lily/web/door"
	"lily/web/proxy"
	"lily/web/proxy/upstream"
	"lily/web/server"
)

// house is an address at which one server after the other listens.
type house struct {
	*testing.T
	addr string
	up   *upstream.Server
	srv  *http.Server
	door *door.Door
}

func newHouse(t *testing.T) *house {
	t.Helper()
	ln, err := server.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &house{T: t, addr: ln.Addr().String(), up: upstream.Start(t)}
	h.up.Rest(upstream.Text("Hello."))
	if err := ln.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.empty)
	return h
}

// lily moves in: another launch, of the person who has the key. It gives the address that it prints.
func (h *house) lily(key ed25519.PrivateKey) string {
	h.Helper()
	c := server.Config{Addr: h.addr, Page: static.Dist(), Key: key, Proxy: proxy.Config{
		Token: proxy.NewToken(), NoProbe: true, Log: h.Output(),
		Upstreams: []proxy.Upstream{{ID: "up", Name: "Up", Format: model.OpenAI, URL: h.up.Base(model.OpenAI), Key: secret, Local: true, Models: []string{"m"}}},
	}}
	c.Door = door.New(h.addr, c.Proxy.Token, key)
	h.door = c.Door
	h.moves(server.New(c))
	return h.prints()
}

func (h *house) prints() string { return "http://" + h.addr + "/#code=" + h.door.New(nil) }

// moves has something else listen at the address.
func (h *house) moves(handler http.Handler) {
	h.Helper()
	h.empty()
	ln, err := net.Listen("tcp", h.addr)
	if err != nil {
		h.Fatal(err)
	}
	h.srv = &http.Server{Handler: handler, ReadHeaderTimeout: patience}
	go func() { _ = h.srv.Serve(ln) }()
}

func (h *house) empty() {
	if h.srv != nil {
		_ = h.srv.Close()
	}
}

func keyOf(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	key, err := door.Key(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// goes opens an address in the tab, which loads the page again.
func (p *tab) goes(url string) {
	p.Helper()
	p.do(chromedp.Navigate("about:blank"))
	p.do(chromedp.Navigate(url))
}

func (p *tab) text1(js string) string {
	p.Helper()
	got, err := eval[string](p, js)
	p.must(err)
	return got
}

const (
	tokenJS = `localStorage.getItem("lily-token") ?? ""`
	refused = "The address that was opened works once, and was used or is old. Nothing has changed."
	renewed = "run lily again in a terminal and open the address that it prints"
)

// greeted tells whether the model behind the server answers.
func (d *person) greeted() {
	d.Helper()
	if said, _, err := d.Type("Hello"); err != nil || said != "Hello." {
		d.Errorf("got %q, %v", said, err)
	}
}

// MD-4: an address works once. Whatever is opened after it, by a link, by another site or by hand, leaves the token as
// it is, and is gone from the address.
func TestACodeThatIsRefusedChangesNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	first := h.lily(keyOf(t))
	d := someone(visit(t, first))
	d.engine("started")
	d.must(d.Model("up/m"))
	d.greeted()
	token := d.text1(tokenJS)
	if len(token) != 64 || strings.Contains(first, token) {
		t.Fatalf("got the token %q for %s", token, first)
	}
	zeros := strings.Repeat("0", 64)
	for _, fragment := range []string{strings.TrimPrefix(first, d.log.origin), "#code=" + zeros, "#code=", "#code=x%22%0a", "#token=" + zeros} {
		for how, open := range map[string]func(){
			"opened":      func() { d.goes(d.log.origin + fragment) },
			"in the page": func() { d.runs("location.hash = " + quote(fragment)) },
			"overtaken": func() {
				d.runs("{ const at = location.href; location.hash = " + quote(fragment) + "; history.replaceState(null, '', at) }")
			},
		} {
			open()
			d.engine("started")
			d.see(refused)
			if at := d.address(); !strings.HasPrefix(at, "#conversation/s") && at != "#trace" {
				t.Errorf("%s, %s: got the address %s, want that of a document", fragment, how, at)
			}
			if got := d.text1(tokenJS); got != token {
				t.Errorf("%s, %s: got the token %q, want %q", fragment, how, got, token)
			}
			d.click("button", "Dismiss")
		}
	}
	d.greeted()
	d.reload()
	d.notSee(refused)
	d.greeted()
	d.goes(first)
	d.engine("started")
	d.see(refused)
	d.screenshot("code-refused", 1600, 900, false)
	d.screenshot("code-refused", 390, 844, false)
	d.axeEverywhere("after a refused code")
}

// A launch ends, and another begins: an old tab says what to do, and works on once that was done, also in another tab.
func TestAnotherLaunch(t *testing.T) {
	t.Parallel()
	h, key := newHouse(t), keyOf(t)
	d := someone(visit(t, h.lily(key)))
	d.engine("started")
	d.must(d.Model("up/m"))
	d.greeted()
	next := h.lily(key)
	d.expect("status of 403")
	d.begin("Hello")
	d.see(renewed)
	d.runs("location.hash = " + quote(next[strings.Index(next, "#"):]))
	d.until("another token", func() (bool, error) { return len(d.text1(tokenJS)) == 64, nil })
	d.notSee(refused)
	d.wait("button", "Send")
	d.until("the token of this launch", func() (bool, error) {
		return eval[bool](d.tab, `fetch("/api/upstreams", { headers: { "X-Lily-Token": localStorage.getItem("lily-token") } }).then((r) => r.ok)`)
	})
	d.greeted()
}

// A Lily of somebody else at the same address is not given the work: its page does not open the store. What the
// person's own terminal prints makes a new one known.
func TestAnotherLilyAtTheAddress(t *testing.T) {
	t.Parallel()
	h, mine := newHouse(t), keyOf(t)
	p := visit(t, h.lily(mine))
	p.engine("started")
	p.unreplayed("another Lily has its sessions")
	for name, key := range map[string]ed25519.PrivateKey{"another": keyOf(t), "none": nil} {
		h.lily(key)
		p.expect("boot_stranger")
		p.goes(p.log.origin)
		p.engine("failed")
		p.see("Another Lily answers at this address.")
		p.see("Run lily in your own terminal")
		p.axeEverywhere("another Lily, " + name)
		p.goes(p.log.origin + "#code=" + strings.Repeat("0", 64))
		p.engine("failed")
	}
	p.screenshot("boot-stranger", 390, 844, true)
	h.lily(mine)
	p.goes(p.log.origin)
	p.engine("started")
	p.goes(h.lily(keyOf(t)))
	p.engine("started")
	p.reload()
}

// A service worker that somebody's server has left at the address stands before all that the page asks, and is gone
// once the person has opened Lily there.
func TestAServiceWorkerFromBefore(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"one that answers": `onfetch = (e) => e.respondWith(new Response("<title>evil</title>", { headers: { "Content-Type": "text/html" } }))`,
		"one that listens": `onfetch = (e) => e.respondWith(fetch(e.request))`,
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.moves(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				kind, body := "text/html", "<title>evil</title>"
				if r.URL.Path == "/sw.js" {
					kind, body = "text/javascript", "oninstall = () => skipWaiting(); onactivate = (e) => e.waitUntil(clients.claim()); "+script
				}
				w.Header().Set("Content-Type", kind)
				_, _ = w.Write([]byte(body))
			}))
			p := visit(t, "http://"+h.addr+"/")
			p.unreplayed("the first page is not Lily's")
			p.runs(`navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready)`)
			p.until("a worker", func() (bool, error) { return eval[bool](p, "navigator.serviceWorker.controller !== null") })
			p.goes(h.lily(keyOf(t)))
			p.engine("started")
			p.until("no worker", func() (bool, error) {
				return eval[bool](p, "navigator.serviceWorker.getRegistrations().then((l) => l.length === 0 && navigator.serviceWorker.controller === null)")
			})
			p.reload()
			if got := p.text1("document.title"); !strings.Contains(got, "Lily") {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Every feature that this browser knows is off, but those that the page uses; texts become neither HTML nor scripts.
func TestThePageMayLittle(t *testing.T) {
	t.Parallel()
	p := open(t)
	allowed, err := eval[[]string](p, "document.featurePolicy.allowedFeatures()")
	p.must(err)
	slices.Sort(allowed)
	if got := strings.Join(allowed, " "); got != "clipboard-write language-model" {
		t.Errorf("got %s allowed, want what the page uses", got)
	}
	if got := p.text1("String(originAgentCluster)"); got != "true" {
		t.Errorf("got originAgentCluster %s", got)
	}
	p.expect("policy violation", "TrustedHTML", "TrustedScriptURL", "img-src", "trusted-types")
	for _, js := range []string{
		`document.createElement("div").innerHTML = "<b>x</b>"`,
		`document.body.insertAdjacentHTML("beforeend", "<b>x</b>")`,
		`document.createElement("iframe").srcdoc = "x"`,
		`document.createElement("script").src = "/x.js"`,
		`new Worker(document.getElementById("boot").dataset.shell)`,
		`new Worker("/evil.js")`,
		`new Worker("data:text/javascript,1")`,
		`trustedTypes.createPolicy("lily", {})`,
		`trustedTypes.createPolicy("default", { createHTML: (s) => s })`,
		`document.createRange().createContextualFragment("<b>x</b>")`,
		`new DOMParser().parseFromString("<b>x</b>", "text/html")`,
	} {
		if got := p.text1(`(() => { try { ` + js + `; return "done" } catch (err) { return err.name } })()`); got != "TypeError" {
			t.Errorf("%s: got %s, want it refused", js, got)
		}
	}
	for _, src := range []string{`"data:image/gif;base64,R0lGODlhAQABAAAAACw="`, `URL.createObjectURL(new Blob(["x"], { type: "image/gif" }))`} {
		if got := p.text1(`new Promise((done) => { const i = new Image(); i.onload = () => done("loaded"); i.onerror = () => done("refused"); i.src = ` + src + ` })`); got != "refused" {
			t.Errorf("%s: got it %s", src, got)
		}
	}
}

func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(s) + "'"
}

// What a browser keeps of an address on the disk, its history, its pictures of sites and its sessions, has no token.
func TestTheHistoryHasNoToken(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	url := h.lily(keyOf(t))
	dir := t.TempDir()
	p, end := browse(t, dir, url)
	p.unreplayed("its browser has ended")
	token := p.text1(tokenJS)
	end()
	if len(token) != 64 {
		t.Fatalf("got the token %q", token)
	}
	read := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || strings.Contains(path, "Local Storage") {
			return err
		}
		data, err := os.ReadFile(path)
		read++
		if strings.Contains(string(data), token) {
			t.Errorf("%s has the token", path)
		}
		return err
	})
	if err != nil || read < 10 {
		t.Errorf("got %d files, %v", read, err)
	}
	if h.door.Take(url[strings.Index(url, "=")+1:]) {
		t.Error("the code that the history has works still")
	}
}
