// Package policy decides which tools, commands and skills a session may use
// (PO-1 to PO-4, PO-7), and when a person is asked (PO-5, PO-9).
//
// A policy is data: a YAML file that the person edits and that is always shown in full. Every decision carries the
// rule that made it. Nothing that a skill, a model or a file says can change a policy; a skill's allowed-tools
// narrows, and widens only where the policy itself says so.
//
//	p, err := policy.Parse("policy.yaml", data)
//	p.Tool("write").Allowed
package policy

import (
	"fmt"
	"slices"
	"strings"

	"lily/core/conf"
	"lily/core/tree"
)

// Policy is one parsed policy. Lists are sorted, never nil.
type Policy struct {
	Allow     []string `json:"allow"` // tools; "*" is every registered one
	Deny      []string `json:"deny"`  // tools; wins over allow
	OwnerOnly Owner    `json:"owner_only"`
	Asks      string   `json:"ask"`                      // never, first_use, always, full_auto
	Disabled  []string `json:"disabled"`                 // skills by name
	Widen     bool     `json:"widen"`                    // allowed-tools may add tools
	Proposals bool     `json:"proposals"`                // skills may propose
	Catalog   *int     `json:"catalog_tokens,omitempty"` // the catalog's budget (CV-2); nil for the usual one
	Network   Network  `json:"network,omitzero"`         // whom programs may ask
}

// Owner lists what needs the owner's token (PO-4).
type Owner struct {
	Commands []string `json:"commands"` // built-in ones, aliases, skills
	Tools    []string `json:"tools"`
}

// MaxCatalog is the greatest budget of the catalog, in tokens.
const MaxCatalog = 1_000_000

// Default is the policy of an empty file: every registered tool, unasked but where a person must be asked (PO-5).
func Default() Policy {
	p, _ := Parse("", nil)
	return p
}

// Parse reads a policy; what the file leaves out is as in [Default]. The error lists every fault with its place.
func Parse(file string, data []byte) (Policy, error) {
	d := conf.Read(file, data)
	p := Policy{
		Allow:     d.List("allow", "*"),
		Deny:      d.List("deny"),
		Asks:      d.Text("ask", "never", "never", "first_use", "always", FullAuto),
		Disabled:  d.List("disabled"),
		Widen:     d.Bool("widen", false),
		Proposals: d.Bool("proposals", false),
		Catalog:   d.Number("catalog_tokens", "", 0, MaxCatalog),
		Network:   readNetwork(d),
	}
	owner := d.Doc("owner_only")
	p.OwnerOnly = Owner{Commands: owner.List("commands"), Tools: owner.List("tools")}
	return p, d.Err()
}

// YAML writes the policy as [Parse] reads it, keys in a fixed order.
func (p Policy) YAML() []byte {
	var w conf.Writer
	w.List("allow", p.Allow)
	w.List("deny", p.Deny)
	w.Doc("owner_only", func() {
		w.List("commands", p.OwnerOnly.Commands)
		w.List("tools", p.OwnerOnly.Tools)
	})
	w.Text("ask", p.Asks)
	p.Network.write(&w)
	w.List("disabled", p.Disabled)
	w.Bool("widen", p.Widen)
	w.Bool("proposals", p.Proposals)
	if p.Catalog != nil {
		w.Number("catalog_tokens", *p.Catalog)
	}
	return w.Bytes()
}

// Digest names the policy by what it says, not by how it was written.
func (p Policy) Digest() tree.Digest { return conf.Digest(p) }

// Decision is a verdict with the rule that decided (PO-7).
type Decision struct {
	Allowed bool
	Rule    string // the rule as it stands in the policy
	Message string // a sentence
	Auto    bool   // only full auto lets it run unasked (PO-9)
}

