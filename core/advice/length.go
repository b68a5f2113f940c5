package advice

import (
	"strings"

	"lily/core/answer"
)

// What the standard advises (agentskills.io, progressive disclosure): fewer than 5,000 tokens of instructions, and SKILL.md
// under 500 lines.
const (
	mostLines  = 500
	mostTokens = 5000
)

// Tokens estimates what a text costs a model, one for every four bytes.
func Tokens(text string) int { return (len(text) + 3) / 4 }

func (l *look) length() {
	lines := len(l.lines)
	if strings.HasSuffix(l.raw, "\n") {
		lines--
	}
	if tokens := Tokens(l.Body); lines > mostLines || tokens > mostTokens {
		l.find("skill_long", main, min(lines, mostLines+1), 1,
			"SKILL.md has %s, and its text about %s; the standard advises fewer than 500 lines and 5,000 tokens. Move what is seldom needed to files of their own.",
			answer.Number(lines, "line"), answer.Number(tokens, "token"))
	}
}
