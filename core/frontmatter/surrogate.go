package frontmatter

import (
	"strings"
	"unicode/utf16"

	"gopkg.in/yaml.v3"

	"lily/core/conf"
)

// IsHalf reports whether an escape is one half of a surrogate pair, as \uD83D is.
func IsHalf(escape string) bool {
	return len(escape) >= 6 && escape[:2] == `\u` && (escape[2]|' ') == 'd' && isHalfDigit(escape[3], '8') && isHex(escape[4]) && isHex(escape[5])
}

// IsPair reports whether a text begins with a whole pair.
func IsPair(s string) bool {
	return len(s) >= 12 && IsHalf(s) && IsHalf(s[6:]) && !isHalfDigit(s[3], 'c') && isHalfDigit(s[9], 'c')
}

// isHalfDigit reports whether a hexadecimal digit is from least to f.
func isHalfDigit(c byte, least byte) bool {
	return isHex(c) && digit(c) >= digit(least)
}

func isHex(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }

func digit(c byte) rune {
	if c <= '9' {
		return rune(c - '0')
	}
	return rune(c|' ') - 'a' + 10
}

// pairs lists the offsets of the surrogate pairs that JSON writes for what is
// beyond \uFFFF, and that the YAML package refuses.
func pairs(text string) []int {
	var list []int
	for i := 0; ; i += 2 {
		n := strings.Index(text[i:], `\u`)
		if n < 0 {
			return list
		}
		if i += n; IsPair(text[i:]) && escapes(text, i) {
			list = append(list, i)
			i += 10
		}
	}
}

// escapes reports whether a backslash is not itself escaped.
func escapes(text string, at int) bool {
	n := 0
	for at-n > 0 && text[at-n-1] == '\\' {
		n++
	}
	return n%2 == 0
}

// The stand-ins of the halves, in a private range that the text does not use.
// Each is written as long as what it stands for, so that no place moves.
const standIns = 0xE000

// parsePairs reads YAML with surrogate pairs: it parses a copy with stand-ins for
// them, and puts the characters in their place.
func parsePairs(text string) (*yaml.Node, bool) {
	list := pairs(text)
	if len(list) == 0 || strings.ContainsFunc(text, isStandIn) || strings.Contains(strings.ToLower(text), `\ue`) {
		return nil, false
	}
	b := []byte(text)
	for _, at := range list {
		for _, i := range []int{at, at + 6} {
			upper := byte('0')
			if c := b[i+3]; c >= 'A' && c <= 'F' {
				upper = '8'
			}
			b[i+2]++ // d becomes e
			b[i+3] = upper + byte(digit(b[i+3])-8)
			if b[i+3] > '9' {
				b[i+3] += 'a' - '9' - 1
			}
		}
	}
	root, err := conf.Decode(string(b))
	if err != nil || root == nil {
		return nil, false
	}
	putPairs(root, text, map[*yaml.Node]bool{})
	return root, true
}

func isStandIn(r rune) bool { return r >= standIns && r < standIns+0x1000 }

// putPairs puts the characters into a node and those below it: for the stand-ins
// in double quotes the character, for others what was written.
func putPairs(n *yaml.Node, text string, seen map[*yaml.Node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	n.Value = asWritten(whole(n.Value))
	for _, c := range n.Content {
		putPairs(c, text, seen)
	}
}

// whole joins two stand-ins to the character of their pair.
func whole(s string) string {
	if !strings.ContainsFunc(s, isStandIn) {
		return s
	}
	var b strings.Builder
	high := rune(0)
	for _, r := range s {
		switch surrogate := 0xD800 + (r-standIns)&0x7FF; {
		case !isStandIn(r):
			b.WriteRune(r)
		case high == 0:
			high = surrogate
		default:
			b.WriteRune(utf16.DecodeRune(high, surrogate))
			high = 0
		}
	}
	return b.String()
}

// asWritten gives a text that is no escape its letters back.
func asWritten(s string) string {
	if !strings.Contains(strings.ToLower(s), `\ue`) {
		return s
	}
	b := []byte(s)
	for i := 0; i+5 < len(b); i++ {
		if b[i] != '\\' || b[i+1] != 'u' || b[i+2]|' ' != 'e' || !isHex(b[i+3]) {
			continue
		}
		b[i+2]--
		d := digit(b[i+3])
		b[i+3] = "89abcdef89ABCDEF"[d]
	}
	return string(b)
}
