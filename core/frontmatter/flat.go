package frontmatter

import (
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// flat reads the frontmatter that most skills have, lines of "key: text",
// without the YAML package, which costs more than all the rest of a Parse. It
// is narrow on purpose: whatever could mean something else to YAML, it leaves
// alone. Where it answers, its nodes are those of the YAML package.
func flat(text string) (*yaml.Node, bool) {
	count := strings.Count(text, "\n")
	nodes := make([]yaml.Node, 0, 2*count)
	root := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: 1, Column: 1, Content: make([]*yaml.Node, 0, 2*count)}
	for line := 1; text != ""; line++ {
		end := strings.IndexByte(text, '\n')
		if end < 0 {
			return nil, false
		}
		key, value, style, ok := flatLine(strings.TrimSuffix(text[:end], "\r"))
		if !ok {
			return nil, false
		}
		nodes = append(nodes,
			yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key, Line: line, Column: 1},
			yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value, Style: style, Line: line, Column: len(key) + 3})
		root.Content = append(root.Content, &nodes[len(nodes)-2], &nodes[len(nodes)-1])
		text = text[end+1:]
	}
	return root, count > 0
}

func flatLine(line string) (key, value string, style yaml.Style, ok bool) {
	key, value, ok = CutKey(line)
	if !ok || len(key) > 100 || len(key)+2+len(value) != len(line) || isWord(key) || !isPrintable(value) {
		return "", "", 0, false
	}
	if inner, style, ok := flatQuoted(value); ok {
		return key, inner, style, true
	}
	return key, value, 0, IsFlat(value)
}

// flatQuoted takes the quotes off a value that has no escape.
func flatQuoted(s string) (string, yaml.Style, bool) {
	if len(s) < 2 || s[0] != s[len(s)-1] {
		return "", 0, false
	}
	inner := s[1 : len(s)-1]
	switch {
	case s[0] == '"' && !strings.ContainsAny(inner, `"\`):
		return inner, yaml.DoubleQuotedStyle, true
	case s[0] == '\'' && !strings.Contains(inner, "'"):
		return inner, yaml.SingleQuotedStyle, true
	}
	return "", 0, false
}

// IsFlat reports whether an unquoted value is text to YAML, beyond doubt.
func IsFlat(s string) bool {
	return s != "" && isLetter(s[0]) && !isWord(s) && !strings.HasSuffix(s, ":") &&
		!strings.Contains(s, ": ") && !strings.Contains(s, " #")
}

func isPrintable(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return strings.IndexFunc(s[i:], odd) < 0
		}
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// odd characters are control characters, line ends, and what YAML refuses.
func odd(r rune) bool {
	return r < ' ' || r > '~' && r < 0xA0 || r == '\u2028' || r == '\u2029' || r >= 0xD800 && r < 0x10000
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// isWord reports whether YAML, of any age, reads the text as a boolean or null.
func isWord(s string) bool {
	if len(s) > 5 {
		return false
	}
	switch strings.ToLower(s) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return true
	}
	return false
}
