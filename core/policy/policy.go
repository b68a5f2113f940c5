// Package policy decides which tools, commands and skills a session may use
// (PO-1 to PO-4, PO-7), and when a person is asked (PO-5, PO-9).
//
// A policy is data: a YAML file that the person edits and that is always shown
// in full. Every decision carries the rule that made it. Nothing that a skill,
// a model or a file says can change a policy; a skill's allowed-tools narrows,
// and widens only where the policy itself says so.
//
//	p, err := policy.Parse("policy.yaml", data)
//	p.Tool("write").Allowed
package policy

import (
	"fmt"
	"slices"

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
}

// Owner lists what needs the owner's token (PO-4).
type Owner struct {
	Commands []string `json:"commands"` // built-in ones, aliases, skills
	Tools    []string `json:"tools"`
}

// MaxCatalog is the greatest budget of the catalog, in tokens.
const MaxCatalog = 1_000_000

// Default is the policy of an empty file: every registered tool, unasked but where
// a person must be asked (PO-5).
func Default() Policy {
	p, _ := Parse("", nil)
	return p
}

// Parse reads a policy; what the file leaves out is as in [Default]. The error
// lists every fault with file, line and column.
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

// Tool decides whether a tool may be used at all (PO-1): deny wins, then
// allow, and what no rule names is not allowed.
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

// Disable returns the policy with a skill switched off or on by name. The list
// of the policy that it is asked of stays as it is.
func (p Policy) Disable(name string, off bool) Policy {
	list := slices.DeleteFunc(slices.Clone(p.Disabled), func(other string) bool { return other == name })
	if off {
		list = append(list, name)
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
