package server

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"lily/core/model"
	"lily/web/proxy"
	"lily/web/proxy/upstream"
)

const (
	token = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	key   = "sk-distinctive-9Zy8Xw7Vu6Ts5Rq4"
)

// api is the real server on a port of this machine, with a scripted upstream
// that always answers. Requests are written byte by byte: a client would
// refuse to send some of them.
type api struct {
	*testing.T
	addr string
	up   *upstream.Server
	conn net.Conn
	read *bufio.Reader
}

func serveAPI(t *testing.T) *api {
	t.Helper()
	ln, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	a := &api{T: t, addr: ln.Addr().String(), up: upstream.Start(t)}
	a.up.Rest(upstream.Text("Hello."))
	up := proxy.Upstream{ID: "up", Name: "Up", Format: model.OpenAI, URL: a.up.Base(model.OpenAI), Key: key, Local: true}
	away := proxy.Upstream{ID: "away", Name: "Away", Format: model.OpenAI, URL: strings.Replace(a.up.Base(model.OpenAI), "http:", "https:", 1), Key: key}
	srv := httpServer(New(Config{Addr: a.addr, Page: packed(t), Proxy: proxy.Config{Token: token, Upstreams: []proxy.Upstream{up, away}, Addr: "never.example:1"}}))
	go func() { _ = srv.Serve(ln) }()
	t.Cleanup(func() {
		if a.conn != nil {
			_ = a.conn.Close()
		}
		_ = srv.Close()
	})
	return a
}

