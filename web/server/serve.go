package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// DefaultAddr has a fixed port because the browser keeps what the person made under host and port.
const DefaultAddr = "127.0.0.1:7777"

// Serve listens on c.Addr and serves until ctx ends.
func Serve(ctx context.Context, c Config) error {
	ln, err := Listen(c.Addr)
	if err != nil {
		return err
	}
	c.Addr = ln.Addr().String()
	c.Log = cmp.Or[io.Writer](c.Log, io.Discard)
	greet(c)
	srv := httpServer(New(c))
	stopped := context.AfterFunc(ctx, func() {
		wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		_ = srv.Shutdown(wait) // what has not ended by then is cut off
	})
	defer stopped()
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// greet tells where the page is, with the token in the fragment, which a browser sends to nobody (MD-4).
func greet(c Config) {
	url := "http://" + c.Addr + "/"
	if c.Proxy.Token != "" {
		url += "#token=" + c.Proxy.Token
	}
	fmt.Fprintf(c.Log, "Lily is at %s (Ctrl+C stops it)\n", url)
	if _, err := ReadManifest(c.Page); err != nil {
		fmt.Fprintf(c.Log, "This lily has no page to show: %v.\n", err)
	}
	if c.Open == nil {
		return
	}
	if err := c.Open(url); err != nil {
		fmt.Fprintf(c.Log, "The browser could not be opened (%v): open %s yourself.\n", err, url)
	}
}

// httpServer bounds what a client may hold: headers, time, and idle connections.
func httpServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 60 * time.Second,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
}

// Listen opens a port on loopback, never by wildcard: who is open to others is another program (MD-4). 0 is any port.
func Listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("--addr %s: want an address and a port, such as %s", addr, DefaultAddr)
	}
	if strings.EqualFold(host, "localhost") {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("--addr %s: Lily listens on this machine only; want 127.0.0.1, [::1] or localhost, such as %s", addr, DefaultAddr)
	}
	ln, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("--addr %s: something listens there already, perhaps another lily; stop it or pass another port, such as --addr %s", addr, net.JoinHostPort(host, "7778"))
	}
	if err != nil {
		return nil, fmt.Errorf("--addr %s: %w", addr, err)
	}
	return ln, nil
}

// Open shows a URL in the person's browser by the system's own opener, and does not wait for it.
func Open(url string) error {
	name, args := opener(runtime.GOOS)
	cmd := exec.Command(name, append(args, url)...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // reaps it; what became of it is on the screen
	return nil
}

func opener(goos string) (name string, args []string) {
	switch goos {
	case "darwin":
		return "open", nil
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler"}
	default:
		return "xdg-open", nil
	}
}
