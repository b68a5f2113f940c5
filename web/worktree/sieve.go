package worktree

import (
	"bytes"
	"math/bits"
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// sieve is a row of sets of bytes: every match of a pattern has a byte of each, side by side. It sorts out what has no
// match for about a nanosecond a byte, where a pattern has no text of its own (Baeza-Yates and Gonnet, 1992, shift-and).
type sieve struct {
	has [256]uint16 // for a byte, the places in the row whose sets have it
	end uint16      // the last place; 0 sorts nothing out
}

// The bounds of a row: how long it may be, how much it is to sort out to be worth a look, in powers of two, and how much
// of a pattern is looked at for it.
const (
	mostRow   = 16
	leastRow  = 3
	mostLooks = 500
)

// Sifts implements [ground.Sifter].
func (p *Project) Sifts(re *syntax.Regexp) func(text []byte, is func(line []byte) bool) bool {
	s := sieved(re)
	if s.end == 0 {
		return nil
	}
	return s.lines
}

// sieved is the row of a simplified pattern that sorts out the most.
func sieved(re *syntax.Regexp) (s sieve) {
	var r rows
	r.add(re)
	r.cut()
	if r.worth < leastRow {
		return s
	}
	for i, set := range r.best {
		for c, in := range set {
			if in {
				s.has[c] |= 1 << i
			}
		}
	}
	s.end = 1 << (len(r.best) - 1)
	return s
}

// lines reports whether one of the lines in which a row ends is one that is looked for. Each is asked for once.
func (s *sieve) lines(data []byte, is func(line []byte) bool) bool {
	var at uint16
	for i := 0; i < len(data); i++ {
		if at = (at<<1 | 1) & s.has[data[i]]; at&s.end == 0 {
			continue
		}
		begin, end := bytes.LastIndexByte(data[:i], '\n')+1, len(data)
		if n := bytes.IndexByte(data[i:], '\n'); n >= 0 {
			end = i + n
		}
		if is(bytes.TrimRight(data[begin:end], "\r")) {
			return true
		}
		i, at = end, 0
	}
	return false
}

// rows are the rows that a pattern has one behind the other.
type rows struct {
	now, best []*[256]bool
	worth     int // of the best
	looks     int
}

// add goes on with a part of a pattern. Whatever may be there or not ends a row.
func (r *rows) add(re *syntax.Regexp) {
	if r.looks++; r.looks > mostLooks {
		r.cut()
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			r.letter(c, re.Flags&syntax.FoldCase != 0)
		}
	case syntax.OpCharClass:
		r.class(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		r.class([]rune{0, unicode.MaxRune})
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			r.add(sub)
		}
	case syntax.OpPlus: // the first one has what is before it beside it, and the last one what follows
		r.add(re.Sub[0])
		r.cut()
		r.add(re.Sub[0])
	case syntax.OpStar, syntax.OpQuest, syntax.OpAlternate, syntax.OpNoMatch, syntax.OpRepeat:
		r.cut()
	}
}

func (r *rows) letter(c rune, folds bool) {
	ranges := []rune{c, c}
	for f := unicode.SimpleFold(c); folds && f != c; f = unicode.SimpleFold(f) {
		ranges = append(ranges, f, f)
	}
	r.class(ranges)
}

// class goes on with a letter of some ranges. One beyond ASCII has several bytes, so that a row ends with its first and
// begins with its last.
func (r *rows) class(ranges []rune) {
	var set [256]bool
	wide := false
	for i := 0; i+1 < len(ranges); i += 2 {
		for c := ranges[i]; c <= min(ranges[i+1], utf8.RuneSelf-1); c++ {
			set[c] = true
		}
		wide = wide || ranges[i+1] >= utf8.RuneSelf
	}
	for c := utf8.RuneSelf; wide && c < len(set); c++ {
		set[c] = true
	}
	r.now = append(r.now, &set)
	if wide {
		r.cut()
		r.now = append(r.now, &set)
	}
	if len(r.now) == mostRow {
		r.cut()
	}
}

// cut ends a row.
func (r *rows) cut() {
	worth := 0
	for _, set := range r.now {
		n := 0
		for _, in := range set {
			if in {
				n++
			}
		}
		worth += 8 - bits.Len(uint(max(n, 1)-1))
	}
	if worth > r.worth {
		r.best, r.worth = r.now, worth
	}
	r.now = nil
}
