package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"lily/web/door"
)

// Serve listens on c.Addr and serves until ctx ends. Where the person's Lily serves there already, it is asked for
// another address for the browser.
func Serve(ctx context.Context, c Config) error {
	c.Log = cmp.Or[io.Writer](c.Log, io.Discard)
	ln, err := Listen(c.Addr)
	if errors.Is(err, syscall.EADDRINUSE) && c.Key != nil {
		return again(ctx, c, err)
	}
	if err != nil {
		return err
	}
	c.Addr = ln.Addr().String()
	c.Door = door.New(c.Addr, c.Proxy.Token, c.Key)
	defer greet(c)()
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

// greet tells where the page is, and opens it where that is wanted. The code is in the fragment, which a browser sends
// to nobody (MD-4).
func greet(c Config) (done func()) {
	if _, err := ReadManifest(c.Page); err != nil {
		defer fmt.Fprintf(c.Log, "This lily has no page to show: %v.\n", err)
	}
	url := "http://" + c.Addr + "/"
	if c.Proxy.Token == "" {
		fmt.Fprintf(c.Log, "Lily is at %s (Ctrl+C stops it)\n", url)
		return c.show(url, nil)
	}
	fmt.Fprintf(c.Log, "Lily is at %s#code=%s (works once, for %.0f minutes; run lily again for another; Ctrl+C stops it)\n",
		url, c.Door.New(nil), door.Life.Minutes())
	return c.show(url+"#code=", c.Door)
}

// again has the Lily that runs already give an address. One that is not this person's is what listens there.
func again(ctx context.Context, c Config, taken error) error {
	addr, err := canonical(c.Addr)
	if err != nil {
		return err
	}
	code, err := door.Again(ctx, addr, c.Key)
	if err != nil {
		return taken
	}
	fmt.Fprintf(c.Log, "Lily runs already, and is at http://%s/#code=%s (works once, for %.0f minutes)\n", addr, code, door.Life.Minutes())
	if c.Open == nil {
		return nil
	}
	if code, err = door.Again(ctx, addr, c.Key); err != nil { // one for the browser, and one for the person
		return err
	}
	defer c.show("http://"+addr+"/#code="+code, nil)()
	select { // the browser needs a while to read the file
	case <-ctx.Done():
	case <-time.After(c.Wait):
	}
	return nil
}

// httpServer bounds what a client may hold: headers, time, and idle connections.
func httpServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 60 * time.Second,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		DisableGeneralOptionsHandler: true, // OPTIONS * is refused as everything is
	}
}

// Listen opens a port on loopback, never by wildcard: who is open to others is another program (MD-4). 0 is any port.
func Listen(addr string) (net.Listener, error) {
	at, err := canonical(addr)
	if err != nil {
		return nil, err
	}
	ln, err := net.Listen("tcp", at)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, &takenError{addr, at}
	}
	if err != nil {
		return nil, fmt.Errorf("--addr %s: %w", addr, err)
	}
	return ln, nil
}

// takenError is an address at which something listens already. The port that it proposes is no user's own.
type takenError struct{ addr, at string }

func (e *takenError) Error() string {
	host, _, _ := net.SplitHostPort(e.at) // it was one
	return fmt.Sprintf("--addr %s: something listens there already, perhaps another lily; stop it or pass another port, such as --addr %s",
		e.addr, net.JoinHostPort(host, "30777"))
}

func (e *takenError) Unwrap() error { return syscall.EADDRINUSE }

// canonical is the loopback address that a person means.
func canonical(addr string) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("--addr %s: want an address and a port, such as %s", addr, DefaultAddr)
	}
	if strings.EqualFold(host, "localhost") {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return "", fmt.Errorf("--addr %s: Lily listens on this machine only; want 127.0.0.1, [::1] or localhost, such as %s", addr, DefaultAddr)
	}
	return net.JoinHostPort(host, port), nil
}
