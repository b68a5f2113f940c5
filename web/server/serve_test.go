package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
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

func TestServeUntilItIsToldToStop(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var log bytes.Buffer
	opened := make(chan string, 1)
	ended := make(chan error, 1)
	open := func(url string) error { opened <- url; return errors.New("no browser") }
	go func() { ended <- Serve(ctx, Config{Addr: "127.0.0.1:0", Page: packed(t), Log: &log, Open: open}) }()

	url := <-opened
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil || res.Body.Close() != nil || res.StatusCode != 200 || string(body) != plain {
		t.Errorf("got %d %q %v, want 200 %q", res.StatusCode, body, err, plain)
	}
	head, err := http.Head(url)
	if err != nil || head.Body.Close() != nil || head.StatusCode != 200 || head.ContentLength != int64(len(plain)) {
		t.Errorf("HEAD: got %v %v, want 200 and the length", head, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("got %v, want an end without an error", err)
	}
	for _, want := range []string{"Lily is at " + url, "could not be opened (no browser)"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("got %q, want %q in it", log.String(), want)
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
