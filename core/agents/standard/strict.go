package standard

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// strict says what StrictYAML refuses of a text that YAML allows.
func strict(n *yaml.Node, text string) string {
	if n == nil || n.Kind != yaml.MappingNode {
		return "The frontmatter is no mapping."
	}
	if at := tabbed(text); at > 0 {
		return fmt.Sprintf("Line %d has a tab outside of quotes.", at+1)
	}
	if why := walk(n); why != "" || !strings.Contains(text, "!") {
		return why
	}
	return bare(n, strings.Split(text, "\n"))
}

// StrictYAML ends a line at a next-line mark (U+0085) but goes on counting its columns, and keeps the separators
// U+2028 and U+2029 in a text, where the parser here would end a line that begins anew.
const separators, stand = "\u2028\u2029", "\uE028\uE029" // what stands for them while they are parsed

var stands, separated = pairs(separators, stand), pairs(stand, separators)

func pairs(from, to string) *strings.Replacer {
	a, b := []rune(from), []rune(to)
	return strings.NewReplacer(string(a[0]), string(b[0]), string(a[1]), string(b[1]))
}

// deep is more than anything is indented, and keeps a line of such marks from growing with its square.
const deep = 80

// ended writes a text so that its lines end for the parser where StrictYAML ends them, and tells whether others stand for
// its separators: not where they are in it themselves.
func ended(text string) (_ string, stood bool) {
	if !strings.Contains(text, "\xe2\x80") && !strings.Contains(text, "\u0085") {
		return text, false // neither of them, and no next-line mark
	}
	if strings.ContainsAny(text, separators) && !strings.ContainsAny(text, stand) {
		text, stood = stands.Replace(text), true
	}
	if !strings.Contains(text, "\u0085") {
		return text, stood
	}
	var b strings.Builder
	column := 0
	for _, r := range text {
		switch column++; r {
		case '\n':
			column = 0
			b.WriteRune(r)
		case '\u0085':
			b.WriteString("\n" + strings.Repeat(" ", min(column-1, deep)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), stood
}

// bare tells of a tag without a name, of which the parser says nothing.
func bare(n *yaml.Node, lines []string) string {
	if at := n.Column - 1; n.Kind == yaml.ScalarNode && n.Style == 0 && n.Line <= len(lines) && strings.HasPrefix(lines[n.Line-1][min(at, len(lines[n.Line-1])):], "!") {
		return fmt.Sprintf("Line %d has a tag.", n.Line+1)
	}
	for _, sub := range n.Content {
		if why := bare(sub, lines); why != "" {
			return why
		}
	}
	return ""
}

func walk(n *yaml.Node) string {
	switch {
	case n.Anchor != "" || n.Kind == yaml.AliasNode:
		return fmt.Sprintf("Line %d has an anchor or an alias.", n.Line+1)
	case n.Style&yaml.TaggedStyle != 0:
		return fmt.Sprintf("Line %d has a tag.", n.Line+1)
	case n.Style&yaml.FlowStyle != 0 && len(n.Content) > 0:
		return fmt.Sprintf("Line %d has a list or a mapping in brackets.", n.Line+1)
	}
	seen := map[string]bool{}
	for i, sub := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			if seen[sub.Value] {
				return fmt.Sprintf("Line %d repeats the key %s.", sub.Line+1, sub.Value)
			}
			seen[sub.Value] = true
		}
		if why := walk(sub); why != "" {
			return why
		}
	}
	return ""
}

// tabbed is the first line with a tab that is in no quotes, no comment and no block of text, 0 without one. There are
// no brackets here: flow style is refused.
func tabbed(text string) int {
	if !strings.Contains(text, "\t") {
		return 0
	}
	var s scanner
	for i, line := range strings.Split(text, "\n") {
		if s.tab(line) {
			return i + 1
		}
	}
	return 0
}

// scanner knows what the line before left open.
type scanner struct {
	quote byte // that is open
	block bool // whether a block of text is open, which lines that are indented further than this go on with
	dent  int
}

// tab reports whether a line has a tab where a token is looked for.
func (s *scanner) tab(line string) bool {
	dent := len(line) - len(strings.TrimLeft(line, " "))
	if s.block = s.block && (dent == len(line) || dent > s.dent); s.block {
		return false
	}
	start := true // of a value, or of a key
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case s.quote != 0:
			i += s.inside(line[i:])
		case c == '\t':
			return true
		case c == ' ':
		case c == '#' && (i == 0 || line[i-1] == ' '):
			return false
		case start && (c == '"' || c == '\''):
			s.quote, start = c, false
		case start && (c == '|' || c == '>'):
			s.block, s.dent, start = true, dent, false
		case start && c == '-' && strings.HasPrefix(line[i+1:], " "):
			dent = i + 1
		default:
			start = c == ':' && (i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t')
		}
	}
	return false
}

// inside closes the quotes where they end, and returns how many bytes of what is left belong to the first character.
func (s *scanner) inside(rest string) int {
	switch {
	case s.quote == '"' && rest[0] == '\\', s.quote == '\'' && strings.HasPrefix(rest, "''"):
		return 1
	case rest[0] == s.quote:
		s.quote = 0
	}
	return 0
}
