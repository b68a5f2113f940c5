package mend

import (
	"strings"

	"lily/core/frontmatter"
)

// badEscape finds the first escape of a double-quoted text that YAML does not
// know.
func badEscape(raw string) (at int, name string, ok bool) {
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		n := 0
		switch c := raw[i+1]; c {
		case 'x':
			n = 2
		case 'u':
			n = 4
		case 'U':
			n = 8
		default:
			if !knownEscape(c) {
				return i, cutText(raw[i:], 2), true
			}
		}
		name := cutText(raw[i:], 2+n)
		if n > 0 && (len(name) < 2+n || strings.Trim(name[2:], "0123456789abcdefABCDEF") != "") {
			return i, name, true
		}
		if frontmatter.IsHalf(name) && !frontmatter.IsPair(raw[i:]) {
			return i, name, true
		}
		if frontmatter.IsHalf(name) {
			i += 6
		}
		i++
	}
	return 0, "", false
}

// knownEscape reports whether YAML knows a backslash before a character.
func knownEscape(c byte) bool { return strings.IndexByte("0abtnvfre \"/\\N_LPxuU\t\n\r", c) >= 0 }

// cutText is the first n characters of one line.
func cutText(s string, n int) string {
	s, _, _ = strings.Cut(s, "\n")
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
