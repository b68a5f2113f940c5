package row

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// tab is how many columns apart the stops of tabs are.
const tab = 4

// Columns is how many columns a text takes that holds no line's end.
func Columns(text string) (n int) {
	for _, r := range text {
		n += Column(r)
	}
	return n
}

// Column is how many columns a character takes; a tab is taken for four.
func Column(r rune) int {
	switch {
	case r == '\t':
		return tab
	case r >= ' ' && r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) || r >= 0x1160 && r <= 0x11ff:
		return 0
	}
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		return 2
	}
	return 1
}

// Wrap breaks a text into rows of at most so many columns: at its lines' ends, at blanks where there are some, and
// within a word that is longer than a row. The rows below the first begin with the indent.
func Wrap(text Row, columns int, indent Row) []Row {
	w := &wrapper{most: max(columns, indent.Width()+2), indent: indent}
	for _, s := range text {
		for s.text != "" {
			n := piece(s.text)
			w.take(Span{s.style, s.text[:n]})
			s.text = s.text[n:]
		}
	}
	w.put()
	return append(w.rows, w.row)
}

// piece is how long what a text begins with is: a line's end, blanks, or a part of a word.
func piece(text string) int {
	if text[0] == '\n' {
		return 1
	}
	n := strings.IndexFunc(text, func(r rune) bool { return r == '\n' || blank(r) != blank(rune(text[0])) })
	if n < 0 {
		return len(text)
	}
	return n
}

func blank(r rune) bool { return r == ' ' || r == '\t' }

// wrapper fills rows.
type wrapper struct {
	rows   []Row
	row    Row // that is being filled
	blanks Row // behind it, as long as a word may follow
	word   Row // that is being read, in one style or several
	most   int
	indent Row
}

func (w *wrapper) take(s Span) {
	switch {
	case s.text == "\n":
		w.put()
		w.end()
	case blank(rune(s.text[0])):
		w.put()
		w.blanks = append(w.blanks, Span{s.style, strings.ReplaceAll(s.text, "\t", strings.Repeat(" ", tab))})
	default:
		w.word = append(w.word, s)
	}
}

// put puts the word that was read into the row, or the next, or as many as it takes.
func (w *wrapper) put() {
	word := w.word
	if w.word = nil; len(word) == 0 {
		return
	}
	fits := w.row.Width()+w.blanks.Width()+word.Width() <= w.most
	if !fits && !w.begins() {
		w.end()
	}
	if w.blanks.Width() < w.most-w.row.Width() {
		w.row = append(w.row, w.blanks...)
	}
	w.blanks = nil
	for _, s := range word {
		w.cut(s)
	}
}

// begins reports whether nothing stands in the row yet.
func (w *wrapper) begins() bool {
	return len(w.row) == 0 || len(w.rows) > 0 && len(w.row) == len(w.indent)
}

func (w *wrapper) cut(s Span) {
	for s.text != "" {
		n := fits(s.text, w.most-w.row.Width())
		if n == 0 && !w.begins() {
			w.end()
			continue
		}
		if n == 0 { // a letter wider than the row
			_, n = utf8.DecodeRuneInString(s.text)
		}
		w.row = append(w.row, Span{s.style, s.text[:n]})
		s.text = s.text[n:]
	}
}

// end ends a row.
func (w *wrapper) end() {
	w.rows, w.row, w.blanks = append(w.rows, w.row), append(Row{}, w.indent...), nil
}

// fits is how many bytes of a text are within so many columns. What takes no column stays with what stands before it.
func fits(text string, columns int) int {
	n := 0
	for i, r := range text {
		if n += Column(r); n > columns {
			return i
		}
	}
	return len(text)
}

// Cut is a row of at most so many columns, and a sign where something is left out.
func (p Pen) Cut(r Row, columns int) Row {
	if r.Width() <= columns {
		return r
	}
	sign := p.Either("…", "~")
	var list Row
	left := columns - Columns(sign)
	for _, s := range r {
		n := fits(s.text, left)
		list, left = append(list, Span{s.style, s.text[:n]}), left-Columns(s.text[:n])
		if n < len(s.text) {
			break
		}
	}
	return append(list, Span{Plain, sign})
}
