package policy

import "strings"

// OwnerCommand decides whether a session may give a command (PO-4). names are all
// by which it can be called, the one that was used first: a rule may use any of them.
func (p Policy) OwnerCommand(names []string, owner bool) Decision {
	return owned("commands", "command /", p.OwnerOnly.Commands, names, owner)
}

// OwnerTool decides whether a session may use an owner's tool (PO-4), by any of its
// names.
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

// plain is what a rule names, without what people write before it: /wc, skill:wc and
// /skill wc are wc.
func plain(rule string) string {
	name := strings.TrimPrefix(strings.TrimSpace(rule), "/")
	for _, before := range []string{"skill:", "skill "} {
		if rest, ok := strings.CutPrefix(name, before); ok && strings.TrimSpace(rest) != "" {
			return strings.TrimSpace(rest)
		}
	}
	return name
}
