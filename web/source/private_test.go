package source

import (
	"net"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"testing"
)

// Every address that not everybody reaches is private, however it is written.
func TestIsPrivate(t *testing.T) {
	for text, want := range map[string]bool{
		"127.0.0.1": true, "127.9.9.9": true, "10.0.0.1": true, "172.16.0.1": true, "172.31.255.255": true, "192.168.1.1": true,
		"169.254.169.254": true, "100.64.0.1": true, "0.0.0.0": true, "255.255.255.255": true, "224.0.0.1": true, "::1": true,
		"::": true, "fe80::1": true, "fe80::1%eth0": true, "fc00::1": true, "fd00::1": true, "ff02::1": true, "::ffff:127.0.0.1": true,
		"::ffff:10.0.0.1": true, "64:ff9b::7f00:1": true, "2002:7f00:1::": true, "198.18.0.1": true,
		"8.8.8.8": false, "172.32.0.1": false, "192.169.0.1": false, "2606:4700::1111": false, "100.128.0.1": false,
	} {
		if got := isPrivate(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

// A name that leads to this machine is not called, and neither is another address than the one that was typed.
func TestDialIsHeld(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	called := func(typed, called string) error {
		g := guarded{top: &url.URL{Scheme: "https", Host: net.JoinHostPort(typed, port)}}
		c, err := g.dial(t.Context(), "tcp", net.JoinHostPort(called, port), nil)
		if err == nil {
			c.Close()
		}
		return err
	}
	if err := called("127.0.0.1", "127.0.0.1"); err != nil {
		t.Errorf("got %v, want the address that was typed", err)
	}
	if err := called("example.com", "127.0.0.1"); err == nil || !strings.Contains(err.Error(), "private network") {
		t.Errorf("got %v of an address that was not typed", err)
	}
	name, err := os.Hostname()
	if list, fault := net.LookupHost(name); err != nil || fault != nil || len(list) == 0 || !isPrivate(netip.MustParseAddr(list[0])) {
		t.Skip("the name of this machine leads nowhere private")
	}
	if err := called(name, name); err == nil || !strings.Contains(err.Error(), "private network") {
		t.Errorf("%s: got %v, want it not called", name, err)
	}
}
