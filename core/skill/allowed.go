package skill

import (
	"strings"

	"gopkg.in/yaml.v3"

	"lily/core/answer"
	"lily/core/frontmatter"
)

// allowedTools reads allowed-tools (PO-3): one text, or a list of texts.
func (p *parser) allowedTools() {
	e, ok := p.Get("allowed-tools")
	if !ok {
		return
	}
	switch e.Value.Kind {
	case yaml.ScalarNode:
		p.HasAllowed = true
		p.allow(e.Value.Value, e.Raw)
	case yaml.SequenceNode:
		p.HasAllowed = true
		for _, item := range e.Value.Content {
			n, at := frontmatter.Resolve(item), p.At(item)
			if isScalar(n) {
				p.allow(n.Value, frontmatter.Span{From: at, To: max(e.Raw.To, at)})
			} else {
				p.Find(at, loose.code, "allowed-tools: got %s in the list, want text.", frontmatter.Describe(n))
			}
		}
	default:
		p.want(e, loose.code, "text or a list of texts")
	}
}

func (p *parser) allow(text string, at frontmatter.Span) {
	words, balanced := splitTools(text)
	p.Allowed = append(p.Allowed, words...)
	if !balanced {
		p.Find(at.From, "unbalanced_parens", "A parenthesis in allowed-tools has no partner, in %q.", answer.Short(text))
		return
	}
	for _, w := range words {
		if _, err := ReadHint(w); err != nil {
			from := at.From + max(strings.Index(p.Slice(at), w), 0)
			p.Find(from, "bad_pattern", "%s in allowed-tools allows nothing: %s.", answer.Short(w), err)
		}
	}
}

// splitTools cuts at blanks and commas that stand outside of parentheses.
func splitTools(text string) (words []string, balanced bool) {
	depth, balanced := 0, true
	words = strings.FieldsFunc(text, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
			balanced = balanced && depth >= 0
			depth = max(depth, 0)
		case ' ', ',', '\t', '\n', '\r':
			return depth == 0
		}
		return false
	})
	return joined(words), balanced && depth == 0
}

// joined gives what stands in parentheses back to the name before it: who writes
// Bash (git:*) wants no less of a bound than Bash(git:*).
func joined(words []string) []string {
	list := words[:0]
	for _, w := range words {
		if n := len(list); n > 0 && strings.HasPrefix(w, "(") {
			list[n-1] += w
			continue
		}
		list = append(list, w)
	}
	return list
}
