package server

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	unbrotli "github.com/andybalholm/brotli"
)

const (
	addr   = "127.0.0.1:7777"
	script = "/boot.0123456789abcdef.js"
	plain  = "console.log('Lily')"
)

// packed is a page of an index and a script, as web/pack would write it. The
// brotli form is not brotli: the server passes it on as it is.
func packed(t *testing.T) fstest.MapFS {
	t.Helper()
	hash := strings.Repeat("0123456789abcdef", 4)
	m := Manifest{Level: 11, Assets: []Asset{
		{Path: "/", Name: "index.html", File: "index.html", Type: "text/html; charset=utf-8", Hash: hash, Size: int64(len(plain))},
		{Path: script, Name: "boot.js", File: script[1:], Type: "text/javascript; charset=utf-8", Hash: hash, Size: int64(len(plain)), Immutable: true},
	}}
	list, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	page := fstest.MapFS{ManifestName: {Data: list}, "secret.go": {Data: []byte("package secret")}}
	for _, a := range m.Assets {
		page[a.File+".br"] = &fstest.MapFile{Data: []byte("brotli form")}
		page[a.File+".gz"] = &fstest.MapFile{Data: zipped(t)}
	}
	return page
}

func zipped(t *testing.T) []byte { return zippedText(t, plain) }

func zippedText(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// always are the headers of every answer, an error's too.
var always = map[string]string{
	"Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"worker-src 'none'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
		"require-trusted-types-for 'script'; trusted-types 'none'",
	"Origin-Agent-Cluster":         "?1",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "same-origin",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           permissions,
}

// answer is what the server must say: status, body and the headers besides always.
type answer struct {
	status int
	body   string
	header map[string]string
}

// sentence is an answer for a person.
func sentence(status int, text string, more ...string) answer {
	h := map[string]string{
		"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Content-Length": fmt.Sprint(len(text) + 1),
	}
	for i := 0; i < len(more); i += 2 {
		h[more[i]] = more[i+1]
	}
	return answer{status, text + "\n", h}
}

// file is an answer with an asset.
func file(path, coding, body string) answer {
	h := map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache",
		"Content-Length": fmt.Sprint(len(body)), "ETag": `"0123456789abcdef-` + coding + `"`, "Vary": "Accept-Encoding",
	}
	if path == script {
		h["Content-Type"], h["Cache-Control"] = "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"
	}
	if coding != "identity" {
		h["Content-Encoding"] = coding
	}
	return answer{http.StatusOK, body, h}
}

func (want answer) check(t *testing.T, got *httptest.ResponseRecorder) {
	t.Helper()
	if got.Code != want.status {
		t.Errorf("got status %d, want %d", got.Code, want.status)
	}
	if got.Body.String() != want.body {
		t.Errorf("got body %q, want %q", got.Body, want.body)
	}
	header := map[string]string{}
	for name, values := range got.Header() {
		header[name] = strings.Join(values, "|")
	}
	all := maps.Clone(always)
	for name, value := range want.header {
		all[http.CanonicalHeaderKey(name)] = value
	}
	if !maps.Equal(header, all) {
		t.Errorf("got header %q,\nwant %q", header, all)
	}
}

func ask(h http.Handler, method, host, path, encoding string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Host = host
	if encoding != "" {
		r.Header.Set("Accept-Encoding", encoding)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestEveryRequest goes through Host × method × path × encoding (MD-4).
func TestEveryRequest(t *testing.T) {
	h := New(Config{Addr: addr, Page: packed(t)})
	for _, host := range []string{addr, "localhost:7777", "[::1]:7777", "evil.example:7777", "127.0.0.1.evil.example:7777", "127.0.0.1", "127.0.0.1:80", "localhost", ""} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
			for _, path := range []string{"/", script, "/nothing", "/index.html", "/manifest.json", "/secret.go", "/boot.0123456789abcdef.js.br", "/../go.mod", "//"} {
				for encoding, form := range map[string][2]string{"": {"identity", plain}, "br, gzip": {"br", "brotli form"}, "gzip": {"gzip", string(zipped(t))}} {
					t.Run(fmt.Sprint(host, method, path, encoding), func(t *testing.T) {
						want(host, method, path, form).check(t, ask(h, method, host, path, encoding))
					})
				}
			}
		}
	}
}

func want(host, method, path string, form [2]string) answer {
	switch {
	case host == "localhost:7777", host == "[::1]:7777":
		return sentence(http.StatusTemporaryRedirect, "Lily is at http://"+addr+path, "Location", "http://"+addr+path)
	case host != addr:
		return sentence(http.StatusMisdirectedRequest, "Lily answers only at http://"+addr+"/ and not under other names.")
	case method != "GET" && method != "HEAD":
		return sentence(http.StatusMethodNotAllowed, "This address can only be read, with GET or HEAD.", "Allow", "GET, HEAD")
	case path == "/" || path == script:
		return file(path, form[0], form[1])
	default:
		return sentence(http.StatusNotFound, "There is nothing at this address. The page is at /.")
	}
}

