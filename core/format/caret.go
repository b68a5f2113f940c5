package format

import (
	"strings"
	"unicode"

	"lily/core/sight"
)

// lineOf is a line of a text, without its end; one without anything in it is not worth a look.
func lineOf(text string, line int) (string, bool) {
	text = strings.TrimPrefix(text, "\ufeff")
	for ; line > 1; line-- {
		_, rest, more := strings.Cut(text, "\n")
		if !more {
			return "", false
		}
		text = rest
	}
	text, _, _ = strings.Cut(text, "\n")
	text = strings.TrimSuffix(text, "\r")
	return text, line == 1 && strings.TrimSpace(text) != ""
}

// How much of a line is shown before and after the place that is meant, in columns of a terminal.
const (
	mostBefore = 60
	mostAfter  = 40
	tab        = 4
)

// draw shows a line as a terminal bears it, and how many columns stand before a character of it: nothing in it is unseen, no
// tab depends on where the line begins, and a long one is cut around the place.
func draw(line string, column int) (shown string, before int) {
	runes := []rune(line)
	at := min(max(column-1, 0), len(runes))
	head, width := drawn(string(runes[:at]), 0)
	if width > mostBefore {
		head = "…" + last(head, mostBefore)
		width = wide(head)
	}
	tail, _ := drawn(string(runes[at:]), width)
	if wide(tail) > mostAfter {
		tail = first(tail, mostAfter) + "…"
	}
	return strings.TrimRight(head+tail, " "), width
}

// drawn is a text without tabs and with what nobody could see made visible, and the column that it ends at.
func drawn(text string, from int) (string, int) {
	var b strings.Builder
	for part := range strings.SplitAfterSeq(strings.ToValidUTF8(text, "\ufffd"), "\t") {
		bare, tabbed := strings.CutSuffix(part, "\t")
		bare = sight.Show(bare)
		b.WriteString(bare)
		if from += wide(bare); tabbed {
			n := tab - from%tab
			b.WriteString(strings.Repeat(" ", n))
			from += n
		}
	}
	return b.String(), from
}

func first(s string, most int) string {
	n := 0
	for i, r := range s {
		if n += columns(r); n > most {
			return s[:i]
		}
	}
	return s
}

func last(s string, most int) string {
	left := wide(s) - most
	for i, r := range s {
		if left <= 0 {
			return s[i:]
		}
		left -= columns(r)
	}
	return ""
}

func wide(s string) (n int) {
	for _, r := range s {
		n += columns(r)
	}
	return n
}

// columns is how wide a terminal draws a character (Unicode's East Asian Width, and emoji).
func columns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(broad, r):
		return 2
	}
	return 1
}

var broad = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1},
		{0x231a, 0x231b, 1},
		{0x23e9, 0x23ec, 1},
		{0x23f0, 0x23f3, 3},
		{0x25fd, 0x25fe, 1},
		{0x2614, 0x2615, 1},
		{0x2648, 0x2653, 1},
		{0x267f, 0x2693, 20},
		{0x26a1, 0x26a1, 1},
		{0x26aa, 0x26ab, 1},
		{0x26bd, 0x26be, 1},
		{0x26c4, 0x26c5, 1},
		{0x26ce, 0x26d4, 6},
		{0x26ea, 0x26ea, 1},
		{0x26f2, 0x26f3, 1},
		{0x26f5, 0x26fa, 5},
		{0x26fd, 0x2705, 8},
		{0x270a, 0x270b, 1},
		{0x2728, 0x274c, 36},
		{0x274e, 0x274e, 1},
		{0x2753, 0x2755, 1},
		{0x2757, 0x2757, 1},
		{0x2795, 0x2797, 1},
		{0x27b0, 0x27bf, 15},
		{0x2b1b, 0x2b1c, 1},
		{0x2b50, 0x2b55, 5},
		{0x2e80, 0x303e, 1},
		{0x3041, 0x33ff, 1},
		{0x3400, 0x4dbf, 1},
		{0x4e00, 0xa4cf, 1},
		{0xa960, 0xa97c, 1},
		{0xac00, 0xd7a3, 1},
		{0xf900, 0xfaff, 1},
		{0xfe30, 0xfe6f, 1},
		{0xff00, 0xff60, 1},
		{0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{
		{0x16fe0, 0x18cff, 1},
		{0x1aff0, 0x1b2ff, 1},
		{0x1f004, 0x1f004, 1},
		{0x1f0cf, 0x1f0cf, 1},
		{0x1f18e, 0x1f18e, 1},
		{0x1f191, 0x1f19a, 1},
		{0x1f200, 0x1f320, 1},
		{0x1f32d, 0x1f335, 1},
		{0x1f337, 0x1f37c, 1},
		{0x1f37e, 0x1f393, 1},
		{0x1f3a0, 0x1f3ca, 1},
		{0x1f3cf, 0x1f3d3, 1},
		{0x1f3e0, 0x1f3f0, 1},
		{0x1f3f4, 0x1f3f4, 1},
		{0x1f3f8, 0x1f43e, 1},
		{0x1f440, 0x1f440, 1},
		{0x1f442, 0x1f4fc, 1},
		{0x1f4ff, 0x1f53d, 1},
		{0x1f54b, 0x1f54e, 1},
		{0x1f550, 0x1f567, 1},
		{0x1f57a, 0x1f57a, 1},
		{0x1f595, 0x1f596, 1},
		{0x1f5a4, 0x1f5a4, 1},
		{0x1f5fb, 0x1f64f, 1},
		{0x1f680, 0x1f6c5, 1},
		{0x1f6cc, 0x1f6cc, 1},
		{0x1f6d0, 0x1f6df, 1},
		{0x1f6eb, 0x1f6ec, 1},
		{0x1f6f4, 0x1f6fc, 1},
		{0x1f7e0, 0x1f7f0, 1},
		{0x1f90c, 0x1f93a, 1},
		{0x1f93c, 0x1f9ff, 1},
		{0x1fa70, 0x1faff, 1},
		{0x20000, 0x3fffd, 1},
	},
}
