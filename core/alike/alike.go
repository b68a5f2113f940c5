// Package alike tells names that are one name on some disks.
//
// Disks differ in what they tell apart: case or none (Windows, macOS), composed letters or
// not (macOS), letters that show nothing (HFS+, ext4 with casefold), dots and blanks at the end
// (Windows, see [Path]). [Key] promises equal
// texts for names that any of these rules takes as one: canonical caseless matching
// (Unicode 3.13, D145) without what is ignored by default. So ß and ss, ﬁ and fi, é in one
// letter and in two are one; a Turkish dotless ı is no i. It says nothing of names that
// only look alike.
package alike

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lily/core/order"
)

// Key gives equal texts for names, or paths, that are one on some disk.
func Key(name string) string {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			return string(tables().key(name))
		}
	}
	return strings.ToUpper(name)
}

// Path gives equal texts for paths that are one on some disk: [Key], and of each name what Windows keeps, which drops
// the dots and blanks at its end.
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
func Path(path string) string {
	names := strings.Split(path, "/")
	for i, name := range names {
		if kept := strings.TrimRight(name, " ."); kept != "" {
			names[i] = kept
		}
	}
	return Key(strings.Join(names, "/"))
}

// table is what [unicode] does not have, of Unicode 17.0.0; TestTable writes it. It is read when the first name has a
// letter beyond ASCII.
//
//go:embed table.bin
var table string

// data is the table unpacked.
type data struct {
	apart   rules  // a letter into what it is composed of, the first of which may be again
	folds   rules  // what a letter folds to, where that is not the least of its cases
	classes ranges // the canonical combining class of a mark, where it is not 0
}

var tables = sync.OnceValue(func() data {
	r := reader(table)
	return data{r.rules(), r.rules(), r.ranges()}
})

// Composed puts each letter and the mark after it together where there is one letter for both (the pairs of NFC).
func Composed(name string) string {
	if !strings.ContainsFunc(name, unicode.IsMark) {
		return name
	}
	var all []rune
	for _, r := range name {
		if last := len(all) - 1; last >= 0 && tables().composed(all[last], r) != 0 {
			all[last] = tables().composed(all[last], r)
		} else {
			all = append(all, r)
		}
	}
	return string(all)
}

// composed is the one letter for two, 0 without one. The table has the least of its cases alone.
func (d data) composed(letter, mark rune) rune {
	for i, to := range d.apart.to {
		if len(to) != 2 || to[0] != least(letter) || to[1] != mark {
			continue
		}
		if unicode.IsLower(letter) {
			return unicode.ToLower(d.apart.from[i])
		}
		return d.apart.from[i]
	}
	return 0
}

func (d data) key(name string) []rune {
	var apart []rune
	for _, r := range name {
		if !ignored(r) {
			apart = d.decompose(apart, least(r))
		}
	}
	d.reorder(apart)
	var folded []rune
	for _, r := range apart {
		if to := d.folds.of(r); to != nil {
			for _, r := range to {
				folded = d.decompose(folded, least(r))
			}
		} else {
			folded = append(folded, r)
		}
	}
	d.reorder(folded)
	return folded
}

// subscript is the one mark that is a letter in another case: it is ordered as a mark, and then folded.
const subscript = '\u0345'

// least is the least of the cases of a letter, by which it goes.
func least(r rune) rune {
	if r == subscript {
		return r
	}
	to := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if f != subscript {
			to = min(to, f)
		}
	}
	return to
}

// The syllables of Korean are composed by rule (Unicode 3.12).
const (
	hangul, lead, vowel, tail = 0xac00, 0x1100, 0x1161, 0x11a7
	vowels, tails, syllables  = 21, 28, 11172
)

func (d data) decompose(to []rune, r rune) []rune {
	if s := r - hangul; s >= 0 && s < syllables {
		to = append(to, lead+s/(vowels*tails), vowel+s%(vowels*tails)/tails)
		if s%tails != 0 {
			to = append(to, tail+s%tails)
		}
		return to
	}
	parts := d.apart.of(r)
	if parts == nil {
		return append(to, r)
	}
	return append(d.decompose(to, least(parts[0])), parts[1:]...)
}

// reorder sorts each run of marks by their classes, since their order does not matter.
func (d data) reorder(all []rune) {
	for from := 0; from < len(all); from++ {
		to := from
		for to < len(all) && d.classes.of(all[to]) != 0 {
			to++
		}
		if to-from > 1 {
			order.StableFunc(all[from:to], func(a, b rune) int { return d.classes.of(a) - d.classes.of(b) })
		}
		from = max(from, to)
	}
}

// ignored reports whether a character shows nothing by its nature (Default_Ignorable_Code_Point).
func ignored(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r >= 0xfff0 && r <= 0xfff8, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
		unicode.Is(unicode.Cf, r) && !shown(r)
}

// shown reports whether a format character has a shape of its own, as those before numbers do.
func shown(r rune) bool {
	return r >= 0xfff9 && r <= 0xfffb || r >= 0x13430 && r <= 0x1343f || unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}
