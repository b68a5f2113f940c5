// Package gate is the way of a program of this machine to the network: an HTTP proxy that takes each request apart and
// hands it to whoever judges it, as the page does with those of its programs.
//
// It promises that nothing leaves but by the [Fetch] that it is given, that a request goes to the host that the program
// named, and that what is under way is bounded and has ended when [Gate.Serve] returns. What a program says by TLS it
// reads by a certificate of its own, whose key never leaves this process; it sends nothing itself.
package gate

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"lily/core/network"
)

// Fetch answers one request, or says in a sentence why not; as that of a program's Spec.
type Fetch func(context.Context, network.Request) (network.Answer, error)

// Gate is the way of one program.
type Gate struct {
	fetch Fetch
	keys  *authority
	one   sync.Mutex // of a request
}

// New is a gate whose certificates only it can make.
func New(fetch Fetch) (*Gate, error) {
	keys, err := newAuthority()
	return &Gate{fetch: fetch, keys: keys}, err
}

// Roots is the certificate that a program has to trust, as PEM.
func (g *Gate) Roots() []byte { return g.keys.pem }

// The bounds of what a program may have under way.
const (
	mostOpen = 32
	patience = 30 * time.Second // for a head, and between two requests
)

// Serve answers what comes to a listener until the context is done, and returns when nothing is under way any more.
func (g *Gate) Serve(ctx context.Context, l net.Listener) {
	within := newQueue(l.Addr())
	plain := g.server(ctx, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { g.outer(w, r, within) }))
	inner := g.server(ctx, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin, _ := r.Context().Value(originKey{}).(string)
		g.answer(w, r, origin+r.URL.RequestURI())
	}))
	inner.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if s, ok := c.(*secured); ok { // each is one
			ctx = context.WithValue(ctx, originKey{}, "https://"+s.host)
		}
		return ctx
	}
	var both sync.WaitGroup
	both.Go(func() { _ = plain.Serve(&few{l, make(chan struct{}, mostOpen)}) })
	both.Go(func() { _ = inner.Serve(within) })
	<-ctx.Done()
	_, _, _ = plain.Close(), inner.Close(), within.Close() // what they had under way has nobody left
	both.Wait()
	g.one.Lock() // the last one
	defer g.one.Unlock()
}

type originKey struct{}

func (g *Gate) server(ctx context.Context, h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, BaseContext: func(net.Listener) context.Context { return ctx }, ErrorLog: silent(),
		ReadHeaderTimeout: patience, IdleTimeout: patience, MaxHeaderBytes: network.MaxHeader + network.MaxURL,
		Protocols: firstOnly(),
	}
}

// outer answers what a program says to a proxy: a request of http, or the way to a host of https.
func (g *Gate) outer(w http.ResponseWriter, r *http.Request, within *queue) {
	switch {
	case r.Method == http.MethodConnect:
		g.connect(w, r, within)
	case r.URL.IsAbs():
		g.answer(w, r, r.URL.String())
	default:
		said(w, http.StatusBadRequest, "this is a proxy: ask it for an address, such as http://example.com/")
	}
}

// answer hands a request on, one at a time.
func (g *Gate) answer(w http.ResponseWriter, r *http.Request, address string) {
	g.one.Lock()
	defer g.one.Unlock()
	body, err := io.ReadAll(io.LimitReader(r.Body, network.MaxBody+1))
	if err != nil || r.Context().Err() != nil {
		return // the program has gone
	}
	asked, err := network.New(r.Method, address, fields(r.Header), body)
	if err != nil {
		said(w, http.StatusBadRequest, err.Error())
		return
	}
	a, err := g.fetch(r.Context(), asked)
	if err != nil {
		said(w, http.StatusForbidden, err.Error())
		return
	}
	for _, f := range a.Header {
		if !ofConnection(f.Name) {
			w.Header().Add(f.Name, f.Value)
		}
	}
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body) // the program may have gone
}

// said tells a program why there is no answer.
func said(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, "lily: "+strings.TrimSuffix(why, ".")+".\n")
}
