package policy

import (
	"net/url"
	"strings"

	"lily/core/conf"
)

// Network says whom programs may ask over the network. The zero one is nobody.
type Network struct {
	Ask   bool     `json:"ask,omitempty"`   // a person is asked about whom Hosts does not name
	Hosts []string `json:"hosts,omitempty"` // that are asked unasked: api.example.com, *.example.com, http://example.com:8080
}

// readNetwork reads deny, ask, or hosts with what becomes of the others.
func readNetwork(d *conf.Doc) (n Network) {
	word, more := d.Choice("network", "deny", "deny", "ask")
	if more == nil {
		return Network{Ask: word == "ask"}
	}
	n.Ask = more.Text("others", "deny", "deny", "ask") == "ask"
	items, _ := more.Items("hosts")
	for _, item := range items {
		if _, _, ok := pattern(item.Value); !ok || !item.Text {
			more.FailItem(item, "network.hosts: got %.100q, want a host such as api.example.com or *.example.com", item.Value)
		}
	}
	if n.Hosts = more.List("hosts"); len(n.Hosts) == 0 {
		n.Hosts = nil // so that what says the same has one digest
	}
	return n
}

func (n Network) write(w *conf.Writer) {
	others := "deny"
	if n.Ask {
		others = "ask"
	}
	if len(n.Hosts) == 0 {
		w.Text("network", others)
		return
	}
	w.Doc("network", func() {
		w.List("hosts", n.Hosts)
		w.Text("others", others)
	})
}

// pattern takes a host of a policy apart. Without a scheme https is meant; below says that what is below the host is, too.
func pattern(rule string) (origin string, below, ok bool) {
	if !strings.Contains(rule, "://") {
		rule = "https://" + rule
	}
	u, err := url.Parse(strings.ToLower(rule))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Path != "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", false, false
	}
	host, below := strings.CutPrefix(u.Host, "*.")
	if port := ":" + map[string]string{"http": "80", "https": "443"}[u.Scheme]; strings.HasSuffix(host, port) {
		host = strings.TrimSuffix(host, port)
	}
	ok = host != "" && !strings.ContainsAny(host, "*% ") && (!below || strings.Contains(host, "."))
	return u.Scheme + "://" + host, below, ok
}

// names finds the rule that names an origin.
func (n Network) names(origin string) (rule string, found bool) {
	scheme, host, _ := strings.Cut(origin, "://")
	for _, rule := range n.Hosts {
		of, below, _ := pattern(rule)
		named, rest, _ := strings.Cut(of, "://")
		if of == origin && !below || below && named == scheme && strings.HasSuffix(host, "."+rest) {
			return rule, true
		}
	}
	return "", false
}

// Reach is a program's request, before it is sent.
type Reach struct {
	Origin  string // https://api.example.com
	Granted bool   // the person has granted it for this version already
	Trust   Trust
	Always  bool // its skill wants to be asked about always
}

// Reach decides whether a program may ask whom it wants to, and whether a person is to be asked first. Full auto covers
// none of it: what leaves the machine is not undone.
func (p Policy) Reach(r Reach) (d Decision, ask bool) {
	rule, named := p.Network.names(r.Origin)
	switch {
	case !named && !p.Network.Ask && len(p.Network.Hosts) > 0:
		return no("network.hosts", "The policy lets programs ask only the hosts that it names, and %s is none of them. "+
			"Add it to network.hosts in the policy, if you want that.", r.Origin), false
	case !named && !p.Network.Ask:
		return no("network: deny", "The policy lets no program use the network. "+
			"Set network: ask in the policy to be asked about each host, or name hosts there."), false
	case r.Trust == TrustNone:
		return no("trust: untrusted", "The skill is not trusted, so every request is asked about."), true
	case r.Always:
		return no("always_ask: true", "The skill wants to be asked about always."), true
	case named:
		return yes("network.hosts: "+rule, "The policy names the host."), false
	case r.Granted:
		return yes("granted", "%s was approved for this version of the skill already.", r.Origin), false
	}
	return no("network: ask", "The policy asks before a program asks a host."), true
}
