// Package sight is what a person can see of a text, and what not: one set of the characters that show nothing, or
// that turn others around, for the page, the terminal, findings and what a model is sent.
//
// It promises that what it returns shows everything that it holds, that a second pass changes nothing, and that a
// text grows by ten times at the most. Characters of the set that have their own work to do pass in a text: the joiner
// of an emoji, of Persian and of Devanagari, the flag of Wales, the end of a line. They do not pass in a name or a
// word that is run, nor on a terminal where they could move anything. It does not look for letters that look alike.
//
//	sight.Show("evil\u202ecod") // "evil«U+202E»cod"
package sight

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hidden reports the characters of the set. Line feeds, tabs and blanks of any width are what they look like; a
// character that a font may lack is no secret.
func Hidden(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' ' && r != '\n' && r != '\t'
	case r > 0x3164 && r < 0xfdd0: // most of what is not Latin
		return false
	}
	return unicode.Is(set, r)
}

// set has the controls and all that formats, joins, fills, varies or is ignored: the categories Cc, Cf, Zl and Zp but
// for the seven that have a glyph, Default_Ignorable_Code_Point with what is reserved for it, the blank of Braille,
// a note and a filler without a glyph, and noncharacters.
var set = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x7f, 0x9f, 1},
		{0xad, 0xad, 1},
		{0x34f, 0x34f, 1},
		{0x61c, 0x61c, 1},
		{0x115f, 0x1160, 1},
		{0x17b4, 0x17b5, 1},
		{0x180b, 0x180f, 1},
		{0x200b, 0x200f, 1},
		{0x2028, 0x202e, 1},
		{0x2060, 0x206f, 1},
		{0x2800, 0x2800, 1},
		{0x3164, 0x3164, 1},
		{0xfdd0, 0xfdef, 1},
		{0xfe00, 0xfe0f, 1},
		{0xfeff, 0xfeff, 1},
		{0xffa0, 0xffa0, 1},
		{0xfff0, 0xfffb, 1},
		{0xfffe, 0xffff, 1},
	},
	R32: []unicode.Range32{
		{0x13430, 0x1343f, 1},
		{0x16fe4, 0x16fe4, 1},
		{0x1bca0, 0x1bca3, 1},
		{0x1d159, 0x1d159, 1},
		{0x1d173, 0x1d17a, 1},
		{0x1fffe, 0x1ffff, 1},
		{0x2fffe, 0x2ffff, 1},
		{0x3fffe, 0x3ffff, 1},
		{0x4fffe, 0x4ffff, 1},
		{0x5fffe, 0x5ffff, 1},
		{0x6fffe, 0x6ffff, 1},
		{0x7fffe, 0x7ffff, 1},
		{0x8fffe, 0x8ffff, 1},
		{0x9fffe, 0x9ffff, 1},
		{0xafffe, 0xaffff, 1},
		{0xbfffe, 0xbffff, 1},
		{0xcfffe, 0xcffff, 1},
		{0xdfffe, 0xdffff, 1},
		{0xe0000, 0xe0fff, 1},
		{0xefffe, 0xeffff, 1},
		{0xffffe, 0xfffff, 1},
		{0x10fffe, 0x10ffff, 1},
	},
	LatinOffset: 2,
}

// Odd reports what also shows nothing where only names and words are: line ends, tabs, and every blank but the one
// of the keyboard.
func Odd(r rune) bool { return r != ' ' && unicode.IsSpace(r) || Hidden(r) }

// Show is a text with what nobody could see in it made visible: controls, marks that turn the direction of writing,
// characters without a width, and bytes that are no text (PO-6).
func Show(s string) string { return mark(s, hidden) }

// Exact is code that is run, where another blank than the one of the keyboard is seen, too.
func Exact(s string) string {
	return mark(s, func(s string, at int) bool {
		r, _ := utf8.DecodeRuneInString(s[at:])
		return hidden(s, at) || r >= 0x80 && unicode.IsSpace(r)
	})
}

// Spell is a name or a word that is run, with everything in it made visible that is no letter, digit, sign or blank.
func Spell(s string) string {
	return mark(s, func(s string, at int) bool {
		r, _ := utf8.DecodeRuneInString(s[at:])
		return Odd(r)
	})
}

// ASCII reports a text of nothing but bytes that everybody sees, as most are.
func ASCII(s string) bool {
	for i := range len(s) {
		if !plain[s[i]] {
			return false
		}
	}
	return true
}

// Plain reports a name or a word that [Spell] shows as it is.
func Plain(s string) bool { return utf8.ValidString(s) && !strings.ContainsFunc(s, Odd) }

// Meant is the reverse of [Show]: the text that was shown so. Where a text holds such a mark itself, it is another one.
func Meant(s string) string {
	const opening, closing = "«U+", "»"
	var b strings.Builder
	for {
		before, rest, more := strings.Cut(s, opening)
		b.WriteString(before)
		if !more {
			return b.String()
		}
		digits, after, ended := strings.Cut(rest, closing)
		if n, err := strconv.ParseUint(digits, 16, 21); err == nil && ended && Odd(rune(n)) {
			b.WriteRune(rune(n))
			s = after
		} else {
			b.WriteString(opening)
			s = rest
		}
	}
}

// mark replaces by their numbers the characters that are found, and the bytes that are no text.
func mark(s string, find func(s string, at int) bool) string {
	var b []byte // none for a text that stays as it is, as most do
	from := 0
	for at := 0; at < len(s); {
		if printable(s[at]) {
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = fmt.Appendf(append(b, s[from:at]...), "«%02X»", s[at])
			from = at + 1
		case find(s, at):
			b = fmt.Appendf(append(b, s[from:at]...), "«U+%04X»", r)
			from = at + size
		}
		at += size
	}
	if from == 0 {
		return s
	}
	return string(append(b, s[from:]...))
}

func printable(c byte) bool { return c >= ' ' && c < 0x7f }

// hidden reports the character at a place where it is not seen and has no work to do.
func hidden(s string, at int) bool {
	r, size := utf8.DecodeRuneInString(s[at:])
	return Hidden(r) && !works(s, at, r, size)
}
