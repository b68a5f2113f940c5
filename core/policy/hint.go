package policy

import (
	"slices"
	"strings"

	"lily/core/skill"
)

// usual maps the names that skills in the wild give tools to Lily's (PO-3).
var usual = map[string]string{
	"read": "read", "view": "read", "notebookread": "read",
	"write": "write", "create": "write",
	"edit": "edit", "multiedit": "edit", "notebookedit": "edit", "str_replace": "edit",
	"glob": "find", "find": "find",
	"grep": "grep", "search": "grep",
	"ls": "list", "list": "list",
	"bash": Shell, "shell": Shell, "terminal": Shell,
}

// Name returns Lily's name for a tool as a skill writes it: what stands in
// parentheses is left out, and a name of another agent is translated.
func Name(hint string) string {
	name, _, _ := strings.Cut(hint, "(")
	name = strings.TrimSpace(name)
	if to, ok := usual[strings.ToLower(name)]; ok {
		return to
	}
	return name
}

// Within decides whether a tool may be used in one skill's request: the policy
// narrowed by the skill's allowed-tools where it has any; where the policy says
// widen, the hint may add tools that no deny rule names (PO-3).
func (p Policy) Within(s *skill.Skill, name string) Decision {
	d := p.Tool(name)
	hinted := slices.ContainsFunc(s.Allowed, func(hint string) bool { return Name(hint) == name })
	switch {
	case !s.HasAllowed:
		return d
	case d.Allowed && !hinted:
		return no("allowed-tools", "The allowed-tools of the skill %s do not name the tool %s.", s.Name, name)
	case !d.Allowed && hinted && p.Widen && !has(p.Deny, name) && !has(p.Deny, "*"):
		return yes("widen", "The policy lets allowed-tools widen, and those of the skill %s name the tool %s.", s.Name, name)
	}
	return d
}

// Effective returns the tools of one skill's request, sorted: those that
// [Policy.Within] allows.
func (p Policy) Effective(s *skill.Skill, registered []string) []string {
	list := []string{}
	for _, name := range registered {
		if p.Within(s, name).Allowed {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}
