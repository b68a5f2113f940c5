package sight

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// Run is hidden characters in a row, or in a line.
type Run struct {
	At, End int // its bytes in the text
	Count   int
	text    string
}

// plain are the bytes that everybody sees.
var plain = func() (is [256]bool) {
	for c := range is {
		is[c] = printable(byte(c)) || c == '\n' || c == '\t'
	}
	return is
}()

// Find tells of a text each run of characters that nobody can see.
func Find(s string) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for at := 0; at < len(s); {
			for at < len(s) && plain[s[at]] {
				at++
			}
			if at == len(s) {
				return
			}
			r := run(s, at)
			if r.Count > 0 && !yield(r) {
				return
			}
			_, size := utf8.DecodeRuneInString(s[at:])
			at = max(at+size, r.End)
		}
	}
}

// Lines tells of each line that holds some all that it holds, as one run from the first of them on.
func Lines(s string) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		var line Run
		var all strings.Builder
		for r := range Find(s) {
			if line.Count > 0 && strings.IndexByte(s[line.End:r.At], '\n') < 0 {
				line.End, line.Count = r.End, line.Count+r.Count
				all.WriteString(r.text)
				continue
			}
			line.text = all.String()
			if line.Count > 0 && !yield(line) {
				return
			}
			line = r
			all.Reset()
			all.WriteString(r.text)
		}
		line.text = all.String()
		if line.Count > 0 {
			yield(line)
		}
	}
}

func run(s string, at int) Run {
	r := Run{At: at, End: at}
	for r.End < len(s) && hidden(s, r.End) {
		_, size := utf8.DecodeRuneInString(s[r.End:])
		r.End += size
		r.Count++
	}
	r.text = s[r.At:r.End]
	return r
}

// String says what a run is: what it spells, or the characters by name.
func (r Run) String() string {
	spelled, others := decoded(r.text)
	if spelled != "" && !others {
		return fmt.Sprintf("%d characters that spell %q unseen", r.Count, spelled)
	}
	var list []string
	left := r.text
	for left != "" && len(list) < told {
		c, size := utf8.DecodeRuneInString(left)
		rest := strings.TrimLeft(left, left[:size])
		name := Name(c)
		if n := (len(left) - len(rest)) / size; n > 1 {
			name = fmt.Sprintf("%d times %s", n, name)
		}
		list, left = append(list, name), rest
	}
	said := strings.Join(list, ", ")
	if n := utf8.RuneCountInString(left); n > 0 {
		said += fmt.Sprintf(" and %d more", n)
	}
	if spelled != "" {
		said += fmt.Sprintf("; among them are some that spell %q unseen", spelled)
	}
	return said
}

// told is how many characters of a run are named at most, and shown how many of those that it spells.
const told, shown = 4, 80

// decoded is what tags or variation selectors spell, both of which are used to smuggle ASCII, and whether there are
// others between them.
func decoded(s string) (spelled string, others bool) {
	var b strings.Builder
	for _, r := range s {
		switch c, ok := smuggled(r); {
		case ok && c == 0:
		case !ok || !printable(c) && c != '\n':
			others = true
		case b.Len() < shown:
			b.WriteByte(c)
		case b.Len() == shown:
			b.WriteString("…")
		}
	}
	if b.Len() < 2 {
		return "", true
	}
	return b.String(), others
}

// smuggled is the byte that a character stands for, and 0 for one that begins or ends what is spelled.
func smuggled(r rune) (byte, bool) {
	switch {
	case r == 0xe0001 || r == 0xe007f:
		return 0, true
	case r >= 0xe0020 && r < 0xe007f:
		return byte(r - 0xe0000), true
	case r >= 0xe0100 && r <= 0xe01ef:
		return byte(r - 0xe0100 + 16), true
	}
	return 0, false
}

// Name is a character by its number, and by its name where people are likely to meet it.
func Name(r rune) string {
	number := fmt.Sprintf("U+%04X", r)
	if name := names[r]; name != "" {
		return number + " (" + name + ")"
	}
	return number
}

var names = map[rune]string{
	0x1b: "escape", 0x7f: "delete", 0xa0: "no-break space", 0xad: "soft hyphen", 0x200b: "zero width space",
	0x200c: "zero width non-joiner", 0x200d: "zero width joiner", 0x200e: "left-to-right mark",
	0x200f: "right-to-left mark", 0x2028: "line separator", 0x2029: "paragraph separator",
	0x202a: "left-to-right embedding", 0x202b: "right-to-left embedding", 0x202c: "pop directional formatting",
	0x202d: "left-to-right override", 0x202e: "right-to-left override", 0x2060: "word joiner",
	0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate", 0x2068: "first strong isolate",
	0x2069: "pop directional isolate", 0x3164: "Hangul filler", 0xfe0f: "emoji variation", 0xfeff: "byte order mark",
}
