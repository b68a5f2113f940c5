package proxy

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// key is what no answer, line of a log or error may ever show.
const (
	key   = "sk-distinctive-0aB1cD2eF3gH4iJ5"
	token = "f00dfeedf00dfeedf00dfeedf00dfeedf00dfeedf00dfeedf00dfeedf00dfeed"
)

// bench is a proxy over TCP with one scripted upstream, `up`, behind it.
type bench struct {
	*testing.T
	up     *upstream.Server
	page   *httptest.Server
	format string
	log    *buffer
}

// deadline is what the page's server gives requests that are no calls.
const deadline = time.Second

// patience is a short wait for an upstream that stays silent, and long enough
// for what an upstream does say, however busy the machine is.
const patience = deadline / 4

// buffer is a log that may be read while it is written.
type buffer struct {
	sync.Mutex
	bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.Write(p)
}

func (b *buffer) String() string {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.String()
}

func setUp(t *testing.T, format string, change func(*Config), script ...upstream.Reply) *bench {
	t.Helper()
	b := &bench{T: t, up: upstream.Start(t, script...), format: format, log: &buffer{}}
	b.page = httptest.NewUnstartedServer(nil)
	c := Config{Addr: b.page.Listener.Addr().String(), Token: token, Log: b.log}
	c.Upstreams = []Upstream{{ID: "up", Name: "Upstream", Format: format, URL: b.up.Base(format), Key: key, Local: true}}
	if change != nil {
		change(&c)
	}
	b.page.Config.Handler = New(c)
	b.page.Config.ReadTimeout, b.page.Config.WriteTimeout = deadline, deadline
	b.page.Start()
	t.Cleanup(func() {
		b.page.CloseClientConnections()
		b.page.Close()
		hidden(t, "the log", b.log.String())
	})
	return b
}

// hidden fails where a text shows the key, or what only an upstream may see.
func hidden(t *testing.T, what, text string) {
	t.Helper()
	for _, secret := range []string{key, strings.TrimPrefix(key, "sk-"), token} {
		if strings.Contains(text, secret) {
			t.Errorf("%s shows %s:\n%.2000s", what, secret, text)
		}
	}
}

// chat is the operation of the format.
func (b *bench) chat() string {
	if b.format == model.Anthropic {
		return "/api/upstreams/up/messages"
	}
	return "/api/upstreams/up/chat"
}

// request is one as the page makes it.
func (b *bench) request(method, path, body string) *http.Request {
	b.Helper()
	r, err := http.NewRequestWithContext(b.Context(), method, b.page.URL+path, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set(TokenHeader, token)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if method == http.MethodPost {
		r.Header.Set("Origin", b.page.URL)
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// got is an answer; broken is the error with which its body ended.
type got struct {
	status int
	header http.Header
	body   string
	broken error
}

func (b *bench) do(r *http.Request) got {
	b.Helper()
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		b.Fatal(err)
	}
	return b.read(res)
}

// read reads an answer to its end, and checks what holds for every one.
func (b *bench) read(res *http.Response) got {
	b.Helper()
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	g := got{res.StatusCode, res.Header, string(body), err}
	var header bytes.Buffer
	_ = res.Header.Write(&header)
	_ = res.Trailer.Write(&header)
	hidden(b.T, "the answer", res.Status+header.String()+g.body)
	for name := range res.Header {
		switch name {
		case "Content-Type", "Cache-Control", "Date", "Content-Length", "Retry-After", "X-Request-Id", "Allow", "Connection":
		default:
			b.Errorf("got the header %s: %s", name, res.Header.Get(name))
		}
	}
	if g.header.Get("Cache-Control") != "no-store" || len(res.Trailer) > 0 {
		b.Errorf("got %v and %v, want no-store and no trailer", g.header, res.Trailer)
	}
	return g
}

func (b *bench) post(path, body string) got {
	b.Helper()
	return b.do(b.request(http.MethodPost, path, body))
}

// fault reads an error's type and sentence.
func (g got) fault(t *testing.T) (kind, message string) {
	t.Helper()
	var f struct {
		Error struct{ Type, Message string }
	}
	if err := json.Unmarshal([]byte(g.body), &f); err != nil || g.header.Get("Content-Type") != "application/json" {
		t.Fatalf("got %d %v %q: %v, want an error", g.status, g.header, g.body, err)
	}
	return f.Error.Type, f.Error.Message
}

// wants compares an answer with an error.
func (g got) wants(t *testing.T, status int, kind, message string) {
	t.Helper()
	gotKind, gotMessage := g.fault(t)
	if g.status != status || gotKind != kind || !strings.Contains(gotMessage, message) || g.broken != nil {
		t.Errorf("got %d %s %q %v, want %d %s %q", g.status, gotKind, gotMessage, g.broken, status, kind, message)
	}
}

// both runs a test for each format.
func both(t *testing.T, test func(t *testing.T, format string)) {
	for _, format := range []string{model.OpenAI, model.Anthropic} {
		t.Run(format, func(t *testing.T) { test(t, format) })
	}
}
