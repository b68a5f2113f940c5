package proxy

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// errAddress says that a name led to an address where its upstream may not be.
var errAddress = errors.New("the address is not one that this upstream may have")

// transport makes calls to the addresses that may allows, over no proxy. It speaks HTTP/1.1, where to end a call is to
// close its connection.
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

// control checks the address that is really dialled, after every lookup: what a name led to a moment ago says nothing
// (CVE-2026-45401).
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
