// Package row is text as the rows of a terminal hold it: styled, measured in columns, wrapped and cut.
//
// It promises that nothing but a [Pen] makes an escape sequence, and that no text of anyone is one: what could drive a
// terminal is visible in a [Span] from its making on. It writes to no terminal.
//
//	pen := row.Pen{Colour: true}
//	pen.Paint(row.Row{pen.Text(row.Bold, "evil\x1b[2J")}) // "\x1b[1mevil«U+001B»[2J\x1b[0m"
package row

import (
	"fmt"
	"strings"

	"lily/core/sight"
)

// Style is how a text looks; styles add up.
type Style uint16

// The styles. Colours are those that every theme of a terminal defines.
const (
	Plain Style = 0
	Bold  Style = 1 << (iota - 1)
	Faint
	Italic
	Underline
	Struck
	Red
	Green
	Yellow
	Cyan
)

// codes are the parameters of SGR, in the order of the bits.
var codes = [...]string{"1", "2", "3", "4", "9", "31", "32", "33", "36"}

// Span is a piece of text in one style, without what could drive a terminal.
type Span struct {
	style Style
	text  string
}

// Row is one line of a screen, or one that is to be wrapped.
type Row []Span

// Pen makes spans and paints them, as a terminal can show them.
type Pen struct {
	Colour bool // styles are shown
	ASCII  bool // the terminal's letters are those of ASCII alone
	Words  bool // what has a form is said in words, for who hears the screen
}

// Text is a piece of someone's text. Its lines and tabs stay.
func (p Pen) Text(s Style, text string) Span {
	text = sight.Show(strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\r\n", "\n"))
	if p.ASCII {
		text = ascii(text)
	}
	return Span{s, text}
}

// Of is a row of one style, with a format's text.
func (p Pen) Of(s Style, format string, args ...any) Row {
	return Row{p.Text(s, fmt.Sprintf(format, args...))}
}

// Either is one of two signs: the plainer one where the terminal shows no other.
func (p Pen) Either(sign, plain string) string {
	if p.ASCII || p.Words {
		return plain
	}
	return sign
}

// Mark is code amid a text: in marks where it has no colour of its own.
func (p Pen) Mark(code string) string {
	if p.Colour || p.Words {
		return code
	}
	return "`" + code + "`"
}

// Paint is a row as it is written to the terminal, without an end of line.
func (p Pen) Paint(r Row) string {
	var b strings.Builder
	for i := 0; i < len(r); {
		style, text := r[i].style, ""
		for ; i < len(r) && r[i].style == style; i++ {
			text += r[i].text
		}
		text = strings.NewReplacer("\n", " ", "\t", " ").Replace(text) // a row has neither
		if set := style.set(); p.Colour && set != "" && text != "" {
			b.WriteString("\x1b[" + set + "m" + text + "\x1b[0m")
		} else {
			b.WriteString(text)
		}
	}
	return b.String()
}

func (s Style) set() string {
	var on []string
	for i, code := range codes {
		if s&(1<<i) != 0 {
			on = append(on, code)
		}
	}
	return strings.Join(on, ";")
}

// Width is how many columns a row takes.
func (r Row) Width() (n int) {
	for _, s := range r {
		n += Columns(s.text)
	}
	return n
}

// String is the text of a row.
func (r Row) String() string {
	var b strings.Builder
	for _, s := range r {
		b.WriteString(s.text)
	}
	return b.String()
}

// Styled is a row with one more style on all of it.
func (r Row) Styled(more Style) Row {
	list := make(Row, len(r))
	for i, s := range r {
		list[i] = Span{s.style | more, s.text}
	}
	return list
}

// signs are what ASCII has in the place of signs that people read over.
var signs = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "–", "-", "—", "-", "…", "...", "·", "-",
	"•", "*", "→", "->", "«", "<", "»", ">", "☑", "[x]", "☐", "[ ]", "\u00a0", " ")

// ascii is a text in the letters of ASCII: every other one by its number.
func ascii(text string) string {
	var b strings.Builder
	for _, r := range signs.Replace(text) {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
	}
	return b.String()
}
