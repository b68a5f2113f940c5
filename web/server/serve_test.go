package server

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"lily/web/door"
)

func TestListenStaysOnThisMachine(t *testing.T) {
	for addr, want := range map[string]string{
		"0.0.0.0:7777":       "this machine only",
		"[::]:7777":          "this machine only",
		":7777":              "this machine only",
		"192.168.1.2:7777":   "this machine only",
		"example.com:7777":   "this machine only",
		"127.0.0.1":          "an address and a port",
		"":                   "an address and a port",
		"127.0.0.1:nonsense": "--addr 127.0.0.1:nonsense",
	} {
		ln, err := Listen(addr)
		if err == nil {
			_ = ln.Close()
			t.Errorf("%q: got a listener, want an error", addr)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %q, want %q in it", addr, err, want)
		}
	}
}

func TestAPortThatIsTaken(t *testing.T) {
	ln, err := Listen("localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	err = Serve(t.Context(), Config{Addr: ln.Addr().String()})
	for _, want := range []string{"--addr " + ln.Addr().String(), "something listens there already", "pass another port"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
}

// launch is a server of a person that runs until it is told to stop.
type launch struct {
	first string      // the line that it greets with
	url   chan string // where what was opened leads to
	file  chan string // what was opened
	stop  func() string
}

// launches serves with a key, and opens a browser that reads what it is given.
func launches(t *testing.T, c Config) *launch {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	l := &launch{url: make(chan string, 1), file: make(chan string, 1)}
	out, in := io.Pipe()
	log, ended := bufio.NewReader(out), make(chan error, 1)
	c.Page, c.Log, c.Proxy.Token = packed(t), in, token
	if c.Open == nil {
		c.Open = func(file string) error {
			text, err := os.ReadFile(file)
			_, text, _ = bytes.Cut(text, []byte("url="))
			text, _, _ = bytes.Cut(text, []byte(`"`))
			l.file <- file
			l.url <- string(text)
			return err
		}
	}
	go func() { ended <- errors.Join(Serve(ctx, c), in.Close()) }()
	var err error
	if l.first, err = log.ReadString('\n'); err != nil {
		t.Fatal(err, <-ended)
	}
	l.stop = sync.OnceValue(func() string {
		stop()
		rest, err := io.ReadAll(log)
		if err = errors.Join(err, <-ended); err != nil {
			t.Error(err)
		}
		return string(rest)
	})
	t.Cleanup(func() { l.stop() })
	return l
}

func keyed(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	k, err := door.Key(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// trade gives the token for the code of an address, as the page does.
func trade(t *testing.T, url string) string {
	t.Helper()
	base, code, _ := strings.Cut(url, "#code=")
	res, err := http.Post(base+door.Hello[1:], "application/json", strings.NewReader(`{"code":"`+code+`","nonce":"`+strings.Repeat("0", 64)+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var a door.Answer
	if err := json.NewDecoder(res.Body).Decode(&a); err != nil {
		t.Fatal(err)
	}
	return a.Token
}

// printed is the address in a line.
func printed(line string) string {
	at := strings.Index(line, "http://")
	url, _, _ := strings.Cut(line[max(0, at):], " ")
	return url
}

// The line and the file that is opened have a code each, which is no token. The browser is given a file of the
// person's alone, so that nothing of it stands in a list of processes; it goes once its code was used.
func TestTheGreetingAndTheFileHaveACode(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	l := launches(t, Config{Addr: "127.0.0.1:0", Key: keyed(t)})
	file, url := <-l.file, <-l.url
	if strings.Contains(l.first, token) || strings.Contains(url, token) || url == printed(l.first) || !strings.Contains(l.first, "works once") {
		t.Errorf("got %q and %q, want a code each", l.first, url)
	}
	info, err := os.Stat(file)
	if err != nil || filepath.Dir(file) != home || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("got %s, %v, %v, want a file of the person's alone", file, info, err)
	}
	for i, want := range []string{token, ""} {
		if got := trade(t, url); got != want {
			t.Errorf("the file, trade %d: got %q, want %q", i, got, want)
		}
		if got := trade(t, printed(l.first)); got != want {
			t.Errorf("the line, trade %d: got %q, want %q", i, got, want)
		}
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want the file gone", err)
	}
	body, err := http.Get(printed(l.first))
	if err != nil || body.StatusCode != 200 || body.Body.Close() != nil {
		t.Errorf("got %v, %v, want the page", body, err)
	}
}

// What was opened and never used goes at the end, and so does what could not be opened.
func TestTheFileGoesInAnyCase(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	l := launches(t, Config{Addr: "127.0.0.1:0", Key: keyed(t)})
	<-l.file
	l.stop()
	l = launches(t, Config{Addr: "127.0.0.1:0", Open: func(string) error { return errors.New("no browser") }})
	if rest := l.stop(); !strings.Contains(rest, "could not be opened (no browser)") {
		t.Errorf("got %q", rest)
	}
	if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
		t.Errorf("got %v, %v, want nothing", left, err)
	}
}

// A second launch of the same person gets another address of the first one. Of another person it gets none.
func TestASecondLaunch(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	k := keyed(t)
	one := launches(t, Config{Addr: "localhost:0", Key: k})
	first := printed(one.first)
	addr := strings.TrimSuffix(strings.TrimPrefix(strings.Split(first, "#")[0], "http://"), "/")
	_, port, _ := net.SplitHostPort(addr)
	for _, at := range []string{addr, "localhost:" + port} {
		two := launches(t, Config{Addr: at, Key: k})
		if url := printed(two.first); url == first || !strings.HasPrefix(two.first, "Lily runs already, and is at http://"+addr+"/#code=") || trade(t, url) != token {
			t.Errorf("got %q, want another address", two.first)
		}
		<-two.file
		if url := <-two.url; trade(t, url) != token {
			t.Errorf("got %q, want an address that opens", url)
		}
		two.stop()
	}
	for name, k := range map[string]ed25519.PrivateKey{"another's": keyed(t), "none": nil} {
		if err := Serve(t.Context(), Config{Addr: addr, Key: k}); err == nil || !strings.Contains(err.Error(), "something listens there already") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if trade(t, first) != token {
		t.Error("the first address does not work any more")
	}
}

// Each user of a machine has a port, and a system's first one that which every manual names.
func TestOwnPort(t *testing.T) {
	for _, c := range []struct {
		goos, uid string
		want      int
	}{
		{"linux", "1000", 7777},
		{"linux", "1001", 7778},
		{"darwin", "501", 7777},
		{"darwin", "502", 7778},
		{"windows", "S-1-5-21-1-2-3-1001", 7777},
		{"windows", "S-1-5-21-1-2-3-1002", 7778},
		{"linux", "0", 26788},
		{"linux", "999", 27787},
		{"linux", "21011", 7777},
		{"linux", "4294967294", 13141},
		{"plan9", "glenda", 7777},
	} {
		if got := ownPort(c.goos, c.uid); got != c.want {
			t.Errorf("%s %s: got %d, want %d", c.goos, c.uid, got, c.want)
		}
	}
	seen := map[int]int{}
	for uid := range ownPorts {
		port := ownPort("linux", fmt.Sprint(uid))
		if other, twice := seen[port]; twice || port < firstPort || port > 32767 {
			t.Fatalf("%d: got %d, which %d has too, or that systems give out", uid, port, other)
		}
		seen[port] = uid
	}
	if got := OwnAddr(); !strings.HasPrefix(got, "127.0.0.1:") {
		t.Errorf("got %s", got)
	}
}

// Whoever looks for the script of a service worker gets one that goes.
func TestServiceWorkersGo(t *testing.T) {
	h := New(Config{Addr: addr, Page: packed(t)})
	for _, path := range []string{"/sw.js", "/", script, "/x/y.js?z"} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = addr
		r.Header.Set("Service-Worker", "script")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != 200 || !strings.Contains(w.Body.String(), "registration.unregister()") || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: got %d %v %s", path, w.Code, w.Header(), w.Body)
		}
	}
}

func TestABinaryWithoutThePageSaysSo(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var log bytes.Buffer
	if err := Serve(ctx, Config{Addr: "127.0.0.1:0", Log: &log}); err != nil {
		t.Error(err)
	}
	if want := "built without the page: run make build"; !strings.Contains(log.String(), want) {
		t.Errorf("got %q, want %q in it", log.String(), want)
	}
}

func TestOpener(t *testing.T) {
	for goos, want := range map[string]string{"linux": "xdg-open", "freebsd": "xdg-open", "darwin": "open", "windows": "rundll32"} {
		if got, _ := opener(goos); got != want {
			t.Errorf("%s: got %s, want %s", goos, got, want)
		}
	}
}
