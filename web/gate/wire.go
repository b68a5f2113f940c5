package gate

import (
	"crypto/tls"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"

	"lily/core/network"
)

// connect makes a connection one of TLS to the host that was named, and has its requests answered.
func (g *Gate) connect(w http.ResponseWriter, r *http.Request, within *queue) {
	whom, err := network.New(http.MethodGet, "https://"+r.Host+"/", nil, nil)
	if err != nil {
		said(w, http.StatusBadRequest, err.Error())
		return
	}
	host := strings.TrimPrefix(whom.Origin(), "https://")
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	if _, err := io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		conn.Close()
		return
	}
	name := host
	if alone, _, err := net.SplitHostPort(host); err == nil {
		name = alone
	}
	within.put(&secured{tls.Server(conn, g.keys.config(strings.Trim(name, "[]"))), host})
}

// secured is a connection of TLS to a host, with its port where that is not the usual one.
type secured struct {
	*tls.Conn
	host string
}

// queue is a listener of connections that are there already.
type queue struct {
	conns chan net.Conn
	over  chan struct{}
	once  sync.Once
	addr  net.Addr
}

func newQueue(addr net.Addr) *queue {
	return &queue{conns: make(chan net.Conn), over: make(chan struct{}), addr: addr}
}

func (q *queue) put(c net.Conn) {
	select {
	case q.conns <- c:
	case <-q.over:
		c.Close()
	}
}

// Accept implements [net.Listener].
func (q *queue) Accept() (net.Conn, error) {
	select {
	case c := <-q.conns:
		return c, nil
	case <-q.over:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (q *queue) Close() error { q.once.Do(func() { close(q.over) }); return nil }

// Addr implements [net.Listener].
func (q *queue) Addr() net.Addr { return q.addr }

// few is a listener with no more than some connections open.
type few struct {
	net.Listener
	open chan struct{}
}

// Accept implements [net.Listener].
func (f *few) Accept() (net.Conn, error) {
	f.open <- struct{}{}
	c, err := f.Listener.Accept()
	if err != nil {
		<-f.open
		return nil, err
	}
	return &counted{Conn: c, open: f.open}, nil
}

type counted struct {
	net.Conn
	once sync.Once
	open chan struct{}
}

// Close implements [net.Conn].
func (c *counted) Close() error {
	c.once.Do(func() { <-c.open })
	return c.Conn.Close()
}

// fields are those of a header, in a fixed order.
func fields(h http.Header) (list []network.Field) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, value := range h[name] {
			list = append(list, network.Field{Name: name, Value: value})
		}
	}
	return list
}

// ofConnection reports a field that is about the way and not about the answer.
func ofConnection(name string) bool {
	return slices.Contains([]string{"connection", "content-length", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"}, strings.ToLower(name))
}

func firstOnly() *http.Protocols {
	var p http.Protocols
	p.SetHTTP1(true)
	return &p
}

func silent() *log.Logger { return log.New(io.Discard, "", 0) }
