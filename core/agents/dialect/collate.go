package dialect

import (
	"cmp"
	"slices"
	"strings"
)

// order is ASCII as English sorts it; what is not in it is passed over (https://cldr.unicode.org/index/charts, root).
const order = "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ"

// Collate compares as JavaScript's localeCompare does in English: letters before their case, a before A. It promises
// this for ASCII; other characters come after it, in the order of their code points.
func Collate(a, b string) int {
	ka, kb := weights(a), weights(b)
	return cmp.Or(slices.Compare(ka, kb), -strings.Compare(kept(a), kept(b)))
}

// weights are what letters weigh whatever their case.
func weights(s string) []rune {
	list := make([]rune, 0, len(s))
	for _, r := range s {
		if r < 0x80 {
			at := strings.IndexByte(order, byte(r))
			if at < 0 {
				continue
			}
			if r >= 'A' && r <= 'Z' {
				at--
			}
			r = rune(at)
		}
		list = append(list, r)
	}
	return list
}

// kept is a text without what is passed over; upper case is below lower case in ASCII, and comes after it in English.
func kept(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && strings.IndexByte(order, byte(r)) < 0 {
			return -1
		}
		return r
	}, s)
}
