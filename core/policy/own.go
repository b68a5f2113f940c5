package policy

import (
	"slices"

	"lily/core/skill"
)

// Own decides whether a skill's own tool may be used (PO-1, PO-3, TS-8): full is
// its name for models and rules, short the one that the skill gives it. A rule
// that denies it may use either; to allow it takes the full name or "*", so that
// a tool named write gets nothing by the rule for Lily's write. The skill's
// allowed-tools, where it has any, must name it too.
func (p Policy) Own(s *skill.Skill, full, short string) Decision {
	d := p.Tool(full)
	denied := has(p.Deny, full) || has(p.Deny, "*")
	if has(p.Deny, short) && !denied {
		return p.Tool(short)
	}
	hinted := slices.ContainsFunc(s.Allowed, func(hint string) bool { return hint == short || hint == full })
	switch {
	case !s.HasAllowed || denied:
		return d
	case d.Allowed && !hinted:
		return no("allowed-tools", "The allowed-tools of the skill %s do not name its tool %s.", s.Name, short)
	case !d.Allowed && hinted && p.Widen:
		return yes("widen", "The policy lets allowed-tools widen, and those of the skill %s name its tool %s.", s.Name, short)
	}
	return d
}
