package proxy

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lily/core/model"
	"lily/core/network"
	"lily/core/network/networktest"
)

// host is a host that programs ask: it answers as the suite wants it, and more.
func host(t *testing.T, more http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch a, ok := networktest.Answers[r.URL.Path]; {
		case ok:
			for _, f := range a.Header {
				w.Header().Set(f.Name, f.Value)
			}
			w.WriteHeader(a.Status)
			_, _ = w.Write(a.Body)
		case r.URL.Path == "/echo":
			http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
			_, _ = io.Copy(w, r.Body)
		case r.URL.Path == "/huge":
			_, _ = io.CopyN(w, zeros{}, network.MaxAnswer+1)
		case r.URL.Path == "/never":
			<-r.Context().Done()
		case more != nil:
			more(w, r)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// here lets programs reach this machine, and nothing else.
func here(c *Config) { c.Reach = onThisMachine }

// paged is the port as the page has it: over the server's operation.
type paged struct{ *bench }

func (p paged) Named(context.Context, string) bool { return false }

func (p paged) Send(ctx context.Context, r network.Request) (network.Answer, error) {
	req := p.request(http.MethodPost, "/api/network", string(r.Encode())).WithContext(ctx)
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return network.Answer{}, err
	}
	g := p.read(res)
	if g.status != 200 {
		return network.Answer{}, errors.New(g.body)
	}
	return network.DecodeAnswer([]byte(g.body))
}

// asks sends a program's request and returns its answer, or the kind of the fault and its sentence.
func (b *bench) asks(method, address, body string, header ...network.Field) (network.Answer, string, string) {
	b.Helper()
	data, _ := json.Marshal(map[string]any{"method": method, "url": address, "header": header, "body": []byte(body)})
	g := b.post("/api/network", string(data))
	if g.status != 200 {
		kind, message := g.fault(b.T)
		return network.Answer{}, kind, message
	}
	a, err := network.DecodeAnswer([]byte(g.body))
	if err != nil {
		b.Fatal(err)
	}
	return a, "", ""
}

func TestNetworkConforms(t *testing.T) {
	networktest.Test(t, paged{setUp(t, model.OpenAI, here)}, host(t, nil).URL)
	networktest.Test(t, NewDirect(Config{Reach: onThisMachine}), host(t, nil).URL)
}

// What programs of this machine ask reaches no private address either; a credential goes to its host alone.
func TestDirect(t *testing.T) {
	h := host(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "got ", r.Header.Get("Authorization") != "")
	})
	ask := func(c Config) (network.Answer, error) {
		r, err := network.New("GET", h.URL+"/who", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return NewDirect(c).Send(t.Context(), r)
	}
	if a, err := ask(Config{}); err == nil || !strings.Contains(err.Error(), "leads to this machine or into a private network") {
		t.Errorf("got %q, %v", a.Body, err)
	}
	c := Credential{Origin: h.URL, Field: "Authorization", Value: "Bearer the-key"}
	if a, err := ask(Config{Reach: onThisMachine, Credentials: []Credential{c}}); err != nil || string(a.Body) != "got true" {
		t.Errorf("got %q, %v", a.Body, err)
	}
	c.Origin = "https://example.com"
	d := NewDirect(Config{Reach: onThisMachine, Credentials: []Credential{c}})
	if a, err := ask(d.proxy.Config); err != nil || string(a.Body) != "got false" || !d.Named(t.Context(), c.Origin) || d.Named(t.Context(), h.URL) {
		t.Errorf("got %q, %v", a.Body, err)
	}
}

// The public internet only, whatever a host is called and however it is written.
func TestNetworkReachesNothingPrivate(t *testing.T) {
	var heard atomic.Int32
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			heard.Add(1)
			conn.Close()
		}
	}()
	_, port, _ := net.SplitHostPort(ln.Addr().String())
	b := setUp(t, model.OpenAI, nil)
	for _, name := range []string{
		"127.0.0.1", "localhost", "LOCALHOST", "127.1", "0x7f.0.0.1", "2130706433", "017700000001", "0", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]",
		"[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "10.0.0.1", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "[fe80::1]", "[fd00::1]",
	} {
		for _, scheme := range []string{"http://", "https://"} {
			a, kind, message := b.asks("GET", scheme+name+":"+port+"/hello", "")
			if kind == "" {
				t.Errorf("%s: got %+v, want no answer", name, a)
			}
			if kind != "unreachable" || !strings.Contains(message, "private network") && !strings.Contains(message, "was not found") {
				t.Errorf("%s: got %s %s", name, kind, message)
			}
		}
	}
	if heard.Load() > 0 {
		t.Errorf("this machine heard %d calls", heard.Load())
	}
}

// A redirect is an answer: the server follows none, wherever it leads.
func TestNetworkFollowsNothing(t *testing.T) {
	var asked []string
	s := host(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusTemporaryRedirect)
	})
	b := setUp(t, model.OpenAI, here)
	for _, to := range []string{"http://10.0.0.1/", s.URL + "/hello", "file:///etc/passwd", "//evil.com"} {
		a, kind, _ := b.asks("GET", s.URL+"/go?to="+url.QueryEscape(to), "")
		if a.Status != 307 || field(a, "location") != to {
			t.Errorf("%s: got %+v %s", to, a, kind)
		}
	}
	if len(asked) != 4 {
		t.Errorf("got %v", asked)
	}
}

