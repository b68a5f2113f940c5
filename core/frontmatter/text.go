package frontmatter

import (
	"iter"
	"strings"
	"unicode/utf8"
)

const bom = "\uFEFF"

// checkText refuses what is no text of a bounded size (SK-10).
func (d *Doc) checkText() Outcome {
	if len(d.Text) > MaxFile {
		d.Find(0, "file_too_large", "The file has %d bytes; at most %d are read.", len(d.Text), MaxFile)
		return Refused
	}
	if at := strings.IndexByte(d.Text, 0); at >= 0 {
		d.Find(at, "binary", "The file holds a NUL byte and is no text.")
		return Refused
	}
	if utf8.ValidString(d.Text) {
		return Whole
	}
	for at, r := range d.Text {
		if r == utf8.RuneError && !strings.HasPrefix(d.Text[at:], "\uFFFD") {
			d.Find(at, "bad_utf8", "Byte 0x%02x is no valid UTF-8 here.", d.Text[at])
			break
		}
	}
	return Refused
}

// Place turns an offset into a 1-based line and column, counted in code points as an
// editor does: a byte order mark is not counted. It counts on from the place asked for
// before: findings come mostly in the order of the file.
func (d *Doc) Place(at int) (line, column int) {
	at = min(max(at, 0), len(d.Text))
	s := &d.seen
	if at < s.at { // back from there and not from the top: what is asked for is near
		s.line -= strings.Count(d.Text[at:s.at], "\n")
		s.at = strings.LastIndexByte(d.Text[:at], '\n') + 1
		s.column = 0
	} else if n := strings.LastIndexByte(d.Text[s.at:at], '\n'); n >= 0 {
		s.line += strings.Count(d.Text[s.at:at], "\n")
		s.at += n + 1
		s.column = 0
	}
	before := d.Text[s.at:at]
	if s.at == 0 {
		before = strings.TrimPrefix(before, bom)
	}
	s.at, s.column = at, s.column+utf8.RuneCountInString(before)
	return 1 + s.line, 1 + s.column
}

// Offset is the reverse of [Doc.Place]. It fails for a place the text has not.
func Offset(text string, line, column int) (int, bool) {
	at := len(text) - len(strings.TrimPrefix(text, bom))
	for ; line > 1; line-- {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return 0, false
		}
		at += n + 1
	}
	rest := LineAt(text, at)
	for ; column > 1; column-- {
		if rest == "" {
			return 0, false
		}
		_, n := utf8.DecodeRuneInString(rest)
		at, rest = at+n, rest[n:]
	}
	return at, line == 1 && column == 1
}

// Lines yields the lines of a text that begin in a range, each with its offset and
// without its end.
func Lines(text string, from, to int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at := from; at < to && yield(at, LineAt(text, at)); at = NextLine(text, at) {
		}
	}
}

// LineAt is the line that begins at an offset, without its end.
func LineAt(text string, at int) string {
	line, _, ended := strings.Cut(text[at:], "\n")
	if ended {
		return strings.TrimSuffix(line, "\r")
	}
	return line
}

// NextLine is the offset after the line that holds at.
func NextLine(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// Newline is the line end the file uses.
func (d *Doc) Newline() string {
	if n := strings.IndexByte(d.Text, '\n'); n > 0 && d.Text[n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
