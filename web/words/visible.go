package words

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible shows a text as it is, with what a person could not see made visible:
// control characters, marks that turn the direction of writing, characters
// without a width, and bytes that are no text (PO-6).
func Visible(s string) string {
	if strings.IndexFunc(s, Hidden) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "«%02X»", s[0])
		case Hidden(r):
			fmt.Fprintf(&b, "«U+%04X»", r)
		default:
			b.WriteRune(r)
		}
		s = s[size:]
	}
	return b.String()
}

// Hidden reports characters that show nothing; line feeds, tabs and blanks are
// what they look like.
func Hidden(r rune) bool { return r == utf8.RuneError || r != '\n' && r != '\t' && !unicode.IsPrint(r) }
