package policy

import (
	"strings"
	"testing"
)

// Whom programs may ask: hosts × policies × trust.
func TestReach(t *testing.T) {
	const api, deep, plainly = "https://api.example.com", "https://a.b.example.com", "http://api.example.com"
	for _, c := range []struct {
		policy string
		r      Reach
		want   string // yes, ask or no, and the rule
	}{
		{"", Reach{Origin: api, Trust: TrustUser}, "no network: deny"},
		{"ask: full_auto", Reach{Origin: api, Trust: TrustBundled, Granted: true}, "no network: deny"},
		{"network: deny", Reach{Origin: api, Trust: TrustBundled}, "no network: deny"},
		{"network: ask", Reach{Origin: api, Trust: TrustBundled}, "ask network: ask"},
		{"{network: ask, ask: full_auto}", Reach{Origin: api, Trust: TrustBundled}, "ask network: ask"},
		{"network: ask", Reach{Origin: api, Trust: TrustUser, Granted: true}, "yes granted"},
		{"network: ask", Reach{Origin: api, Trust: TrustUser, Granted: true, Always: true}, "ask always_ask: true"},
		{"network: ask", Reach{Origin: api, Trust: TrustNone, Granted: true}, "ask trust: untrusted"},
		{"network: {hosts: [api.example.com]}", Reach{Origin: api, Trust: TrustUser}, "yes network.hosts: api.example.com"},
		{"network: {hosts: [api.example.com]}", Reach{Origin: api, Trust: TrustNone}, "ask trust: untrusted"},
		{"network: {hosts: [api.example.com]}", Reach{Origin: plainly, Trust: TrustUser}, "no network.hosts"},
		{"network: {hosts: [api.example.com]}", Reach{Origin: api + ":8443", Trust: TrustUser}, "no network.hosts"},
		{"network: {hosts: [api.example.com:8443]}", Reach{Origin: api + ":8443", Trust: TrustUser}, "yes network.hosts: api.example.com:8443"},
		{"network: {hosts: ['api.example.com:443']}", Reach{Origin: api, Trust: TrustUser}, "yes network.hosts: api.example.com:443"},
		{"network: {hosts: [API.Example.COM]}", Reach{Origin: api, Trust: TrustUser}, "yes network.hosts: API.Example.COM"},
		{"network: {hosts: ['http://api.example.com']}", Reach{Origin: plainly, Trust: TrustUser}, "yes network.hosts: http://api.example.com"},
		{"network: {hosts: ['*.example.com']}", Reach{Origin: deep, Trust: TrustUser}, "yes network.hosts: *.example.com"},
		{"network: {hosts: ['*.example.com']}", Reach{Origin: "https://example.com", Trust: TrustUser}, "no network.hosts"},
		{"network: {hosts: ['*.example.com']}", Reach{Origin: "https://evilexample.com", Trust: TrustUser}, "no network.hosts"},
		{"network: {hosts: ['*.example.com']}", Reach{Origin: "https://a.example.com.evil.com", Trust: TrustUser}, "no network.hosts"},
		{"network: {hosts: [example.com]}", Reach{Origin: deep, Trust: TrustUser}, "no network.hosts"},
		{"network: {hosts: [example.com], others: ask}", Reach{Origin: deep, Trust: TrustUser}, "ask network: ask"},
		{"network: {hosts: []}", Reach{Origin: deep, Trust: TrustUser}, "no network: deny"},
	} {
		p, err := Parse("policy.yaml", []byte(c.policy))
		if err != nil {
			t.Fatal(err)
		}
		d, ask := p.Reach(c.r)
		got := "no"
		if d.Allowed {
			got = "yes"
		} else if ask {
			got = "ask"
		}
		if got += " " + d.Rule; got != c.want || d.Message == "" {
			t.Errorf("%s: %+v: got %s (%s), want %s", c.policy, c.r, got, d.Message, c.want)
		}
	}
}

func TestNetworkWritten(t *testing.T) {
	for _, text := range []string{"network: ask", "network: deny", "network: {hosts: [b.com, a.com]}", "network: {others: ask}", "network: {hosts: ['*.a.com'], others: ask}"} {
		p, err := Parse("p", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		q, err := Parse("p", p.YAML())
		if err != nil || q.Digest() != p.Digest() {
			t.Errorf("%s: got %s %v", text, p.YAML(), err)
		}
	}
	if p, _ := Parse("p", []byte("network: {hosts: []}")); p.Digest() != Default().Digest() {
		t.Error("an empty list has a digest of its own")
	}
	for text, want := range map[string]string{
		"network: yes":                           "want one of deny, ask",
		"network: [a.com]":                       "want",
		"network: {hosts: ['*']}":                "want a host",
		"network: {hosts: ['*.com']}":            "want a host",
		"network: {hosts: ['https://a.com/x']}":  "want a host",
		"network: {hosts: ['a b']}":              "want a host",
		"network: {host: [a.com]}":               "unknown key",
		"network: {hosts: [a.com], others: yes}": "want one of deny, ask",
	} {
		if _, err := Parse("p", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
