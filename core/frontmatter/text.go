package frontmatter

import (
	"strings"
	"unicode/utf8"
)

const bom = "\uFEFF"

// checkText refuses what is no text of a bounded size (SK-10).
func (d *Doc) checkText() bool {
	if len(d.Text) > MaxFile {
		d.Find(0, "file_too_large", "The file has %d bytes; at most %d are read.", len(d.Text), MaxFile)
		return false
	}
	if at := strings.IndexByte(d.Text, 0); at >= 0 {
		d.Find(at, "binary", "The file holds a NUL byte and is no text.")
		return false
	}
	if !utf8.ValidString(d.Text) {
		at := firstInvalid(d.Text)
		d.Find(at, "bad_utf8", "Byte 0x%02x is no valid UTF-8 here.", d.Text[at])
		return false
	}
	return true
}

func firstInvalid(text string) int {
	for at, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[at:], "\uFFFD") {
			return at
		}
	}
	return len(text)
}

// Place is [Position], counting on from the place asked for before: findings
// come mostly in the order of the file.
func (d *Doc) Place(at int) (line, column int) {
	at = min(max(at, 0), len(d.Text))
	begin := strings.LastIndexByte(d.Text[:at], '\n') + 1
	if begin < d.seen.at {
		d.seen.at, d.seen.line = 0, 0
	}
	d.seen.line += strings.Count(d.Text[d.seen.at:begin], "\n")
	d.seen.at = begin
	return 1 + d.seen.line, columnOf(d.Text, begin, at)
}

// Position turns an offset into a 1-based line and column, counted in code
// points as an editor does: a byte order mark is not counted.
func Position(text string, at int) (line, column int) {
	at = min(max(at, 0), len(text))
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	return 1 + strings.Count(text[:begin], "\n"), columnOf(text, begin, at)
}

func columnOf(text string, begin, at int) int {
	line := text[begin:at]
	if begin == 0 {
		line = strings.TrimPrefix(line, bom)
	}
	return 1 + utf8.RuneCountInString(line)
}

// Offset is the reverse of [Position]. It fails for a place the text has not.
func Offset(text string, line, column int) (int, bool) {
	at := 0
	if strings.HasPrefix(text, bom) {
		at = len(bom)
	}
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

// LineAt is the line that begins at an offset, without its end.
func LineAt(text string, at int) string {
	line := text[at:]
	if before, _, ok := strings.Cut(line, "\n"); ok {
		return strings.TrimSuffix(before, "\r")
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
