// Package dialect is what the languages that agents are written in do to text and to YAML, where Go does otherwise.
//
// It promises the rules of the languages (JavaScript's UTF-16, white space and decoding), and of YAML readers where
// several agents use one. It knows no agent: what one agent does alone is in its own package.
package dialect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Decode reads bytes as UTF-8 the way that JavaScript's TextDecoder and Rust's from_utf8_lossy do: each longest part
// that could have begun a character is one U+FFFD (https://encoding.spec.whatwg.org/#utf-8-decoder).
func Decode(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 {
			size = broken(text)
		}
		b.WriteRune(r)
		text = text[size:]
	}
	return b.String()
}

// broken is the length of what could have begun a character and does not.
func broken(text string) int {
	first, want, low, high := text[0], 0, byte(0x80), byte(0xBF)
	switch {
	case first >= 0xC2 && first <= 0xDF:
		want = 1
	case first >= 0xE0 && first <= 0xEF:
		want = 2
	case first >= 0xF0 && first <= 0xF4:
		want = 3
	}
	switch first {
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	n := 1
	for ; n <= want && n < len(text) && text[n] >= low && text[n] <= high; n++ {
		low, high = 0x80, 0xBF
	}
	return n
}

// IsLine reports printable ASCII with one blank between words and none around them, as most descriptions are: whatever
// a language takes for white space, there is nothing to make one line of.
func IsLine(s string) bool {
	blank := true
	for i := range len(s) {
		switch c := s[i]; {
		case c == ' ' && blank, c < ' ', c > '~':
			return false
		default:
			blank = c == ' '
		}
	}
	return s == "" || !blank
}

// Units is the length of a text in UTF-16, which is what JavaScript calls its length.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x10000 {
			n++
		}
	}
	return n
}

// CutUnits is the beginning of a text with at most so many units of UTF-16, and no half of a character.
func CutUnits(s string, most int) string {
	for i, r := range s {
		if most--; r >= 0x10000 {
			most--
		}
		if most < 0 {
			return s[:i]
		}
	}
	return s
}

// Space reports what JavaScript's trim and \s take for white space.
func Space(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', 0xFEFF, 0x2028, 0x2029:
		return true
	}
	return unicode.Is(unicode.Zs, r)
}

// Trim takes white space off both ends as JavaScript does.
func Trim(s string) string { return strings.TrimFunc(s, Space) }

// Lines makes all line ends one \n, of \r\n first and then of \r.
func Lines(s string) string {
	if !strings.Contains(s, "\r") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

var marks = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

// XML writes the five characters of XML as entities.
func XML(s string) string { return marks.Replace(s) }
