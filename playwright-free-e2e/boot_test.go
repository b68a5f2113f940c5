package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"lily/static"
	"lily/web/server"
)

// spoiled answers requests for the engine with something else.
func spoiled(answer http.HandlerFunc) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ".wasm") {
				answer(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func TestThePageStarts(t *testing.T) {
	p := open(t)
	p.wait("heading", "Session s1") // the title of the document in front
	p.wait("main", "")
	p.gone("progressbar", "")
	p.gone("alert", "")
	p.axeEverywhere("started")
}

// TestTheFirstLoadIsWhatIsCounted holds `make size` to what a browser fetches, and
// a second start to the browser's cache. What the server is asked is no part of the page.
func TestTheFirstLoadIsWhatIsCounted(t *testing.T) {
	m, err := server.ReadManifest(static.Dist())
	if err != nil {
		t.Fatal(err)
	}
	p := open(t)
	fetched, err := eval[[]string](p, `performance.getEntriesByType("resource").map((r) => new URL(r.name).pathname).filter((p) => p !== "/api/hello")`)
	p.must(err)
	for _, path := range fetched {
		if !slices.ContainsFunc(m.Assets, func(a server.Asset) bool { return a.Path == path }) {
			t.Errorf("got %s fetched, want only what the manifest lists", path)
		}
	}
	p.reload()
	again, err := eval[[]string](p, `performance.getEntriesByType("resource").filter((r) => r.transferSize > 0 && !r.name.endsWith("/api/hello")).map((r) => r.name)`)
	p.must(err)
	if len(again) > 0 {
		t.Errorf("got %q over the network again, want it from the cache", again)
	}
	policy, err := eval[string](p, `fetch("/").then((r) => r.headers.get("content-security-policy"))`)
	if err != nil || policy != server.Policy {
		t.Errorf("got policy %q %v, want %q", policy, err, server.Policy)
	}
}

func TestTheDownloadHasProgress(t *testing.T) {
	half, rest := make(chan struct{}), make(chan struct{})
	url := serve(t, slowly(half, rest))
	p := visit(t, url)
	<-half
	p.engine("loading")
	p.until("half the download", func() (bool, error) {
		return eval[bool](p, "document.querySelector('progress').value > 0.4")
	})
	p.wait("progressbar", "Download of Lily’s engine")
	p.see("Loading Lily")
	p.see(" MB")
	p.axeEverywhere("loading")
	p.screenshot("boot-loading", 1280, 800, false)
	close(rest)
	p.engine("started")
}

// slowly sends half of the engine, says so, and sends the rest when it may.
func slowly(half chan<- struct{}, rest <-chan struct{}) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ".wasm") {
				w = &slow{ResponseWriter: w, half: half, rest: rest}
				r.Header.Del("Accept-Encoding")
			}
			next.ServeHTTP(w, r)
		})
	}
}

type slow struct {
	http.ResponseWriter
	half chan<- struct{}
	rest <-chan struct{}
	sent int
}

func (s *slow) Write(b []byte) (int, error) {
	const stop = 8 << 20 // some half of it
	if s.sent < stop && s.sent+len(b) >= stop {
		s.ResponseWriter.(http.Flusher).Flush()
		close(s.half)
		<-s.rest
	}
	s.sent += len(b)
	return s.ResponseWriter.Write(b)
}

func TestTheCauseIsSaidWhenTheEngineDoesNotArrive(t *testing.T) {
	tests := map[string]struct {
		answer http.HandlerFunc
		code   string
		says   string
		logs   []string
	}{
		"the server fails": {
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
			"boot_http_500", "The server answered 500",
			[]string{"Failed to load resource"},
		},
		"garbage": {
			func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>no engine</html>")) },
			"boot_invalid", "not a WebAssembly program", nil,
		},
		"cut off": {
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "1000")
				_, _ = w.Write([]byte("\x00asm\x01\x00\x00\x00"))
			},
			"boot_network", "broke off",
			[]string{"Failed to load resource"},
		},
		"no server": {
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			"boot_network", "Check that lily is still running",
			[]string{"Failed to load resource"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := visit(t, serve(t, spoiled(test.answer)))
			p.expect(append(test.logs, test.code)...)
			p.engine("failed")
			p.wait("alert", "")
			p.see(test.code)
			p.see(test.says)
			p.wait("button", "Reload")
			p.gone("progressbar", "")
			p.axeEverywhere(test.code)
			p.screenshot(test.code, 390, 844, true)
		})
	}
}

func TestTheCauseIsSaidWhenTheEngineStops(t *testing.T) {
	p := open(t)
	p.expect("engine_stopped")
	_, err := eval[any](p, `new Promise((done) => {
		// A listener of the page that fails: no name is no navigation.
		goappNav();
		setTimeout(() => done(true), 0);
	})`)
	p.must(err)
	p.engine("stopped")
	p.see("Lily’s engine stopped.")
	p.click("DisclosureTriangle", "Details")
	p.see("panic: ")
	p.axeEverywhere("stopped")
	p.screenshot("engine-stopped", 1280, 800, false)
	p.click("button", "Reload")
	p.engine("started")
}
