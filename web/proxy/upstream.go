package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"

	"lily/core/model"
)

// Upstream is one place that answers model calls. The page learns all of it but URL and Key.
type Upstream struct {
	ID     string // how the page names it: a-z, 0-9 and -, at most 32
	Name   string // what people call it
	Format string // OpenAI or Anthropic
	URL    string // the base of its addresses, as the vendors' tools want it: with the version, /v1, for OpenAI only
	Key    string `json:"-"` // none is needed on this machine
	KeyEnv string // the variable that would hold the key, for a sentence
	// KeyCommand prints the key, as that of the system's keychain does: a program and its words. Empty for none.
	KeyCommand []string
	Local      bool     // on this machine, and nowhere else; a public one is never here
	Models     []string // those that a person configured
	Window     int      // the tokens of its models' contexts, as a person says; 0 is not known
	Guess      bool     // nobody named it: it is one of the usual servers at its usual port, and seldom there
}

// operations are what may be asked of an upstream: what each adds to the base.
var operations = map[string]map[string]string{
	model.OpenAI:    {"chat": "/chat/completions", "models": "/models"},
	model.Anthropic: {"messages": "/v1/messages", "models": "/v1/models?limit=1000"},
}

// String never shows the key.
func (u Upstream) String() string {
	key := "without a key"
	if u.Key != "" {
		key = "with a key"
	}
	return fmt.Sprintf("%s (%s at %s, %s)", u.ID, u.Format, u.URL, key)
}

// GoString never shows the key.
func (u Upstream) GoString() string { return "proxy.Upstream{" + u.String() + "}" }

// LogValue never shows the key.
func (u Upstream) LogValue() slog.Value { return slog.StringValue(u.String()) }

// Merge puts the upstreams of more over those of base: one of the same id in its place, the others after it.
func Merge(base, more []Upstream) []Upstream {
	list := slices.Clone(base)
	for _, u := range more {
		i := slices.IndexFunc(list, func(b Upstream) bool { return b.ID == u.ID })
		if i < 0 {
			list = append(list, u)
		} else {
			list[i] = u
		}
	}
	return list
}

// hides tells whether a text holds the key. What local servers take for a key is often a plain word, and hides nothing.
func (u Upstream) hides(text string) bool {
	return len(u.Key) >= shortestKey && strings.Contains(text, u.Key)
}

const (
	shortestKey = 12       // from this length on a key is a secret and no word
	agent       = "lily/0" // names Lily to upstreams, and nothing of the machine or the page
)

// request is what an upstream gets. Its header is built from nothing, so that no header of the page can travel (MD-2).
func (u Upstream) request(ctx context.Context, op string, body []byte) (*http.Request, error) {
	method := http.MethodPost
	if op == "models" {
		method, body = http.MethodGet, nil
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimRight(u.URL, "/")+operations[u.Format][op], bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header = http.Header{"Accept": {"text/event-stream, application/json"}, "Accept-Encoding": {"identity"}, "User-Agent": {agent}}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	if u.Format == model.Anthropic {
		r.Header.Set("Anthropic-Version", "2023-06-01")
	}
	switch {
	case u.Key == "":
	case u.Format == model.Anthropic:
		r.Header.Set("X-Api-Key", u.Key)
	default:
		r.Header.Set("Authorization", "Bearer "+u.Key)
	}
	return r, nil
}

// need is the sentence for a person who has not given the key.
func (u Upstream) need() string {
	if u.KeyEnv != "" {
		return "Set " + u.KeyEnv + " and start lily again."
	}
	return "Give it a key_env in the file of upstreams and start lily again."
}

var errAddress = errors.New("the address is not one that this upstream may have")

// transport uses no proxy, and HTTP/1.1, where to end a call is to close its connection.
func transport(may func(netip.Addr) bool, first time.Duration) http.RoundTripper {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: control(may)}
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	return &http.Transport{
		DialContext: dialer.DialContext, Protocols: &protocols, DisableCompression: true,
		TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: first, MaxResponseHeaderBytes: 64 << 10,
		MaxIdleConnsPerHost: 4, IdleConnTimeout: 30 * time.Second,
	}
}

// control checks the address that is really dialled: what a name led to a moment ago says nothing (CVE-2026-45401).
func control(may func(netip.Addr) bool) func(network, address string, _ syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !may(at.Addr().Unmap().WithZone("")) {
			return errAddress
		}
		return nil
	}
}

func onThisMachine(ip netip.Addr) bool { return ip.IsLoopback() }

// private are networks that no public upstream is in, besides those that netip knows: RFC 6890 and its registries.
// Those that carry an IPv4 address inside (NAT64, 6to4, Teredo) would lead around the others.
var private = prefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

// unicast is the only part of IPv6 that is the internet (RFC 4291, 2.4): it leaves out NAT64 (64:ff9b::/96 and
// 64:ff9b:1::/48) and what is mapped or compatible.
var unicast = netip.MustParsePrefix("2000::/3")

func onTheInternet(ip netip.Addr) bool {
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && (ip.Is4() || unicast.Contains(ip)) &&
		!slices.ContainsFunc(private, func(p netip.Prefix) bool { return p.Contains(ip) })
}

func prefixes(list ...string) (out []netip.Prefix) {
	for _, s := range list {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}
