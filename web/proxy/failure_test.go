package proxy

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// echo answers with everything that the upstream was sent, key and all.
func echo(status int) upstream.Reply {
	return upstream.Reply{From: func(r upstream.Request) upstream.Reply {
		said := fmt.Sprint(r.Header["Authorization"], r.Header["X-Api-Key"])
		return upstream.Error(status, "I was sent "+said).With("X-Request-Id", r.Header.Get("X-Api-Key")+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")).
			With("Www-Authenticate", said)
	}}
}

// Every fault before a byte has a status, a type and a sentence.
func TestFailures(t *testing.T) {
	idle := func(c *Config) { c.Idle = patience }
	for _, tt := range []struct {
		name    string
		change  func(*Config)
		reply   upstream.Reply
		status  int
		kind    string
		message string
	}{
		{"401", nil, upstream.Error(401, "Incorrect API key provided: sk-abc***xyz."), 502, "upstream_auth", "Upstream refused the key (401): Incorrect API key provided: [redacted]"},
		{"403", nil, upstream.Error(403, "No."), 502, "upstream_auth", "(403): No."},
		{"echo in 401", nil, echo(401), 502, "upstream_auth", "I was sent ["},
		{"echo in 500", nil, echo(500), 500, "upstream_error", "I was sent ["},
		{"407", nil, upstream.Error(407, "x"), 502, "upstream_error", "(407)"},
		{"421", nil, upstream.Error(421, "x"), 502, "upstream_error", "(421)"},
		{"404", nil, upstream.Error(404, "The model `m` does not exist."), 404, "upstream_error", "Upstream answered (404): The model `m` does not exist."},
		{"429", nil, upstream.Error(429, "Slow."), 429, "rate_limited", "Upstream asks to wait (429): Slow."},
		{"500", nil, upstream.Error(500, "Oh."), 500, "upstream_error", "Upstream answered (500): Oh."},
		{"503", nil, upstream.Error(503, "Full."), 503, "overloaded", "Upstream is overloaded (503): Full."},
		{"529", nil, upstream.Error(529, "Full."), 529, "overloaded", "(529): Full."},
		{"an error that hangs", idle, upstream.Error(500, "Oh.").Ending(upstream.Hang), 500, "upstream_error", "Oh."},
		{"an error that is endless", nil, upstream.Reply{Status: 500, Chunks: []upstream.Chunk{{Raw: strings.Repeat("x ", maxFault)}}}, 500, "upstream_error", "Upstream answered (500)."},
		{"302", nil, upstream.Reply{Status: 302}.With("Location", "http://elsewhere.example/"+key), 502, "redirect", "Upstream answered 302, a redirect"},
		{"307", nil, upstream.Reply{Status: 307}.With("Location", "http://127.0.0.1:1/"), 502, "redirect", "307"},
		{"304", nil, upstream.Reply{Status: 304}, 502, "redirect", "304"},
		{"600", nil, upstream.Reply{Status: 600}, 502, "bad_answer", "600"},
		{"HTML", nil, upstream.Raw("<p>hello").With("Content-Type", "text/html"), 502, "bad_answer", "neither a stream nor JSON"},
		{"a coding", nil, upstream.Text("x").With("Content-Encoding", "gzip"), 502, "bad_answer", "neither"},
		{"a length beyond", func(c *Config) { c.MaxAnswer = 9 }, upstream.Raw("0123456789").With("Content-Length", "10"), 502, "too_large", "more than 9 bytes"},
		{"dropped before a header", nil, upstream.Reply{End: upstream.Drop}, 502, "unreachable", "broke before it answered"},
		{"dropped before a byte", nil, upstream.Raw("").Ending(upstream.Drop), 502, "unreachable", "broke before it answered"},
		{"silent after the header", idle, upstream.Raw().Ending(upstream.Hang), 504, "idle_timeout", "Upstream said nothing for 250ms."},
		{"silent before the header", func(c *Config) { c.First = patience }, upstream.Reply{Wait: make(chan struct{})}, 504, "idle_timeout", "did not begin to answer within 250ms"},
	} {
		both(t, func(t *testing.T, format string) {
			t.Run(tt.name, func(t *testing.T) {
				b := setUp(t, format, tt.change, tt.reply.With("Set-Cookie", "a="+key).With("Location", "http://elsewhere.example/"))
				g := b.post(b.chat(), "{}")
				g.wants(t, tt.status, tt.kind, tt.message)
				if strings.Contains(g.body, "elsewhere") || strings.Contains(g.body, "127.0.0.1") {
					t.Errorf("got %s, want no address", g.body)
				}
			})
		})
	}
}

// A stream that has begun ends with an event where Lily cuts it, and breaks where the upstream does. What did not come
// whole is not given on, since a page could put it together with more.
func TestBrokenStreams(t *testing.T) {
	event := func(kind, message string) string {
		return "\n\nevent: error\ndata: {\"error\":{\"message\":\"" + message + "\",\"type\":\"" + kind + "\"},\"type\":\"error\"}\n\n"
	}
	idle := func(c *Config) { c.Idle = patience }
	small := func(c *Config) { c.MaxAnswer = 10 }
	json := func(r upstream.Reply) upstream.Reply { return r.With("Content-Type", "application/json") }
	raw := upstream.Raw("data: 1\n\n", "data: {oops\n\xff\x00:x\n", "event: ?\r\n\r\n")
	for _, tt := range []struct {
		name   string
		change func(*Config)
		reply  upstream.Reply
		want   string
		broken bool
	}{
		{"malformed chunks", nil, raw, "data: 1\n\ndata: {oops\n\xff\x00:x\nevent: ?\r\n\r\n", false},
		{"nothing", nil, upstream.Raw(), "", false},
		{"delays", nil, raw.Slowly(20 * time.Millisecond), "data: 1\n\ndata: {oops\n\xff\x00:x\nevent: ?\r\n\r\n", false},
		{"dropped", nil, raw.Ending(upstream.Drop), "data: 1\n\ndata: {oops\n\xff\x00:x\nevent: ?\r\n\r\n", true},
		{"a length that is not kept", nil, upstream.Raw("data: {}\n\ndata: 2").With("Content-Length", "90"), "data: {}\n\n", true},
		{"silent", idle, upstream.Raw("data: 1\n\n").Ending(upstream.Hang), "data: 1\n\n" + event("idle_timeout", "Upstream said nothing for 250ms."), false},
		{"too large", small, upstream.Raw("data: 1\n\n", "data: 2\n\n"), "data: 1\n\n" + event("too_large", "The answer of Upstream has more than 10 bytes."), false},
		{"just not too large", small, upstream.Raw("0123456789"), "0123456789", false},
		{"JSON", nil, json(upstream.Raw(`{"a"`, `:1}`)), `{"a":1}`, false},
	} {
		both(t, func(t *testing.T, format string) {
			t.Run(tt.name, func(t *testing.T) {
				b := setUp(t, format, tt.change, tt.reply.With("Set-Cookie", "a=b"))
				g := b.post(b.chat(), "{}")
				if g.status != 200 || g.body != tt.want || (g.broken != nil) != tt.broken {
					t.Errorf("got %d %q %v, want %q, broken %t", g.status, g.body, g.broken, tt.want, tt.broken)
				}
			})
		})
	}
}

// An answer that is one document comes whole or as an error.
func TestBrokenDocuments(t *testing.T) {
	json := func(r upstream.Reply) upstream.Reply { return r.With("Content-Type", "application/json") }
	silent := setUp(t, model.OpenAI, func(c *Config) { c.Idle = patience }, json(upstream.Raw(`{"a"`).Ending(upstream.Hang)))
	silent.post(silent.chat(), "{}").wants(t, 504, "idle_timeout", "Upstream said nothing for 250ms.")
	large := setUp(t, model.OpenAI, func(c *Config) { c.MaxAnswer = 10 }, json(upstream.Raw(`{"a":`, `"bcdefghijkl"}`)))
	large.post(large.chat(), "{}").wants(t, 502, "too_large", "The answer of Upstream has more than 10 bytes.")
}

// 20 MB pass; a smaller bound cuts them.
func TestLargeAnswers(t *testing.T) {
	for bound, want := range map[int64]string{0: "[DONE]\n\n", 1 << 20: `"type":"too_large"},"type":"error"}` + "\n\n"} {
		b := setUp(t, model.OpenAI, func(c *Config) { c.MaxAnswer = bound }, upstream.Big(20e6))
		g := b.post(b.chat(), "{}")
		if g.status != 200 || g.broken != nil || !strings.HasSuffix(g.body, want) || bound == 0 && len(g.body) < 20e6 || bound > 0 && len(g.body) > 1<<20+300 {
			t.Errorf("got %d bytes, %v, want %q at the end", len(g.body), g.broken, want)
		}
	}
}

// RFC 9110, 10.2.3: seconds, or a date, and nothing else; and an id that is one.
func TestHeadersThatPass(t *testing.T) {
	date := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
	for _, tt := range []struct{ name, value, header, want string }{
		{"Retry-After", "7", "Retry-After", "7"},
		{"Retry-After", "0", "Retry-After", "0"},
		{"Retry-After", "86400", "Retry-After", "3600"},
		{"Retry-After", "-1", "Retry-After", ""},
		{"Retry-After", "1.5", "Retry-After", ""},
		{"Retry-After", "soon", "Retry-After", ""},
		{"Retry-After", "99999999999999999999", "Retry-After", ""},
		{"Retry-After", date(-time.Hour), "Retry-After", "0"},
		{"Retry-After", date(48 * time.Hour), "Retry-After", "3600"},
		{"X-Request-Id", "req_4f6f4e5c4f6f4e5c4f6f4e5c4f6f4e5c", "X-Request-Id", "req_4f6f4e5c4f6f4e5c4f6f4e5c4f6f4e5c"},
		{"Request-Id", "req_011C-x", "X-Request-Id", "req_011C-x"},
		{"X-Request-Id", "a b", "X-Request-Id", ""},
		{"X-Request-Id", "a<b>", "X-Request-Id", ""},
		{"X-Request-Id", strings.Repeat("a", 129), "X-Request-Id", ""},
		{"X-Request-Id", key, "X-Request-Id", ""},
	} {
		b := setUp(t, model.OpenAI, nil, upstream.Error(429, "x").With(tt.name, tt.value))
		if g := b.post(b.chat(), "{}"); g.header.Get(tt.header) != tt.want || g.status != 429 {
			t.Errorf("%s %s: got %q, want %q", tt.name, tt.value, g.header.Get(tt.header), tt.want)
		}
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	h := http.Header{"Retry-After": {at.Add(90 * time.Second).Format(http.TimeFormat)}}
	if got := retryAfter(h, at); got != "90" {
		t.Errorf("got %s, want 90", got)
	}
	for _, value := range []string{"7\r\nX-Evil: 1", "7\n", " 7"} { // Go's client refuses these before
		if got := retryAfter(http.Header{"Retry-After": {value}}, at); got != "" {
			t.Errorf("%q: got %q", value, got)
		}
		if got := requestID(Upstream{}, http.Header{"X-Request-Id": {value}}); got != "" {
			t.Errorf("%q: got %q", value, got)
		}
	}
}

// Places that do not answer are told apart, and none is named.
func TestUnreachable(t *testing.T) {
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(secure.URL, "https://"), ":")
	for _, tt := range []struct {
		url     string
		local   bool
		message string
	}{
		{"http://127.0.0.1:1/v1", true, "Upstream does not run on this machine: start it."},
		{"https://localhost:" + port, false, "leads to this machine or into a private network"},
		{"https://127.0.0.1:" + port, false, "leads to this machine or into a private network"},
		{"https://10.0.0.1", false, "leads to this machine or into a private network"},
		{"http://192.0.2.1", true, "is said to be on this machine, but its name leads elsewhere"},
		{secure.URL, true, "The certificate of Upstream cannot be trusted."},
		{"http://127.0.0.1:" + port, true, "neither"}, // TLS where none is wanted: 400 as text
		{"http://\x00", true, "broke"},
	} {
		b := setUp(t, model.OpenAI, func(c *Config) {
			c.Upstreams[0].URL, c.Upstreams[0].Local = tt.url, tt.local
		})
		g := b.post(b.chat(), "{}")
		if tt.message == "neither" {
			g.wants(t, 400, "upstream_error", "HTTP request to an HTTPS server")
			continue
		}
		g.wants(t, 502, "unreachable", tt.message)
		if strings.Contains(g.body, port) {
			t.Errorf("%s: got %s, want no address", tt.url, g.body)
		}
	}
}

// The sentences for what cannot be tried here.
func TestTrouble(t *testing.T) {
	c := &call{proxy: New(Config{}).(*proxy)}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&tls.CertificateVerificationError{Err: errors.New(key)}, "The certificate of Up cannot be trusted."},
		{io.ErrUnexpectedEOF, "The connection to Up broke before it answered."},
		{errors.New("Bearer " + key), "The connection to Up broke before it answered."},
	} {
		if f := c.trouble(Upstream{Name: "Up"}, tt.err); f.message != tt.want || f.status != 502 {
			t.Errorf("%v: got %d %q, want %q", tt.err, f.status, f.message, tt.want)
		}
	}
}
