package policy

import (
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/skill"
)

// The bounds of a refusal: the patterns that it names, and the code points of each.
const (
	shownPatterns = 5
	shownPattern  = 100
)

// hints are the entries of a skill's allowed-tools that name a tool, as they stand in the file, and those of them
// that let it use the tool: what cannot be held to lets it use nothing.
func hints(s *skill.Skill, name string) (written []string, held []skill.Hint) {
	for _, text := range s.Allowed {
		h, err := skill.ReadHint(text)
		if h.Tool == name {
			written = append(written, text)
		}
		if h.Tool == name && err == nil {
			held = append(held, h)
		}
	}
	return written, held
}

// Within decides whether a tool may be used in one skill's request: the policy narrowed by the skill's allowed-tools
// where it has any; where the policy says widen, the hint may add tools that no deny rule names (PO-3).
func (p Policy) Within(s *skill.Skill, name string) Decision {
	d := p.Tool(name)
	if !s.HasAllowed {
		return d
	}
	written, held := hints(s, name)
	switch hinted := len(held) > 0; {
	case d.Allowed && !hinted && len(written) > 0:
		const message = "The allowed-tools of the skill %s name the tool %s by patterns alone that cannot be held to: %s."
		return no(rule(written), message, s.Name, name, shown(written))
	case d.Allowed && !hinted:
		return no("allowed-tools", "The allowed-tools of the skill %s do not name the tool %s.", s.Name, name)
	case !d.Allowed && hinted && p.Widen && !has(p.Deny, name) && !has(p.Deny, "*"):
		return yes("widen", "The policy lets allowed-tools widen, and those of the skill %s name the tool %s.", s.Name, name)
	}
	return d
}

// Effective returns the tools of one skill's request, sorted: those that [Policy.Within] allows.
func (p Policy) Effective(s *skill.Skill, registered []string) []string {
	list := slices.DeleteFunc(slices.Clone(registered), func(name string) bool { return !p.Within(s, name).Allowed })
	slices.Sort(list)
	return list
}

// Path decides whether a tool may be given a path of the tree in one skill's request (PO-3): any where allowed-tools
// is absent or names the tool without a pattern, and else those that one of its patterns means. For a tool that
// searches, a folder is one where it may find such a path. The skill's folder is at folder.
func (p Policy) Path(s *skill.Skill, folder, name, path string, searches bool) Decision {
	if !s.HasAllowed {
		return yes("allowed-tools", "The skill %s has no allowed-tools.", s.Name)
	}
	path = strings.TrimPrefix(path, "/")
	written, held := hints(s, name)
	is := skill.Hint.Path
	if searches {
		is = skill.Hint.Below
	}
	if fitting(held, folder, is)(path) {
		return yes("allowed-tools", "The allowed-tools of the skill %s let the tool %s use /%s.", s.Name, name, path)
	}
	return no(rule(written), "The allowed-tools of the skill %s let the tool %s use what fits %s, and not /%s.", s.Name, name, shown(written), path)
}

func fitting(held []skill.Hint, folder string, is func(h skill.Hint, path, folder string) bool) func(path string) bool {
	return func(path string) bool {
		return slices.ContainsFunc(held, func(h skill.Hint) bool { return is(h, path, folder) })
	}
}

// Narrowed reports whether allowed-tools hold a tool to some paths, and tells which files, and below which folders.
func (p Policy) Narrowed(s *skill.Skill, folder, name string) (file, below func(path string) bool, narrowed bool) {
	_, held := hints(s, name)
	narrowed = s.HasAllowed && !slices.ContainsFunc(held, func(h skill.Hint) bool { return h.Any })
	return fitting(held, folder, skill.Hint.Path), fitting(held, folder, skill.Hint.Below), narrowed
}

// Bounds are the patterns that a skill's allowed-tools hold a tool to; empty for none.
func (p Policy) Bounds(s *skill.Skill, name string) string {
	written, held := hints(s, name)
	if len(held) == 0 || slices.ContainsFunc(held, func(h skill.Hint) bool { return h.Any }) {
		return ""
	}
	return shown(written)
}

// Own decides whether a skill's own tool may be used (PO-1, PO-3, TS-8): full is its name for models and rules, short
// the one that the skill gives it. A rule that denies it may use either; to allow it takes the full name or "*", so
// that a tool named write gets nothing by the rule for Lily's write. The skill's allowed-tools, where it has any,
// must name it too.
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

// Words decides whether the tool shell may run these words in one skill's request (PO-3): any where allowed-tools is
// absent or names the tool without a pattern, and else those that one of its patterns fits ([skill.Hint]). located
// gives words as they run, so that a script is the same one however its path is written.
func (p Policy) Words(s *skill.Skill, words []string, located func([]string) []string) Decision {
	if !s.HasAllowed {
		return yes("allowed-tools", "The skill %s has no allowed-tools.", s.Name)
	}
	written, _ := hints(s, skill.Shell)
	for _, text := range written {
		if h, err := skill.ReadHint(text); err == nil && fits(h, located(words), located) {
			return yes(rule([]string{text}), "The allowed-tools of the skill %s let shell run these words.", s.Name)
		}
	}
	return no(rule(written), "The allowed-tools of the skill %s let the tool shell run what fits %s, and not these words.", s.Name, shown(written))
}

func fits(h skill.Hint, words []string, located func([]string) []string) bool {
	want := h.Words
	if h.Any {
		return true
	}
	if len(want) > len(words) || !h.Open && len(want) < len(words) {
		return false
	}
	if len(want) > 0 {
		want = located(want)
	}
	return slices.Equal(want, words[:len(want)])
}

// shown are patterns on one line, and not too long: a skill's author wrote them.
func shown(patterns []string) string {
	var list []string
	for _, hint := range patterns[:min(len(patterns), shownPatterns)] {
		list = append(list, answer.Cut(answer.Line(hint), shownPattern))
	}
	if len(patterns) > shownPatterns {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

func rule(patterns []string) string { return "allowed-tools: " + shown(patterns) }
