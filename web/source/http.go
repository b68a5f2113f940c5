package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// The bounds of what is fetched.
const (
	MostBytes   = 256 << 20 // that come over the network for one source
	mostHops    = 5         // redirects on the same host
	mostWaiting = 30 * time.Second
	MostTime    = 5 * time.Minute // for all of a source
)

func loopback(host string) bool {
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// private are networks that nobody reaches from everywhere, beside those that [netip.Addr] knows.
var private = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("fec0::/10"),
}

func isPrivate(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	for _, p := range private {
		if p.Contains(ip) {
			return true
		}
	}
	return ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() || ip.IsMulticast() || ip.IsUnspecified() || !ip.IsValid()
}

// typed reports whether a host says its address itself, so that the person has named it.
func typed(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || strings.EqualFold(host, "localhost")
}

// guarded is a client that fetches from one host alone.
type guarded struct {
	top  *url.URL
	left int64 // bytes that may come
	next http.RoundTripper
}

var errMuch = fmt.Errorf("it sends more than the %d MiB that one source may have", MostBytes>>20)

// client fetches from the host of an address and from no other.
func client(top *url.URL) *http.Client {
	g := &guarded{top: top, left: MostBytes}
	proxy, _ := http.ProxyFromEnvironment(&http.Request{URL: top})
	g.next = &http.Transport{
		Proxy: func(*http.Request) (*url.URL, error) { return proxy, nil },
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			return g.dial(ctx, network, addr, proxy)
		},
		TLSHandshakeTimeout:    mostWaiting,
		ResponseHeaderTimeout:  mostWaiting,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true, // so that what comes is what is counted
		ForceAttemptHTTP2:      true,
		DisableKeepAlives:      true,
	}
	return &http.Client{Transport: g, CheckRedirect: g.redirected}
}

// dial looks at the address that is really called, after the name was looked up.
func (g *guarded) dial(ctx context.Context, network, addr string, proxy *url.URL) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	free := typed(host) && strings.EqualFold(host, g.top.Hostname()) || proxy != nil && host == proxy.Hostname()
	d := net.Dialer{Timeout: mostWaiting, Control: func(_, at string, _ syscall.RawConn) error {
		ip, err := netip.ParseAddrPort(at)
		if err != nil || !free && isPrivate(ip.Addr()) {
			return fmt.Errorf("%s is the address %s of a private network; only one that is typed is called", host, ip.Addr())
		}
		return nil
	}}
	return d.DialContext(ctx, network, addr)
}

// redirected lets a host lead on within itself alone: the person named this source, and no other.
func (g *guarded) redirected(r *http.Request, via []*http.Request) error {
	switch {
	case len(via) > mostHops:
		return fmt.Errorf("it redirects more than %d times", mostHops)
	case r.URL.Scheme != g.top.Scheme || !strings.EqualFold(r.URL.Host, g.top.Host):
		to := url.URL{Scheme: r.URL.Scheme, Host: r.URL.Host, Path: r.URL.Path}
		return fmt.Errorf("it redirects to %s, which is another host; name that one if you mean it", to.String())
	}
	return nil
}

// RoundTrip implements [http.RoundTripper]: it counts what comes.
func (g *guarded) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != g.top.Scheme || !strings.EqualFold(r.URL.Host, g.top.Host) {
		return nil, errors.New("it leads to another host")
	}
	resp, err := g.next.RoundTrip(r)
	if err == nil {
		resp.Body = &counted{resp.Body, g}
	}
	return resp, err
}

type counted struct {
	io.ReadCloser
	g *guarded
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if c.g.left -= int64(n); c.g.left < 0 {
		return 0, errMuch
	}
	return n, err
}

var errNotThere = errors.New("there is nothing")

// get fetches one file whole.
func get(ctx context.Context, c *http.Client, at string, most int64) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("User-Agent", "lily")
	resp, err := c.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound || resp.StatusCode == http.StatusGone:
		return nil, fmt.Errorf("%s: %w", at, errNotThere)
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s: got the status %d, want 200", at, resp.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s: it has more than %d bytes, which is the most here", at, most)
	}
	return data, err
}
