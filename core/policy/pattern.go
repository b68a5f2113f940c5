package policy

import (
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/skill"
)

// Shell is the tool that runs one program.
const Shell = skill.Shell

// Words decides whether the tool shell may run these words in one skill's request
// (PO-3): any where allowed-tools is absent or names the tool without a pattern, and
// else those that one of its patterns fits ([skill.Hint]). located gives words as they
// run, so that a script is the same one however its path is written.
func (p Policy) Words(s *skill.Skill, words []string, located func([]string) []string) Decision {
	if !s.HasAllowed {
		return yes("allowed-tools", "The skill %s has no allowed-tools.", s.Name)
	}
	patterns := written(s, Shell)
	for _, text := range patterns {
		if h, err := skill.ReadHint(text); err == nil && fits(h, located(words), located) {
			return yes("allowed-tools: "+brief(text), "The allowed-tools of the skill %s let %s run these words.", s.Name, Shell)
		}
	}
	return no(rule(patterns), "The allowed-tools of the skill %s let the tool %s run what fits %s, and not these words.", s.Name, Shell, shown(patterns))
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

// How many patterns a refusal names, and how many code points of each.
const (
	shownPatterns = 5
	shownPattern  = 100
)

// brief is a hint on one line, and not too long: a skill's author wrote it.
func brief(hint string) string { return cut(answer.Line(hint)) }

func shown(patterns []string) string {
	var list []string
	for _, hint := range patterns[:min(len(patterns), shownPatterns)] {
		list = append(list, brief(hint))
	}
	if len(patterns) > shownPatterns {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

func rule(patterns []string) string { return "allowed-tools: " + shown(patterns) }
