package frontmatter

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"lily/core/conf"
)

// half is the half of a surrogate pair that a text begins with as an escape, such as
// \uD83D, or 0.
func half(s string) rune {
	if len(s) < 6 || s[:2] != `\u` {
		return 0
	}
	n, err := strconv.ParseUint(s[2:6], 16, 32)
	if err != nil || !utf16.IsSurrogate(rune(n)) {
		return 0
	}
	return rune(n)
}

// pair is the character of the whole pair that a text begins with, or utf8.RuneError.
func pair(s string) rune {
	if len(s) < 12 {
		return utf8.RuneError
	}
	return utf16.DecodeRune(half(s), half(s[6:]))
}

// IsHalf reports whether a text begins with the escape of one half of a surrogate pair.
func IsHalf(s string) bool { return half(s) != 0 }

// IsPair reports whether a text begins with a whole pair.
func IsPair(s string) bool { return pair(s) != utf8.RuneError }

// parsePairs reads YAML with the surrogate pairs that JSON writes for what is beyond
// \uFFFF, and that the YAML package refuses: it parses a copy with stand-ins for them, from
// a private range that the text does not use. Each is as long as its pair, so that no place
// moves. In double quotes the character takes its place, elsewhere what was written.
func parsePairs(text string) (*yaml.Node, bool) {
	private := func(r rune) bool { return r >= 0xE000 && r < 0xF000 }
	taken := strings.ContainsFunc(text, private) || strings.Contains(strings.ToLower(text), `\ue`)
	if taken || !strings.Contains(text, `\u`) {
		return nil, false
	}
	parsed, back := []byte(text), []string{}
	for at := 0; at < len(text); at++ {
		switch r := pair(text[at:]); {
		case r != utf8.RuneError:
			high, low := 0xE000+rune(len(back)/4>>8), 0xE000+rune(len(back)/4&0xFF)
			copy(parsed[at:], fmt.Sprintf(`\u%x\u%x`, high, low))
			back = append(back, string(parsed[at:at+12]), text[at:at+12], string([]rune{high, low}), string(r))
			at += 11
		case text[at] == '\\':
			at++ // what it escapes is no escape
		}
	}
	if back == nil {
		return nil, false
	}
	root, err := conf.Decode(string(parsed))
	if err != nil || root == nil {
		return nil, false
	}
	putBack(root, strings.NewReplacer(back...))
	return root, true
}

func putBack(n *yaml.Node, pairs *strings.Replacer) {
	n.Value = pairs.Replace(n.Value)
	for _, c := range n.Content {
		putBack(c, pairs)
	}
}