// ask sends a request of these lines on a connection that is kept, and reads
// the answer. It checks what holds for every one.
func (a *api) ask(method, target, body string, header ...string) (*http.Response, string) {
	a.Helper()
	if a.conn == nil {
		conn, err := net.Dial("tcp", a.addr)
		if err != nil {
			a.Fatal(err)
		}
		a.conn, a.read = conn, bufio.NewReader(conn)
	}
	text := method + " " + target + " HTTP/1.1\r\n" + strings.Join(header, "\r\n") + fmt.Sprintf("\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	if _, err := io.WriteString(a.conn, text); err != nil {
		a.Fatal(err)
	}
	res, err := http.ReadResponse(a.read, &http.Request{Method: method})
	if err != nil {
		a.Fatalf("%s: %v", text, err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		a.Fatal(err)
	}
	if res.Close || len(body) > 1<<20 {
		_ = a.conn.Close()
		a.conn = nil
	}
	a.holds(res, string(data))
	return res, string(data)
}

// holds checks an answer for what none may lack, and for what none may have.
func (a *api) holds(res *http.Response, body string) {
	a.Helper()
	for name, value := range always {
		if got := res.Header.Get(name); got != value && res.StatusCode != http.StatusBadRequest {
			a.Errorf("got %s: %q, want %q", name, got, value)
		}
	}
	var header bytes.Buffer
	_ = res.Header.Write(&header)
	for _, banned := range []string{"Access-Control-", "Set-Cookie", "X-Evil", key, token} {
		if strings.Contains(header.String()+body, banned) {
			a.Errorf("got %s in\n%s\n%s", banned, header.String(), body)
		}
	}
}

// site is where a request comes from, as a browser tells.
type site struct{ origin, fetch string }

// own is what the page itself sends.
func (a *api) own(more ...string) []string {
	return append([]string{"Host: " + a.addr, "Origin: http://" + a.addr, "Sec-Fetch-Site: same-origin", "X-Lily-Token: " + token, "Content-Type: application/json"}, more...)
}

// TestEveryAPIRequest goes through Host × site × method × token × route over
// TCP, and knows the status of each (MD-4).
func TestEveryAPIRequest(t *testing.T) {
	a := serveAPI(t)
	port := a.addr[strings.LastIndex(a.addr, ":"):]
	hosts := []string{a.addr, "localhost" + port, "evil.example" + port, a.addr + ".evil.example", "127.0.0.1", ""}
	sites := []site{
		{},
		{"http://" + a.addr, "same-origin"},
		{"", "same-origin"},
		{"", "none"},
		{"http://" + a.addr, ""},
		{"http://evil.example" + port, "same-origin"},
		{"http://evil.example", "cross-site"},
		{"http://localhost" + port, "same-site"},
		{"", "cross-site"},
		{"", "same-site"},
		{"", "odd"},
		{"null", "same-origin"},
		{"null", ""},
		{"https://" + a.addr, ""},
		{"http://" + a.addr + ".evil.example", ""},
		{"http://" + a.addr + "/", ""},
	}
	tokens := []string{token, "", token[1:], strings.ToUpper(token), token + " ", strings.Repeat("0", 64)}
	if testing.Short() {
		tokens = tokens[:3]
	}
	routes := []string{"/api/upstreams", "/api/upstreams/up/chat", "/api/upstreams/up/messages", "/api/upstreams/nobody/chat", "/api/upstreams/up", "/api/", "/api"}
	for _, host := range hosts {
		for _, from := range sites {
			for _, method := range []string{"GET", "POST", "HEAD", "OPTIONS", "PUT"} {
				for _, said := range tokens {
					for _, route := range routes {
						header := []string{"Host: " + host, "Content-Type: application/json"}
						for name, value := range map[string]string{"Origin": from.origin, "Sec-Fetch-Site": from.fetch, "X-Lily-Token": said} {
							if value != "" {
								header = append(header, name+": "+value)
							}
						}
						res, body := a.ask(method, route, "{}", header...)
						if want := wantAPI(a.addr, host, from, method, said, route); res.StatusCode != want {
							t.Errorf("%s %s at %q from %+v with %q: got %d %s, want %d", method, route, host, from, said, res.StatusCode, body, want)
						}
					}
				}
			}
		}
	}
	for _, r := range a.up.Requests() {
		if r.Header.Get("Authorization") != "Bearer "+key || string(r.Body) != "{}" {
			t.Errorf("the upstream got %+v", r)
		}
	}
}

func wantAPI(addr, host string, from site, method, said, route string) int {
	port := addr[strings.LastIndex(addr, ":"):]
	list := route == "/api/upstreams"
	allowed := "POST"
	if list {
		allowed = "GET"
	}
	switch {
	case host == "localhost"+port:
		return http.StatusTemporaryRedirect
	case host != addr:
		return http.StatusMisdirectedRequest
	case !list && strings.Count(route, "/") < 4:
		return http.StatusNotFound
	case method != allowed:
		return http.StatusMethodNotAllowed
	case from.fetch != "" && from.fetch != "same-origin" && from.fetch != "none":
		return http.StatusForbidden
	case from.origin != "" && from.origin != "http://"+addr:
		return http.StatusForbidden
	case strings.TrimSpace(said) != token: // blanks at the end are no part of a header (RFC 9110, 5.5)
		return http.StatusForbidden
	case route == "/api/upstreams/up/messages" || route == "/api/upstreams/nobody/chat":
		return http.StatusNotFound
	}
	return http.StatusOK
}

// What a request of the right site and token may still not be.
func TestOddAPIRequests(t *testing.T) {
	a := serveAPI(t)
	chat := "/api/upstreams/up/chat"
	with := func(name, value string) []string { // in place of the page's own
		var list []string
		for _, h := range a.own() {
			if !strings.HasPrefix(h, name+":") {
				list = append(list, h)
			}
		}
		return append(list, name+": "+value)
	}
	for _, tt := range []struct {
		method, target, body string
		header               []string
		status               int
		says                 string
	}{
		{"POST", chat, `{"a":1}`, a.own(), 200, "data: "},
		{"POST", chat, "\n {}", a.own(), 200, "data: "},
		{"POST", chat, `{}`, with("Content-Type", "application/json; charset=utf-8"), 200, "data: "},
		{"POST", chat, `{}`, with("Content-Type", "text/plain"), 415, "unsupported_media_type"},
		{"POST", chat, `{}`, with("Content-Type", "application/x-www-form-urlencoded"), 415, ""},
		{"POST", chat, `{}`, with("Content-Type", "multipart/form-data; boundary=x"), 415, ""},
		{"POST", chat, `{}`, with("Content-Type", "text/plain; application/json"), 415, ""},
		{"POST", chat, `{}`, with("Content-Type", "application/jsonp"), 415, ""},
		{"POST", chat, `{}`, with("Content-Type", ""), 415, ""},
		{"POST", chat, `{}`, a.own("Content-Type: text/plain"), 415, ""},
		{"POST", chat, ``, a.own(), 400, "must be a JSON object"},
		{"POST", chat, `[]`, a.own(), 400, "must be a JSON object"},
		{"POST", chat, `"{}"`, a.own(), 400, "must be a JSON object"},
		{"POST", chat, `{"a":1}{}`, a.own(), 400, "must be a JSON object"},
		{"POST", chat, `{"a":`, a.own(), 400, "must be a JSON object"},
		{"POST", chat, strings.Repeat(`{"a":`, 20000), a.own(), 400, "must be a JSON object"},
		{"POST", chat, `{"a":"` + strings.Repeat("a", 8<<20-8) + `"}`, a.own(), 200, "data: "},
		{"POST", chat, `{"a":"` + strings.Repeat("a", 8<<20-7) + `"}`, a.own(), 413, "too_large"},
		{"POST", chat + "?", `{}`, a.own(), 400, "takes no query"},
		{"POST", chat + "?token=" + token[:9], `{}`, a.own(), 400, "takes no query"},
		{"GET", "/api/upstreams?url=http://evil.example", "", a.own(), 400, "takes no query"},
		{"POST", chat, `{}`, a.own("X-Lily-Token: " + token), 403, "bad_token"},
		{"POST", chat, `{}`, a.own("Origin: http://evil.example"), 403, "bad_origin"},
		{"POST", chat, `{}`, a.own("Sec-Fetch-Site: cross-site"), 403, "bad_origin"},
		{"POST", chat, `{}`, with("Origin", ""), 403, "bad_origin"},
		{"POST", "/api/upstreams/away/chat", `{}`, a.own(), 502, "leads to this machine"},
		{"POST", "/api/upstreams/away/models", `{}`, a.own(), 502, "leads to this machine"},
		{"POST", "/api/upstreams/up/models", `{}`, a.own(), 200, `{"models":["scripted"]}`},
		{"POST", "/api/upstreams/up/completions", `{}`, a.own(), 404, "does not know this operation"},
		{"POST", "/api/upstreams/UP/chat", `{}`, a.own(), 404, "no upstream of this name"},
		{"POST", "/api/upstreams/up/chat%0D%0AX-Evil:%20y", `{}`, a.own(), 404, "does not know this operation"},
		{"POST", "/api/upstreams/up%0D%0AX-Evil:%20y/chat", `{}`, a.own(), 404, "no upstream of this name"},
		{"POST", "/api/upstreams/up%0d%0aX-Evil:%20y/chat", `{}`, a.own(), 404, "nothing at this address"},
		{"POST", "/api/upstreams/up/ch%61t", `{}`, a.own(), 404, "nothing at this address"},
		{"POST", "/api/upstreams/up%2Fchat", `{}`, a.own(), 404, "nothing at this address"},
		{"POST", "/api/upstreams/up/chat/", `{}`, a.own(), 404, "nothing at this address"},
		{"POST", "/api/upstreams//up/chat", `{}`, a.own(), 404, "nothing at this address"},
		{"POST", "/api/upstreams/../chat", `{}`, a.own(), 404, "no upstream of this name"},
		{"POST", "/api/upstreams/up/..", `{}`, a.own(), 404, "does not know this operation"},
		{"POST", "/api/./upstreams/up/chat", `{}`, a.own(), 404, "nothing at this address"},
		{"POST", "/%61pi/upstreams/up/chat", `{}`, a.own(), 404, "nothing at this address"},
		{"POST", "/api%2Fupstreams/up/chat", `{}`, a.own(), 404, "nothing at this address"},
		{"POST", "//api/upstreams/up/chat", `{}`, a.own(), 405, "only be read"},
		{"POST", "/x/../api/upstreams/up/chat", `{}`, a.own(), 405, "only be read"},
		{"POST", "/API/upstreams/up/chat", `{}`, a.own(), 405, "only be read"},
		{"POST", "http://evil.example" + chat, `{}`, a.own(), 421, "answers only at"},
		{"POST", "http://" + a.addr + chat, `{}`, with("Host", "evil.example"), 200, "data: "}, // RFC 9112, 3.2.2: the target wins
		{"GET", "/api/upstreams", "", a.own(), 200, `"id":"up"`},
		{"GET", "/", "", a.own(), 200, ""},
		{"OPTIONS", "*", "", a.own(), 405, "can only be read"},
		{"OPTIONS", "*", "", with("Host", "evil.example"), 421, "answers only at"},
		{"GET", "*", "", a.own(), 404, "nothing at this address"},
	} {
		res, body := a.ask(tt.method, tt.target, tt.body, tt.header...)
		if res.StatusCode != tt.status || !strings.Contains(body, tt.says) {
			t.Errorf("%s %s %.40s: got %d %.300s, want %d %s", tt.method, tt.target, tt.body, res.StatusCode, body, tt.status, tt.says)
		}
	}
}

// Without a token there is no API.
func TestNoTokenNoAPI(t *testing.T) {
	h := New(Config{Addr: addr, Page: packed(t), Proxy: proxy.Config{Upstreams: []proxy.Upstream{{ID: "up", Format: model.OpenAI}}}})
	for path, want := range map[string]int{"/api/upstreams": 404, "/api/upstreams/up/chat": 404, "/api/": 404} {
		if got := ask(h, "GET", addr, path, "").Code; got != want {
			t.Errorf("%s: got %d, want %d", path, got, want)
		}
	}
	bare := proxy.New(proxy.Config{Addr: addr})
	if got := ask(bare, "GET", addr, "/api/upstreams", "").Code; got != 403 {
		t.Errorf("a proxy without a token: got %d, want 403", got)
	}
}
