package tool

import (
	"bytes"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// needs are texts of which every match of a pattern has one. None says nothing of a text.
type needs []need

// need is such a text. One that is folded is in small letters, and stands for both cases.
type need struct {
	text   []byte
	folded bool
	odd    bool // it has a letter that stands for one beyond ASCII, too
	at     int  // of its rarest byte
}

const mostNeeds = 8

// needed are the longest such texts that can be told from how a pattern is made.
func needed(re *syntax.Regexp) needs {
	switch re.Op {
	case syntax.OpLiteral:
		return literal(re)
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needed(re.Sub[0])
		}
	case syntax.OpConcat:
		var best needs
		for _, sub := range re.Sub {
			if n := needed(sub); n.least() > best.least() {
				best = n
			}
		}
		return best
	case syntax.OpAlternate:
		var all needs
		for _, sub := range re.Sub {
			n := needed(sub)
			if all = append(all, n...); len(n) == 0 || len(all) > mostNeeds {
				return nil
			}
		}
		return all
	}
	return nil
}

// literal is what a literal needs: all of it, or where cases are one, its longest part in ASCII.
func literal(re *syntax.Regexp) needs {
	if re.Flags&syntax.FoldCase == 0 {
		if slices.Contains(re.Rune, utf8.RuneError) || !utf8.ValidString(string(re.Rune)) {
			return nil // it matches what is no UTF-8, too
		}
		return needs{{text: []byte(string(re.Rune))}}
	}
	var best, part need
	for _, c := range append(re.Rune[:len(re.Rune):len(re.Rune)], utf8.RuneError) {
		if c < utf8.RuneSelf {
			part.add(lower(byte(c)))
			continue
		}
		if len(part.text) > len(best.text) {
			best = part
		}
		part = need{}
	}
	if len(best.text) == 0 {
		return nil
	}
	return needs{best}
}

func (n *need) add(c byte) {
	n.folded = true
	n.odd = n.odd || c == 'k' || c == 's'
	if n.text = append(n.text, c); rare(c) > rare(n.text[n.at]) {
		n.at = len(n.text) - 1
	}
}

// least is the length of the shortest.
func (all needs) least() int {
	least := 0
	for i, n := range all {
		if i == 0 || len(n.text) < least {
			least = len(n.text)
		}
	}
	return least
}

// in reports whether a text has one of them.
func (all needs) in(data []byte) bool {
	for _, n := range all {
		if n.in(data) {
			return true
		}
	}
	return false
}

func (n need) in(data []byte) bool {
	if !n.folded {
		return bytes.Contains(data, n.text)
	}
	// The sign of Kelvin is a k, and the long s an s (CaseFolding.txt).
	if n.odd && (bytes.Contains(data, []byte("\u212a")) || bytes.Contains(data, []byte("\u017f"))) {
		return true
	}
	small, large := seeker{c: n.text[n.at]}, seeker{c: upper(n.text[n.at])}
	if small.c == large.c {
		large.over = true
	}
	for from := n.at; from < len(data); {
		at := min(small.next(data, from), large.next(data, from))
		if at == len(data) {
			return false
		}
		if begin := at - n.at; len(data)-begin >= len(n.text) && same(data[begin:begin+len(n.text)], n.text) {
			return true
		}
		from = at + 1
	}
	return false
}

// seeker finds one byte again and again, and looks at nothing twice.
type seeker struct {
	c    byte
	at   int
	seen bool
	over bool // there is none any more
}

// next is where the byte is from a place on; the length of the text where it is not.
func (s *seeker) next(data []byte, from int) int {
	if s.over {
		return len(data)
	}
	if !s.seen || s.at < from {
		i := bytes.IndexByte(data[from:], s.c)
		if s.at, s.seen = from+i, true; i < 0 {
			s.over = true
			return len(data)
		}
	}
	return s.at
}

// same compares with a text in small letters.
func same(data, text []byte) bool {
	for i, c := range data {
		if lower(c) != text[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}

// often are the bytes of texts and programs, the most frequent first.
const often = " etaoinsrlcdupmhgfbyv.,_()wk-\"=/:;01"

// rare is how seldom a byte is met.
func rare(c byte) int {
	if i := bytes.IndexByte([]byte(often), c); i >= 0 {
		return i
	}
	return len(often)
}
