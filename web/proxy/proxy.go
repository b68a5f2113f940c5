// Package proxy calls language models for the page (MD-2, MD-4).
//
// The page names an upstream by its id and an operation from a fixed list, and gives a body and the token of this
// launch. It promises that no address, key or header of the page travels on and that no key, address or header of an
// upstream comes back: request and answer are built from nothing. For the same reason it is no httputil.ReverseProxy,
// which passes on early hints, trailers and upgrades by itself. Streams pass at once, the page's stop ends the
// upstream's call, every body is bounded, no redirect is followed, and the address that is dialled is checked.
// What a program of the page asks of the network goes the same way, with no credential but one that the person named
// for that host, which does not come back.
//
// It does not check Host, as [lily/web/server] does before every route, nor what a model says, and does not try again.
package proxy

import (
	"cmp"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"lily/core/network"
)

// Prefix is where the API is mounted.
const Prefix = "/api/"

// Config is what a proxy is made from. What is zero has the value that its comment names.
type Config struct {
	Addr      string        // the canonical host:port of the page
	Token     string        // what the page must send; empty lets nothing in
	Upstreams []Upstream    // in the order in which they are listed
	NoProbe   bool          // do not look for model servers on this machine
	Log       io.Writer     // gets one line for each request; none without it
	Idle      time.Duration // the longest silence of an upstream: 120 s
	First     time.Duration // the longest wait for its header: 120 s
	Probe     time.Duration // the longest wait for a list of local models: 1 s
	MaxBody   int64         // bytes of a request: 8 MiB
	MaxAnswer int64         // bytes of an answer: 32 MiB
	MaxCalls  int           // requests at the same time: 16

	Credentials []Credential          // that hosts get where a program asks them
	Fetch       time.Duration         // the longest that a program's request takes: 30 s
	Reach       func(netip.Addr) bool // the addresses that programs may reach: the public internet
}

type proxy struct {
	Config
	local, public, open http.RoundTripper
	slots               chan struct{}
	log                 sync.Mutex
}

// New is the API. It is to be mounted at [Prefix], behind the check of Host.
func New(c Config) http.Handler { return newProxy(c) }

func newProxy(c Config) *proxy {
	c.Idle = cmp.Or(c.Idle, 120*time.Second)
	c.First = cmp.Or(c.First, 120*time.Second)
	c.Probe = cmp.Or(c.Probe, time.Second)
	c.Fetch = cmp.Or(c.Fetch, 30*time.Second)
	c.MaxBody = cmp.Or(c.MaxBody, 8<<20)
	c.MaxAnswer = cmp.Or(c.MaxAnswer, 32<<20)
	c.Log = cmp.Or[io.Writer](c.Log, io.Discard)
	return &proxy{
		Config: c,
		local:  transport(onThisMachine, c.First),
		public: transport(onTheInternet, c.First),
		open:   transport(c.anywhere(), 0),
		slots:  make(chan struct{}, cmp.Or(c.MaxCalls, 16)),
	}
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.serve(w, r, (*call).answer) }

func (p *proxy) serve(w http.ResponseWriter, r *http.Request, answer func(*call) *fault) {
	c := &call{proxy: p, w: w, r: r, began: time.Now()}
	defer c.logged()
	if f := answer(c); f != nil {
		c.fail(f)
	}
}

// answer does what was asked for, or says why not. Nothing that was configured shows before the token was checked.
func (c *call) answer() *fault {
	if c.r.URL.RawPath == "" && c.r.URL.Path == Prefix+network.Path {
		return c.toNetwork()
	}
	id, op, ok := route(c.r.URL)
	if !ok {
		return refuse(http.StatusNotFound, "not_found", "There is nothing at this address.")
	}
	if f := c.admit(id == ""); f != nil {
		return f
	}
	if id == "" {
		c.op = "list"
		return c.within(c.list)
	}
	return c.within(func() *fault { return c.forward(id, op) })
}

// toNetwork sends what a program asks for, or tells which hosts get a credential.
func (c *call) toNetwork() *fault {
	list := c.r.Method == http.MethodGet
	if f := c.admit(list); f != nil {
		return f
	}
	if list {
		return c.named()
	}
	return c.within(c.program)
}

// within does something while no more than [Config.MaxCalls] requests are under way.
func (c *call) within(do func() *fault) *fault {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
		return do()
	default:
		return refuse(http.StatusTooManyRequests, "busy", "%d requests are under way already: wait for one to end.", cap(c.slots))
	}
}

// route reads /api/upstreams and /api/upstreams/ID/OP as they stand: nothing is decoded, cleaned or completed.
func route(u *url.URL) (id, op string, ok bool) {
	rest, ok := strings.CutPrefix(u.Path, Prefix+"upstreams")
	if !ok || u.RawPath != "" {
		return "", "", false
	}
	parts := strings.Split(rest, "/")
	switch {
	case rest == "":
		return "", "", true
	case len(parts) == 3 && parts[0] == "" && parts[1] != "" && parts[2] != "":
		return parts[1], parts[2], true
	}
	return "", "", false
}
