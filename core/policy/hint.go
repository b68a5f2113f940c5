package policy

import (
	"slices"
	"strings"

	"lily/core/skill"
)

// Name returns Lily's name for a tool as a skill writes it.
func Name(hint string) string { return skill.ToolName(hint) }

// hints are the entries of a skill's allowed-tools that let it use a tool: what cannot
// be held to lets it use nothing.
func hints(s *skill.Skill, name string) (list []skill.Hint) {
	for _, text := range s.Allowed {
		if h, err := skill.ReadHint(text); err == nil && h.Tool == name {
			list = append(list, h)
		}
	}
	return list
}

// Within decides whether a tool may be used in one skill's request: the policy
// narrowed by the skill's allowed-tools where it has any; where the policy says
// widen, the hint may add tools that no deny rule names (PO-3).
func (p Policy) Within(s *skill.Skill, name string) Decision {
	d := p.Tool(name)
	if !s.HasAllowed {
		return d
	}
	hinted := len(hints(s, name)) > 0
	switch {
	case d.Allowed && !hinted && len(written(s, name)) > 0:
		return no(rule(written(s, name)), "The allowed-tools of the skill %s name the tool %s by patterns alone that cannot be held to: %s.", s.Name, name, shown(written(s, name)))
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

// written are the entries that name a tool, as they stand in the file.
func written(s *skill.Skill, name string) (list []string) {
	for _, text := range s.Allowed {
		if Name(text) == name {
			list = append(list, text)
		}
	}
	return list
}

// Path decides whether a tool may be given a path of the tree in one skill's request
// (PO-3): any where allowed-tools is absent or names the tool without a pattern, and
// else those that one of its patterns means. For a tool that searches, a folder is
// one where it may find such a path. The skill's folder is at folder.
func (p Policy) Path(s *skill.Skill, folder, name, path string, searches bool) Decision {
	if !s.HasAllowed {
		return yes("allowed-tools", "The skill %s has no allowed-tools.", s.Name)
	}
	path = strings.TrimPrefix(path, "/")
	for _, h := range hints(s, name) {
		if !searches && h.Path(path, folder) || searches && h.Below(path, folder) {
			return yes("allowed-tools", "The allowed-tools of the skill %s let the tool %s use /%s.", s.Name, name, path)
		}
	}
	patterns := written(s, name)
	return no(rule(patterns), "The allowed-tools of the skill %s let the tool %s use what fits %s, and not /%s.", s.Name, name, shown(patterns), path)
}

// Narrowed reports whether a skill's allowed-tools hold a tool to some paths, and
// returns which files it may use then, and below which folders there may be any.
func (p Policy) Narrowed(s *skill.Skill, folder, name string) (file, below func(path string) bool, narrowed bool) {
	list := hints(s, name)
	if !s.HasAllowed || slices.ContainsFunc(list, func(h skill.Hint) bool { return h.Any }) {
		return nil, nil, false
	}
	file = func(path string) bool {
		return slices.ContainsFunc(list, func(h skill.Hint) bool { return h.Path(path, folder) })
	}
	below = func(path string) bool {
		return slices.ContainsFunc(list, func(h skill.Hint) bool { return h.Below(path, folder) })
	}
	return file, below, true
}

// Bounds are the patterns that a skill's allowed-tools hold a tool to; empty for none.
func (p Policy) Bounds(s *skill.Skill, name string) string {
	list := hints(s, name)
	if len(list) == 0 || slices.ContainsFunc(list, func(h skill.Hint) bool { return h.Any }) {
		return ""
	}
	return shown(written(s, name))
}