// What runs programs has a policy of its own, in every coding, and may fetch nothing.
func TestPolicies(t *testing.T) {
	const frame = "worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
	for name, want := range map[string]string{
		// printf %s 'go()' | openssl dgst -sha256 -binary | base64
		"shell.html":  "default-src 'none'; script-src 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw=' 'unsafe-eval'; " + frame,
		"second.html": "default-src 'none'; script-src 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw=' 'wasm-unsafe-eval'; " + frame,
		"node.html":   "default-src 'none'; script-src 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw=' 'unsafe-eval'; " + frame,
	} {
		page := packed(t)
		page[ManifestName].Data = bytes.Replace(page[ManifestName].Data, []byte(`"boot.js"`), []byte(`"`+name+`"`), 1)
		page[script[1:]+".gz"].Data = zippedText(t, "<script type=x>no()</script><script>go()</script>")
		for _, coding := range []string{"br", "gzip", "identity"} {
			got := ask(New(Config{Addr: addr, Page: page}), "GET", addr, script, coding).Header()
			if got.Get("Content-Security-Policy") != want || got.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s in %s: got %q, want %q", name, coding, got, want)
			}
		}
		page[script[1:]+".gz"].Data = zippedText(t, "nothing")
		if got := ask(New(Config{Addr: addr, Page: page}), "GET", addr, script, "").Code; got != 503 {
			t.Errorf("%s without a script: got %d, want 503", name, got)
		}
	}
}

// What is vendored in brotli has no other form, and who does not take that gets it unpacked.
func TestBrotliAlone(t *testing.T) {
	page, text := packed(t), "print('hello')"
	delete(page, script[1:]+".gz")
	var b bytes.Buffer
	w := unbrotli.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	page[script[1:]+".br"].Data = b.Bytes()
	for asked, want := range map[string][2]string{"br, gzip": {"br", b.String()}, "gzip": {"", text}, "": {"", text}} {
		got := ask(New(Config{Addr: addr, Page: page}), "GET", addr, script, asked)
		if got.Header().Get("Content-Encoding") != want[0] || got.Body.String() != want[1] {
			t.Errorf("%q: got %q, %q, want %q", asked, got.Header().Get("Content-Encoding"), got.Body, want)
		}
	}
}

func TestHosts(t *testing.T) {
	tests := []struct {
		addr, host string
		want       int
	}{
		{"127.0.0.1:7777", "127.0.0.1:7777", 200},
		{"127.0.0.1:7777", "LOCALHOST:7777", 307},
		{"127.0.0.1:7777", "localhost.:7777", 421},
		{"127.0.0.1:7777", "127.0.0.1:07777", 421},
		{"127.0.0.1:7777", "127.0.0.1:7777@evil.example", 421},
		{"127.0.0.1:7777", "evil.example@127.0.0.1:7777", 421},
		{"127.0.0.1:7777", "127.1:7777", 421},
		{"127.0.0.1:7777", "2130706433:7777", 421},
		{"127.0.0.1:7777", "[::ffff:127.0.0.1]:7777", 421},
		{"127.0.0.1:7777", "::1:7777", 421},
		{"127.0.0.1:7777", "[127.0.0.1]:7777", 421},
		{"127.0.0.1:80", "127.0.0.1", 200},
		{"127.0.0.1:80", "localhost", 307},
		{"[::1]:7777", "[::1]:7777", 200},
		{"[::1]:7777", "127.0.0.1:7777", 307},
		{"[::1]:80", "[::1]", 200},
	}
	for _, test := range tests {
		h := New(Config{Addr: test.addr, Page: packed(t)})
		if got := ask(h, "GET", test.host, "/", "").Code; got != test.want {
			t.Errorf("at %s, Host %q: got %d, want %d", test.addr, test.host, got, test.want)
		}
	}
}

func TestARedirectKeepsThePathAndNeverLeaves(t *testing.T) {
	h := New(Config{Addr: addr, Page: packed(t)})
	for path, want := range map[string]string{
		"/a%2Fb?c=d":     "http://127.0.0.1:7777/a%2Fb?c=d",
		"//evil.example": "http://127.0.0.1:7777//evil.example",
	} {
		if got := ask(h, "GET", "localhost:7777", path, "").Header().Get("Location"); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestNotModified(t *testing.T) {
	h := New(Config{Addr: addr, Page: packed(t)})
	for tags, want := range map[string]int{
		`"0123456789abcdef-br"`:        304,
		`W/"0123456789abcdef-br"`:      304,
		`"x", "0123456789abcdef-br"`:   304,
		`*`:                            304,
		`"0123456789abcdef-gzip"`:      200,
		`"0123456789abcdef-br-extra"`:  200,
		`0123456789abcdef-br`:          200,
		`"0123456789abcdef-identity" `: 200,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = addr
		r.Header.Set("Accept-Encoding", "br")
		r.Header.Set("If-None-Match", tags)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != want || (want == 304) != (w.Body.Len() == 0) {
			t.Errorf("If-None-Match %s: got %d with %d bytes, want %d", tags, w.Code, w.Body.Len(), want)
		}
		if w.Header().Get("ETag") == "" || w.Header().Get("Vary") == "" {
			t.Errorf("If-None-Match %s: got no ETag or Vary", tags)
		}
	}
}

func TestWithoutThePage(t *testing.T) {
	for name, page := range map[string]fstest.MapFS{"none": nil, "empty": {}} {
		h := New(Config{Addr: addr, Page: page})
		sentence(http.StatusServiceUnavailable, "This lily has no page to show: built without the page: run make build in the sources, or take a release.").
			check(t, ask(h, "GET", addr, "/", ""))
		if got := ask(h, "GET", "evil.example", "/", "").Code; got != 421 {
			t.Errorf("%s, forged Host: got %d, want 421", name, got)
		}
	}
	broken := packed(t)
	delete(broken, "index.html.br")
	if got := ask(New(Config{Addr: addr, Page: broken}), "GET", addr, "/", "").Code; got != 503 {
		t.Errorf("a file missing: got %d, want 503", got)
	}
}