func field(a network.Answer, name string) string {
	for _, f := range a.Header {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// What is too large, too slow, no answer or in a coding that hides its size is refused, and the whole costs its bound.
func TestNetworkBadAnswers(t *testing.T) {
	zip := func(n int64) []byte {
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		_, _ = io.CopyN(w, zeros{}, n)
		w.Close()
		return z.Bytes()
	}
	small, bomb := zip(3), zip(network.MaxAnswer+1)
	s := host(t, func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		switch r.URL.Path {
		case "/slow":
			for r.Context().Err() == nil {
				_, _ = w.Write([]byte("."))
				_ = http.NewResponseController(w).Flush()
				time.Sleep(10 * time.Millisecond)
			}
		case "/zip":
			h.Set("Content-Encoding", "gzip")
			_, _ = w.Write(small)
		case "/bomb":
			h.Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb)
		case "/br":
			h.Set("Content-Encoding", "br")
			_, _ = w.Write(small)
		case "/short":
			h.Set("Content-Length", "100")
			_, _ = w.Write([]byte("x"))
		case "/upgrade":
			h.Set("Upgrade", "websocket")
			h.Set("Connection", "Upgrade")
			w.WriteHeader(http.StatusSwitchingProtocols)
		case "/fields":
			for i := range 500 {
				h.Set(fmt.Sprintf("X-%d", i), "x")
			}
		case "/header":
			h.Set("X", strings.Repeat("x", 128<<10))
		}
	})
	patient, hasty := setUp(t, model.OpenAI, here), setUp(t, model.OpenAI, func(c *Config) { here(c); c.Fetch = patience })
	for _, c := range []struct{ path, kind, message string }{
		{"/zip", "", ""},
		{"/bomb", "too_large", "more than 8388608 bytes"},
		{"/huge", "too_large", "more than 8388608 bytes"},
		{"/br", "bad_answer", "in a coding that was not asked for"},
		{"/slow", "idle_timeout", "did not answer within 250ms"},
		{"/never", "idle_timeout", "did not answer within 250ms"},
		{"/short", "unreachable", "broke"},
		{"/upgrade", "bad_answer", "no answer that a program can have"},
		{"/fields", "bad_answer", "too long a header"},
		{"/header", "unreachable", "broke"},
	} {
		b := patient // eight megabytes may take a busy machine a while
		if c.kind == "idle_timeout" {
			b = hasty
		}
		a, kind, message := b.asks("GET", s.URL+c.path, "")
		if kind != c.kind || !strings.Contains(message, c.message) {
			t.Errorf("%s: got %s %s %d bytes, want %s %s", c.path, kind, message, len(a.Body), c.kind, c.message)
		}
		if c.path == "/zip" && (len(a.Body) != 3 || field(a, "content-encoding") != "") {
			t.Errorf("got %+v", a)
		}
	}
}

// Whoever is not the page gets nothing, and what is no request is none.
func TestNetworkAdmits(t *testing.T) {
	b := setUp(t, model.OpenAI, here)
	for _, c := range []struct {
		change func(*http.Request)
		status int
		kind   string
	}{
		{func(r *http.Request) { r.Header.Del(TokenHeader) }, 403, "bad_token"},
		{func(r *http.Request) { r.Header.Set("Origin", "https://evil.com") }, 403, "bad_origin"},
		{func(r *http.Request) { r.Header.Set("Origin", "null") }, 403, "bad_origin"},
		{func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403, "bad_origin"},
		{func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415, "unsupported_media_type"},
		{func(r *http.Request) { r.URL.RawQuery = "a=b" }, 400, "bad_request"},
		{func(r *http.Request) { r.Method = http.MethodPut }, 405, "method_not_allowed"},
		{func(r *http.Request) { r.URL.Path += "/" }, 404, "not_found"},
		{func(*http.Request) {}, 400, "bad_request"},
	} {
		r := b.request(http.MethodPost, "/api/network", `{"method":"GET","url":"ftp://a.com"}`)
		c.change(r)
		b.do(r).wants(t, c.status, c.kind, "")
	}
}