// Tool decides whether a tool may be used at all (PO-1): deny wins, then allow, and else it is not allowed.
func (p Policy) Tool(name string) Decision {
	switch {
	case has(p.Deny, name):
		return no("deny: "+name, "The policy denies the tool %s.", name)
	case has(p.Deny, "*"):
		return no("deny: *", "The policy denies every tool, %s too.", name)
	case has(p.Allow, name):
		return yes("allow: "+name, "The policy allows the tool %s.", name)
	case has(p.Allow, "*"):
		return yes("allow: *", "The policy allows every tool, %s too.", name)
	}
	return no("allow", "The policy's list of allowed tools does not name %s.", name)
}

// Skill decides whether a skill is switched on.
func (p Policy) Skill(name string) Decision {
	if has(p.Disabled, name) {
		return no("disabled: "+name, "The policy disables the skill %s.", name)
	}
	return yes("disabled", "The policy does not disable the skill %s.", name)
}

// Permit returns the policy with a tool allowed by name, and no more denied by it. One that a rule
// for every tool denies stays denied.
func (p Policy) Permit(tool string) Policy {
	p.Deny = slices.DeleteFunc(slices.Clone(p.Deny), func(other string) bool { return other == tool })
	if !has(p.Allow, tool) && !has(p.Allow, "*") {
		p.Allow = slices.Sorted(slices.Values(append(slices.Clip(p.Allow), tool)))
	}
	return p
}

// Disable returns the policy with a skill switched off or on by name. The lists of this one stay as they are.
func (p Policy) Disable(name string, off bool) Policy { return p.DisableAll([]string{name}, off) }

// DisableAll is [Policy.Disable] for several.
func (p Policy) DisableAll(names []string, off bool) Policy {
	named := map[string]bool{}
	for _, name := range names {
		named[name] = true
	}
	list := slices.DeleteFunc(slices.Clone(p.Disabled), func(other string) bool { return named[other] })
	if off {
		list = append(list, names...)
	}
	slices.Sort(list)
	p.Disabled = slices.Compact(list)
	return p
}

func has(sorted []string, name string) bool {
	_, ok := slices.BinarySearch(sorted, name)
	return ok
}

func yes(rule, format string, args ...any) Decision {
	return Decision{Allowed: true, Rule: rule, Message: fmt.Sprintf(format, args...)}
}

func no(rule, format string, args ...any) Decision {
	return Decision{Rule: rule, Message: fmt.Sprintf(format, args...)}
}

// OwnerCommand decides whether a session may give a command (PO-4). names are all
// by which it can be called, the one that was used first: a rule may use any of them.
func (p Policy) OwnerCommand(names []string, owner bool) Decision {
	return owned("commands", "command /", p.OwnerOnly.Commands, names, owner)
}

// OwnerTool decides whether a session may use an owner's tool (PO-4), by any of its names.
func (p Policy) OwnerTool(names []string, owner bool) Decision {
	return owned("tools", "tool ", p.OwnerOnly.Tools, names, owner)
}

func owned(list, what string, rules, names []string, owner bool) Decision {
	entry, name, found := among(rules, names)
	rule := "owner_only." + list + ": " + entry
	switch {
	case !found:
		return yes("owner_only."+list, "The %s%s is not the owner's alone.", what, names[0])
	case owner:
		return yes(rule, "The %s%s is the owner's, and this session holds the owner's token.", what, name)
	}
	return no(rule, "The %s%s is the owner's, and this session does not hold the owner's token.", what, name)
}

// among finds the rule that means one of the names, and that name.
func among(rules, names []string) (rule, name string, found bool) {
	for _, name := range names {
		for _, rule := range rules {
			if plain(rule) == name {
				return rule, name, true
			}
		}
	}
	if has(rules, "*") {
		return "*", names[0], true
	}
	return "", "", false
}

// plain is what a rule names, without what people write before it: /wc, skill:wc and /skill wc are wc.
func plain(rule string) string {
	name := strings.TrimPrefix(strings.TrimSpace(rule), "/")
	for _, before := range []string{"skill:", "skill "} {
		if rest, ok := strings.CutPrefix(name, before); ok && strings.TrimSpace(rest) != "" {
			return strings.TrimSpace(rest)
		}
	}
	return name
}
