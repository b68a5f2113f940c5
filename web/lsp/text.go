package lsp

import (
	"strings"
	"unicode/utf8"

	"lily/core/frontmatter"
)

// position and area are places as the protocol counts them: from 0, in units of the encoding that was agreed on.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type area struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// units counts columns: in bytes of UTF-8, in units of UTF-16, or in code points.
type units string

const (
	utf8Units  units = "utf-8"
	utf16Units units = "utf-16"
	utf32Units units = "utf-32"
)

func (u units) of(r rune, size int) int {
	switch {
	case u == utf8Units:
		return size
	case u == utf16Units && r > 0xFFFF:
		return 2
	}
	return 1
}

// nextLine is where the line after the one that begins at an offset begins, and where this one ends without its end.
func nextLine(text string, at int) (next, end int, more bool) {
	n := strings.IndexAny(text[at:], "\r\n")
	if n < 0 {
		return len(text), len(text), false
	}
	end = at + n
	if strings.HasPrefix(text[end:], "\r\n") {
		return end + 2, end, true
	}
	return end + 1, end, true
}

// offset is where a position is. What is beyond a line is its end, and what is beyond the text is the text's, as the
// protocol says of the first and editors do with the second; a negative one is none.
func (u units) offset(text string, p position) (int, bool) {
	if p.Line < 0 || p.Character < 0 {
		return 0, false
	}
	at := 0
	for range p.Line {
		next, _, more := nextLine(text, at)
		if !more {
			return len(text), true
		}
		at = next
	}
	_, end, _ := nextLine(text, at)
	for column := 0; at < end; {
		r, size := utf8.DecodeRuneInString(text[at:end])
		if column += u.of(r, size); column > p.Character { // also one in the midst of a character
			break
		}
		at += size
	}
	return at, true
}

// position is the reverse of [units.offset].
func (u units) position(text string, at int) position {
	at = min(max(at, 0), len(text))
	p, from := position{}, 0
	for {
		next, end, more := nextLine(text, from)
		if !more || at < next {
			at = min(at, end)
			break
		}
		p.Line, from = p.Line+1, next
	}
	for from < at {
		r, size := utf8.DecodeRuneInString(text[from:])
		p.Character += u.of(r, size)
		from += size
	}
	return p
}

// lines counts the lines of a text.
func lines(text string) int {
	n := 1
	for at := 0; ; n++ {
		next, _, more := nextLine(text, at)
		if !more {
			return n
		}
		at = next
	}
}

// change is one change of a text: of an area, or of all of it.
type change struct {
	Range *area  `json:"range"`
	Text  string `json:"text"`
}

// apply makes a change.
func (u units) apply(text string, c change) (string, *wrong) {
	if c.Range == nil {
		return c.Text, nil
	}
	from, ok := u.offset(text, c.Range.Start)
	to, ok2 := u.offset(text, c.Range.End)
	if !ok || !ok2 || to < from {
		return text, refuse(invalidParams, "got a change from %d:%d to %d:%d, which is no range",
			c.Range.Start.Line, c.Range.Start.Character, c.Range.End.Line, c.Range.End.Character)
	}
	return text[:from] + c.Text + text[to:], nil
}

// placed is the area from a place of a finding, which counts lines and code points from 1, to the end of the word there.
func (u units) placed(text string, line, column int) area {
	from, ok := frontmatter.Offset(text, line, column)
	if !ok {
		from, _ = frontmatter.Offset(text, line, 1)
	}
	rest := frontmatter.LineAt(text, from)
	n := strings.IndexAny(rest, " \t)`\"'>")
	if n <= 0 {
		n = len(rest)
	}
	return area{u.position(text, from), u.position(text, from+n)}
}
