package prompt

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stops yields every place where a text may be cut, and its end: how many characters
// and how many bytes are before it. That is before a blank; in a script that writes
// none between words, at a character, with the marks that belong to it.
func stops(text string) iter.Seq2[int, int] {
	return func(yield func(runes, bytes int) bool) {
		n, last := 0, ' '
		for at, r := range text {
			plain := r > ' ' && r < utf8.RuneSelf && last < utf8.RuneSelf // what most of a text is, fast
			if !plain && stop(last, r) && !yield(n, at) {
				return
			}
			n, last = n+1, r
		}
		if n > 0 {
			yield(n, len(text))
		}
	}
}

// stop reports whether a text may be cut between two characters that follow each other.
func stop(a, b rune) bool {
	switch {
	case unicode.IsSpace(a) || unicode.IsSpace(b):
		return !unicode.IsSpace(a)
	case a < firstUnspaced && b < firstUnspaced, a == joiner || b == joiner:
		return false
	}
	return (unspaced(a) || unspaced(b)) && !extends(b)
}

// joiner makes one sign of two.
const joiner = '\u200d'

// firstUnspaced is before every script that [unspaced] knows.
const firstUnspaced = '\u0e00'

// unspaced reports whether a character is of a script, or of its punctuation, that
// puts no blanks between words.
func unspaced(r rune) bool {
	return r >= '\u3000' && r <= '\u303f' || r >= '\uff00' && r <= '\uff9f' ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// extends reports whether a character belongs to the one before it.
func extends(r rune) bool {
	return unicode.Is(unicode.M, r) || r >= 0x1f3fb && r <= 0x1f3ff || strings.ContainsRune("\u0e33\u0eb3\uff9e\uff9f", r)
}

// escaped is how many bytes [escape] makes of a text.
func escaped(text string) (n int) {
	for _, r := range text {
		switch {
		case 'a' <= r && r <= 'z' || r == ' ':
			n++
		case r == '<' || r == '>':
			n += len("&lt;")
		case r == '&' || r == '"' || r == '\'':
			n += len("&amp;")
		case r < ' ' && r != '\t' && r != '\n' && r != '\r':
			n += utf8.RuneLen(utf8.RuneError)
		default:
			n += utf8.RuneLen(r)
		}
	}
	return n
}
