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
		p.allow(e.value.Value, e.raw)
	case yaml.SequenceNode:
		p.HasAllowed = true
		for _, item := range e.value.Content {
			p.allowItem(item, e.raw.to)
		}
	default:
		p.find(e.raw.from, "odd_type", "allowed-tools: got %s, want text or a list of texts.", describe(e.value))
	}
}

func (p *parser) allowItem(item *yaml.Node, end int) {
	if n := resolve(item); n.Kind == yaml.ScalarNode {
		p.allow(n.Value, span{p.at(item), max(end, p.at(item))})
	} else {
		p.find(p.at(item), "odd_type", "allowed-tools: got %s in the list, want text.", describe(n))
	}
}

func (p *parser) allow(text string, at span) {
	words, balanced := splitTools(text)
	p.Allowed = append(p.Allowed, words...)
	if !balanced {
		p.find(at.from, "unbalanced_parens", "A parenthesis in allowed-tools has no partner, in %q.", shorten(text))
		return
	}
	for _, w := range words {
		p.holdable(w, at)
	}
}

// holdable warns of an entry that cannot be held to (PO-3).
func (p *parser) holdable(text string, at span) {
	if _, err := ReadHint(text); err != nil {
		from := at.from + max(strings.Index(p.slice(at), text), 0)
		p.find(from, "bad_pattern", "%s in allowed-tools allows nothing: %s.", shorten(text), err)
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
