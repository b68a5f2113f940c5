package frontmatter

import (
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"lily/core/conf"
)

// flat reads the frontmatter that most skills have, lines of "key: text",
// without the YAML package, which costs more than all the rest of a Parse. It
// is narrow on purpose: whatever could mean something else to YAML, it leaves
// alone. Where it answers, its nodes are those of the YAML package.
func flat(text string) (*yaml.Node, bool) {
	count := strings.Count(text, "\n")
	nodes := make([]yaml.Node, 0, 2*count)
	root := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: 1, Column: 1, Content: make([]*yaml.Node, 0, 2*count)}
	for text != "" {
		var row string
		var ended bool
		row, text, ended = strings.Cut(text, "\n")
		key, value, style, ok := flatLine(strings.TrimSuffix(row, "\r"))
		if !ended || !ok {
			return nil, false
		}
		line := 1 + len(nodes)/2
		nodes = append(nodes,
			yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key, Line: line, Column: 1},
			yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value, Style: style, Line: line, Column: len(key) + 3})
		root.Content = append(root.Content, &nodes[len(nodes)-2], &nodes[len(nodes)-1])
	}
	return root, count > 0
}

// Quick is [Parse] of the frontmatter that most skills have, many times as fast; it says so where it does not know.
func Quick(text string) (*yaml.Node, bool) { return flat(text) }

func flatLine(line string) (key, value string, style yaml.Style, ok bool) {
	key, value, ok = CutKey(line)
	if !ok || len(key) > 100 || len(key)+2+len(value) != len(line) || conf.IsWord(key) || !isPrintable(value) {
		return "", "", 0, false
	}
	if last := len(value) - 1; last > 0 && value[0] == value[last] {
		switch inner := value[1:last]; { // without an escape
		case value[0] == '"' && !strings.ContainsAny(inner, `"\`):
			return key, inner, yaml.DoubleQuotedStyle, true
		case value[0] == '\'' && !strings.Contains(inner, "'"):
			return key, inner, yaml.SingleQuotedStyle, true
		}
	}
	return key, value, 0, IsFlat(value)
}

// IsFlat reports whether an unquoted value is text to YAML, beyond doubt.
func IsFlat(s string) bool {
	return s != "" && KeyByte(s[0], 0) && s[0] != '_' && !conf.IsWord(s) && !strings.HasSuffix(s, ":") &&
		!strings.Contains(s, ": ") && !strings.Contains(s, " #")
}

// isPrintable looks at bytes as long as they are ASCII, which most values are to their end.
func isPrintable(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return !strings.ContainsFunc(s[i:], odd)
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
