package advice

import (
	"iter"
	"strings"

	"lily/core/skill"
)

// commands cuts a span of code at what ends a command, and each into its words.
func commands(s span) iter.Seq[[]span] {
	return func(yield func([]span) bool) {
		var part []span
		from := -1
		flush := func(end int) {
			if from >= 0 {
				w := s.from(from)
				w.text = s.text[from:end]
				part, from = append(part, w), -1
			}
		}
		for i, r := range s.text {
			switch r {
			case ' ', '\t', '"', '\'', '`', '(', ')', ',', '=':
				flush(i)
			case ';', '|', '&', '#':
				flush(i)
				if len(part) > 0 && !yield(part) {
					return
				}
				if part = nil; r == '#' {
					return
				}
			case '>', '<':
				if from < 0 || !strings.HasPrefix(s.text[from:], "<skill-dir") {
					flush(i)
					from = i
				}
			default:
				if from < 0 {
					from = i
				}
			}
		}
		flush(len(s.text))
		if len(part) > 0 && part[0].text == "$" { // a prompt
			part = part[1:]
		}
		if len(part) > 0 {
			yield(part)
		}
	}
}

// replace hangs on a finding the name that a file has, where the text names it as it is written.
func (l *look) replace(f *skill.Finding, m mention, real string) {
	before, _, _ := strings.Cut(m.text, "#")
	if !strings.HasSuffix(before, m.path) {
		return
	}
	at := m.from(len(before) - len(m.path))
	end := m.from(len(before))
	f.Fix = &skill.Fix{Line: at.line, Column: at.column, EndLine: end.line, EndColumn: end.column, Text: real}
}
