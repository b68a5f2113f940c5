package dialect

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lily/core/alike"
)

// Collate compares two texts as JavaScript's localeCompare does in English, which is the order of the Unicode
// Collation Algorithm with CLDR's root: first by letters without their accents and case, then by accents, then by case,
// small letters first. Of scripts beyond Latin it knows the order of code points only.
func Collate(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		if x[0] >= utf8.RuneSelf || y[0] >= utf8.RuneSelf {
			return collateAll(a, b)
		}
		if c := cmp.Compare(weight(rune(x[0])), weight(rune(y[0]))); c != 0 && !beyond(x) && !beyond(y) {
			return c
		} else if c != 0 {
			return collateAll(a, b)
		}
		x, y = x[1:], y[1:]
	}
	if beyond(x) || beyond(y) {
		return collateAll(a, b)
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), smallFirst(a, b))
}

// beyond reports a letter beyond ASCII at the place where two texts part, which could be a mark of the letter before.
func beyond(s string) bool {
	return len(s) > 1 && s[1] >= utf8.RuneSelf || s != "" && s[0] >= utf8.RuneSelf
}

// collateAll compares texts with letters beyond ASCII.
func collateAll(a, b string) int {
	x, y := []rune(alike.Key(a)), []rune(alike.Key(b))
	return cmp.Or(compare(x, y, func(r rune) int { return weight(r) }, false),
		compare(x, y, func(r rune) int { return int(r) }, true), smallFirst(a, b))
}

// compare compares the marks of two texts, or all else.
func compare(x, y []rune, by func(rune) int, marks bool) int {
	for {
		x, y = skip(x, marks), skip(y, marks)
		if len(x) == 0 || len(y) == 0 {
			return cmp.Compare(len(x), len(y))
		}
		if c := cmp.Compare(by(x[0]), by(y[0])); c != 0 {
			return c
		}
		x, y = x[1:], y[1:]
	}
}

func skip(s []rune, marks bool) []rune {
	for len(s) > 0 && unicode.Is(unicode.Mn, s[0]) != marks {
		s = s[1:]
	}
	return s
}

// before is what comes before digits and letters, in CLDR's order.
const before = "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"

// weight is where a letter comes, whatever its case.
func weight(r rune) int {
	switch {
	case r >= 'a' && r <= 'z':
		return 200 + int(r-'a')
	case r >= 'A' && r <= 'Z':
		return 200 + int(r-'A')
	case r >= '0' && r <= '9':
		return 100 + int(r-'0')
	case r < utf8.RuneSelf:
		return 1 + strings.IndexRune(before, r)
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return 1000 + int(r)
	}
	return 60
}

// smallFirst is the last thing that tells two texts apart.
func smallFirst(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] != b[i] {
			switch {
			case a[i]|0x20 != b[i]|0x20:
				return 0
			case a[i] > b[i]:
				return -1
			}
			return 1
		}
	}
	return 0
}
