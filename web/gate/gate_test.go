package gate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"lily/core/network"
)

// asked is a way that answers with what it was asked.
type asked struct {
	lock  sync.Mutex
	seen  []network.Request
	began chan struct{} // closed by one that never ends
}

func (a *asked) fetch(ctx context.Context, r network.Request) (network.Answer, error) {
	a.lock.Lock()
	a.seen = append(a.seen, r)
	a.lock.Unlock()
	switch {
	case strings.HasSuffix(r.URL, "/never"):
		close(a.began)
		<-ctx.Done()
		return network.Answer{}, ctx.Err()
	case strings.HasSuffix(r.URL, "/no"):
		return network.Answer{}, errors.New("The policy lets no program use the network. Set network: ask.")
	}
	header := []network.Field{{Name: "x-kind", Value: "echo"}, {Name: "content-length", Value: "99"}}
	return network.Answer{Status: 201, Header: header, Body: []byte(r.Method + " " + r.URL + " " + string(r.Body))}, nil
}

// opened is a gate with a client that goes through it.
func opened(t *testing.T, way *asked) (*http.Client, string) {
	t.Helper()
	g, err := New(way.fetch)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() { g.Serve(ctx, l); close(over) }()
	t.Cleanup(func() { stop(); <-over })
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(g.Roots())
	at := &url.URL{Scheme: "http", Host: l.Addr().String()}
	transport := &http.Transport{Proxy: http.ProxyURL(at), TLSClientConfig: &tls.Config{RootCAs: roots}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}, at.Host
}

func TestGate(t *testing.T) {
	way := &asked{}
	client, at := opened(t, way)
	for _, tt := range []struct {
		method, url, body string
		status            int
		want              string
	}{
		{"GET", "http://example.com/a?b=c", "", 201, "GET http://example.com/a?b=c "},
		{"POST", "https://example.com/a", "text", 201, "POST https://example.com/a text"},
		{"GET", "https://example.com:8443/a/../b", "", 201, "GET https://example.com:8443/a/../b "},
		{"GET", "https://127.0.0.1/", "", 201, "GET https://127.0.0.1/ "},
		{"GET", "https://example.com/no", "", 403, "lily: The policy lets no program use the network. Set network: ask.\n"},
		{"PUT", "http://example.com/", strings.Repeat("x", network.MaxBody+1), 400, "want at most"},
	} {
		r, err := http.NewRequest(tt.method, tt.url, strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer secret")
		res, err := client.Do(r)
		if err != nil {
			t.Errorf("%s: %s", tt.url, err)
			continue
		}
		data, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || res.StatusCode != tt.status || !strings.Contains(string(data), tt.want) {
			t.Errorf("%s: got %d %q, %v, want %d %q", tt.url, res.StatusCode, data, err, tt.status, tt.want)
		}
	}
	for _, r := range way.seen {
		if len(r.Left) != 1 || r.Left[0] != "authorization" {
			t.Errorf("%s: got %q left out, want the credential", r.URL, r.Left)
		}
	}
	if res, err := http.Get("http://" + at + "/"); err != nil || res.StatusCode != 400 {
		t.Errorf("got %v, %v, want a sentence of a proxy", res, err)
	}
}

// What the other side of TLS says of itself moves nothing: the host is the one that was named.
func TestAnotherName(t *testing.T) {
	way := &asked{}
	_, at := opened(t, way)
	conn, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "CONNECT named.example:443 HTTP/1.1\r\nHost: other.example\r\n\r\n")
	head := make([]byte, len("HTTP/1.1 200 Connection established\r\n\r\n"))
	if _, err := io.ReadFull(conn, head); err != nil {
		t.Fatal(err)
	}
	secure := tls.Client(conn, &tls.Config{ServerName: "other.example", InsecureSkipVerify: true})
	io.WriteString(secure, "GET /x HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n")
	data, err := io.ReadAll(secure)
	if err != nil || !strings.Contains(string(data), "GET https://named.example/x ") {
		t.Errorf("got %q, %v", data, err)
	}
}

// A gate that closes ends what is under way first.
func TestClose(t *testing.T) {
	way, done := &asked{began: make(chan struct{})}, make(chan int, 1)
	t.Cleanup(func() { // after the gate's own
		if got := <-done; got != 0 && got != http.StatusForbidden {
			t.Errorf("got an answer with %d, want none", got)
		}
	})
	client, _ := opened(t, way)
	go func() {
		res, err := client.Get("https://example.com/never")
		if err != nil {
			done <- 0
			return
		}
		res.Body.Close()
		done <- res.StatusCode
	}()
	<-way.began
}
