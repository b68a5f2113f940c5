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
			p.allowItem(item, e.Raw.To)
		}
	default:
		p.Find(e.Raw.From, "odd_type", "allowed-tools: got %s, want text or a list of texts.", frontmatter.Describe(e.Value))
	}
}

func (p *parser) allowItem(item *yaml.Node, end int) {
	if n := frontmatter.Resolve(item); n.Kind == yaml.ScalarNode {
		p.allow(n.Value, frontmatter.Span{From: p.At(item), To: max(end, p.At(item))})
	} else {
		p.Find(p.At(item), "odd_type", "allowed-tools: got %s in the list, want text.", frontmatter.Describe(n))
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
		p.holdable(w, at)
	}
}

// holdable warns of an entry that cannot be held to (PO-3).
func (p *parser) holdable(text string, at frontmatter.Span) {
	if _, err := ReadHint(text); err != nil {
		from := at.From + max(strings.Index(p.Slice(at), text), 0)
		p.Find(from, "bad_pattern", "%s in allowed-tools allows nothing: %s.", answer.Short(text), err)
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
