package skill

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// allowedTools reads allowed-tools (PO-3): one text, or a list of texts.
func (p *parser) allowedTools() {
	e, ok := p.get("allowed-tools")
	if !ok {
		return
	}
	switch e.value.Kind {
	case yaml.ScalarNode:
		p.HasAllowed = true
		p.allow(e.value.Value, e.raw.from)
	case yaml.SequenceNode:
		p.HasAllowed = true
		for _, item := range e.value.Content {
			p.allowItem(item)
		}
	default:
		p.find(e.raw.from, "odd_type", "allowed-tools: got %s, want text or a list of texts.", describe(e.value))
	}
}

func (p *parser) allowItem(item *yaml.Node) {
	if n := resolve(item); n.Kind == yaml.ScalarNode {
		p.allow(n.Value, p.at(item))
	} else {
		p.find(p.at(item), "odd_type", "allowed-tools: got %s in the list, want text.", describe(n))
	}
}

func (p *parser) allow(text string, at int) {
	words, balanced := splitTools(text)
	p.Allowed = append(p.Allowed, words...)
	if !balanced {
		p.find(at, "unbalanced_parens", "A parenthesis in allowed-tools has no partner, in %q.", shorten(text))
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