// A credential goes to its host and to nobody else, over what the program set, and is in nothing that comes back,
// however the host says it again.
func TestNetworkCredentials(t *testing.T) {
	const password = "s3cret-pass+word/of"
	basic := base64.StdEncoding.EncodeToString([]byte("me:" + password))
	var seen http.Header
	s := host(t, func(w http.ResponseWriter, r *http.Request) {
		seen = r.Header
		all := r.Header.Get("Authorization") + " " + r.Header.Get("X-Api-Key")
		w.Header().Set("X-Echo", all)
		w.Header().Set("Location", "https://evil.com/?t="+url.QueryEscape(r.Header.Get("X-Api-Key")))
		w.WriteHeader(http.StatusFound)
		quoted, _ := json.Marshal(all)
		fmt.Fprintln(w, all, string(quoted), url.QueryEscape(all), hex.EncodeToString([]byte(all)), password)
		for shift := range 3 {
			fmt.Fprintln(w, base64.StdEncoding.EncodeToString([]byte("abc"[:shift]+all)), base64.URLEncoding.EncodeToString([]byte("abc"[:shift]+all)))
		}
	})
	other := host(t, func(_ http.ResponseWriter, r *http.Request) { seen = r.Header })
	b := setUp(t, model.OpenAI, func(c *Config) {
		here(c)
		c.Credentials = []Credential{{s.URL, "X-Api-Key", key}, {s.URL, "Authorization", "Basic " + basic}}
	})
	a, kind, message := b.asks(
		"POST", s.URL+"/x", "body",
		network.Field{Name: "X-Api-Key", Value: "of the program"}, network.Field{Name: "Authorization", Value: "of the program"},
		network.Field{Name: "Cookie", Value: "a=b"}, network.Field{Name: "Range", Value: "bytes=0-3"}, network.Field{Name: "User-Agent", Value: "curl/8"},
	)
	if kind != "" || seen.Get("X-Api-Key") != key || seen.Get("Authorization") != "Basic "+basic || seen.Get("Cookie") != "" || seen.Get("Range") != "" || seen.Get("User-Agent") != "curl/8" {
		t.Errorf("got %s %s, the host %q", kind, message, seen)
	}
	all := string(a.Body) + fmt.Sprint(a.Header)
	for _, secret := range []string{key, password, basic, url.QueryEscape(password), hex.EncodeToString([]byte(key)), hex.EncodeToString([]byte(password))} {
		if strings.Contains(all, secret) {
			t.Errorf("the answer shows %s:\n%s", secret, all)
		}
	}
	for line := range strings.FieldsSeq(all) {
		for _, coding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
			if data, err := coding.DecodeString(line); err == nil && strings.Contains(string(data), key) {
				t.Errorf("the answer shows %s in base64", key)
			}
		}
	}
	b.asks("GET", other.URL+"/x", "", network.Field{Name: "Authorization", Value: "of the program"})
	if len(seen.Values("Authorization"))+len(seen.Values("X-Api-Key")) > 0 {
		t.Errorf("got %q, want no credential", seen)
	}
	g := b.do(b.request(http.MethodGet, "/api/network", ""))
	if want := fmt.Sprintf(`{"credentials":[%q]}`, s.URL); g.body != want {
		t.Errorf("got %s, want %s", g.body, want)
	}
	hidden(t, "the log", b.log.String())
	if strings.Contains(b.log.String(), "127.0.0.1") {
		t.Errorf("the log names a host: %s", b.log)
	}
}

func TestReadCredential(t *testing.T) {
	getenv := func(name string) string {
		return map[string]string{"TOKEN": key, "BASIC": "Basic bWU6c2VjcmV0LXdvcmQ=", "SHORT": "short", "LINES": "a-long-text\r\nX-Evil: 1"}[name]
	}
	for _, c := range []struct{ text, want string }{
		{"api.github.com=TOKEN", "https://api.github.com Authorization Bearer " + key},
		{"API.GitHub.com:443=TOKEN", "https://api.github.com Authorization Bearer " + key},
		{"a.com=BASIC", "https://a.com Authorization Basic bWU6c2VjcmV0LXdvcmQ="},
		{"a.com/private-token=TOKEN", "https://a.com Private-Token " + key},
		{"http://a.com:8080=TOKEN", "http://a.com:8080 Authorization Bearer " + key},
		{"a.com", "!HOST=VARIABLE"},
		{"a.com=" + key, "!HOST=VARIABLE"},
		{"=TOKEN", "!want a name"},
		{"*.a.com=TOKEN", "!want a name"},
		{"ftp://a.com=TOKEN", "!want http or https"},
		{"a.com/Cookie=TOKEN", "!no field that a credential can have"},
		{"a.com/Host=TOKEN", "!no field that a credential can have"},
		{"a.com/=TOKEN", "!no field that a credential can have"},
		{"a.com=NOTHING", "!NOTHING is not set"},
		{"a.com=SHORT", "!no credential"},
		{"a.com=LINES", "!no credential"},
	} {
		got, err := ReadCredential(c.text, getenv)
		if part, fails := strings.CutPrefix(c.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: got %v, want %s", c.text, err, part)
			}
			if err != nil {
				hidden(t, "the error", err.Error())
			}
			continue
		}
		if said := got.Origin + " " + got.Field + " " + got.Value; said != c.want || err != nil {
			t.Errorf("%s: got %s %v, want %s", c.text, said, err, c.want)
		}
		data, _ := json.Marshal(got)
		hidden(t, "what is printed", fmt.Sprintf("%v %+v %#v %s", got, got, got, data)+slog.AnyValue(got).String())
	}
}

// Programs may reach what models behind the internet may, unless the configuration says otherwise.
func TestNetworkAddresses(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1": false, "10.0.0.1": false, "8.8.8.8": true, "::1": false} {
		if got := (Config{}).anywhere()(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: got %v, want %v", address, got, want)
		}
	}
}
