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
	"bash": "shell", "shell": "shell", "terminal": "shell",
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

// Effective returns the tools of one skill's request, sorted: those of the
// policy, narrowed by the skill's allowed-tools where it has any; where the
// policy says widen, the hint may add tools that no deny rule names (PO-3).
func (p Policy) Effective(s *skill.Skill, registered []string) []string {
	hinted := make([]string, 0, len(s.Allowed))
	for _, h := range s.Allowed {
		hinted = append(hinted, Name(h))
	}
	list := []string{}
	for _, name := range registered {
		wanted := !s.HasAllowed || slices.Contains(hinted, name)
		if wanted && (p.Tool(name).Allowed || p.widens(s, name)) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

func (p Policy) widens(s *skill.Skill, name string) bool {
	return p.Widen && s.HasAllowed && !has(p.Deny, name) && !has(p.Deny, "*")
}
