package policy

import (
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/argv"
	"lily/core/skill"
)

// Shell is the tool that runs one program.
const Shell = "shell"

// Words decides whether the tool shell may run these words in one skill's request
// (PO-3): any where allowed-tools is absent or names the tool without a pattern, and
// else those that one of its patterns fits. located gives words as they run, so
// that a script is the same one however its path is written.
//
//	Bash(git:*)         words that begin with git; Bash(git *) is the same
//	Bash(npm run test)  just these words
//	Bash(*)             any words
//
// A pattern is split as a command is. One that cannot be fits no words.
func (p Policy) Words(s *skill.Skill, words []string, located func([]string) []string) Decision {
	var patterns []string
	for _, hint := range s.Allowed {
		if Name(hint) == Shell {
			patterns = append(patterns, hint)
		}
	}
	if !s.HasAllowed {
		return yes("allowed-tools", "The skill %s has no allowed-tools.", s.Name)
	}
	for _, hint := range patterns {
		if fits(hint, located(words), located) {
			return yes("allowed-tools: "+brief(hint), "The allowed-tools of the skill %s let %s run these words.", s.Name, Shell)
		}
	}
	return no(rule(patterns), "The allowed-tools of the skill %s let the tool %s run what fits %s, and not these words.", s.Name, Shell, shown(patterns))
}

func fits(hint string, words []string, located func([]string) []string) bool {
	want, open, ok := pattern(hint)
	if !ok || len(want) > len(words) || !open && len(want) < len(words) {
		return false
	}
	if len(want) > 0 {
		want = located(want)
	}
	return slices.Equal(want, words[:len(want)])
}

// pattern reads what stands in a hint's parentheses: words, and whether others may
// follow.
func pattern(hint string) (words []string, open, ok bool) {
	_, inside, narrow := strings.Cut(hint, "(")
	if !narrow {
		return nil, true, true
	}
	inside, closed := strings.CutSuffix(strings.TrimSpace(inside), ")")
	text, open := strings.CutSuffix(strings.TrimSpace(inside), ":*")
	if before, star := strings.CutSuffix(" "+text, " *"); star && !open {
		text, open = before, true
	}
	words, err := argv.Split(text)
	return words, open, closed && err == nil && (open || len(words) > 0)
}

// How many patterns a refusal names, and how many code points of each.
const (
	shownPatterns = 5
	shownPattern  = 100
)

// brief is a hint on one line, and not too long: a skill's author wrote it.
func brief(hint string) string {
	if r := []rune(answer.Line(hint)); len(r) > shownPattern {
		return string(r[:shownPattern]) + "…"
	}
	return answer.Line(hint)
}

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
