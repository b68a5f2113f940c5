package html

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/diff"
	"lily/core/sight"
	"lily/web/words"
)

// The bounds of what a text shows at first, and adds at each request.
const (
	codeRows  = 200
	codeBytes = 64 << 10
	codePiece = 4 << 10 // bytes of a row; a longer line takes several
)

// Code is a text with the numbers of its lines, which is read before it runs: nothing hides
// beyond the edge, and what shows nothing is made visible (PO-6).
type Code struct {
	app.Compo
	Source string
	Label  string

	pages int // how often more was asked for
}

// codeRow is a line, or a piece of one.
type codeRow struct {
	Line int // counted from 1; 0 for what goes on with the line before
	Text string
}

// Render implements [app.Composer].
func (l *Code) Render() app.UI {
	rows, left := rowsOf(l.Source, (l.pages+1)*codeRows, (l.pages+1)*codeBytes)
	return With("div", "",
		With("pre", "listing", app.Range(rows).Slice(func(i int) app.UI {
			number := ""
			if rows[i].Line > 0 {
				number = strconv.Itoa(rows[i].Line)
			}
			text := Text("span", "text", sight.Exact(rows[i].Text)+"\n")
			return With("span", "line", Text("span", "number", number), text)
		})).TabIndex(0).Role("group").Aria("label", sight.Show(l.Label)),
		When(left > 0, func() app.UI {
			return With("div", "row-of-acts",
				Text("span", "hint", words.Size(int64(left))+" more."),
				Button("Show more lines", "Show more lines of "+l.Label, func() { l.pages++ }, "small"),
			)
		}),
	)
}

// rowsOf cuts a text into rows, at most so many and of so many bytes; left are bytes.
func rowsOf(text string, most, size int) (rows []codeRow, left int) {
	crlf := words.LineEnds(text) == "CRLF"
	for n := 1; text != "" && len(rows) < most && size > 0; n++ {
		line, rest, _ := strings.Cut(text, "\n")
		if text = rest; crlf {
			line = strings.TrimSuffix(line, "\r")
		}
		for number := n; ; number = 0 {
			piece := cut(line, codePiece)
			rows = append(rows, codeRow{number, piece})
			size -= len(piece) + 1
			if line = line[len(piece):]; line == "" {
				break
			}
			if len(rows) >= most || size <= 0 {
				return rows, len(line) + len(text)
			}
		}
	}
	return rows, len(text)
}

// cut is the beginning of a text, of at most so many bytes, and whole characters.
func cut(text string, most int) string {
	for n := most; len(text) > most && n > most-utf8.UTFMax; n-- {
		if utf8.RuneStart(text[n]) {
			return text[:n]
		}
	}
	return text[:min(most, len(text))]
}

// Oddities say what a reader of a text should know: whether it is one, and where it shows nothing.
func Oddities(text string) (list []string) {
	const most = 10 // lines that are named
	if !utf8.ValidString(text) {
		list = append(list, "It is not all text: bytes that are none are shown as «FF».")
	}
	crlf := words.LineEnds(text) == "CRLF"
	if crlf {
		list = append(list, "Its lines end with a carriage return, too.")
	}
	var lines []string
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSuffix(line, "\n"); crlf {
			line = strings.TrimSuffix(line, "\r")
		}
		if sight.Exact(line) != line {
			lines = append(lines, strconv.Itoa(n))
		}
	}
	switch many := len(lines); {
	case many > most:
		list = append(list, "Characters that show nothing are marked with « » in "+answer.Number(many, "line")+", from line "+lines[0]+" on.")
	case many > 0:
		list = append(list, "Characters that show nothing are marked with « », in line "+words.List(lines)+".")
	}
	return list
}

// DiffBox shows a comparison, and how much of it is left out.
func DiffBox(list []diff.Line, left int) app.UI {
	return With("div", "",
		With("pre", "diff", app.Range(list).Slice(func(i int) app.UI { return DiffRow(list[i]) })).TabIndex(0),
		When(left > 0, func() app.UI { return Text("p", "hint", "And "+answer.Number(left, "more line")+".") }),
	)
}

// DiffRow is a line with its sign; a reader is told by the element, too.
func DiffRow(l diff.Line) app.UI {
	if l.Sign == '@' {
		return Text("span", "line gap", "…\n")
	}
	line := strings.TrimSuffix(l.Text, "\n")
	if l.Sign == ' ' || !strings.HasSuffix(line, "\r") {
		line = strings.TrimRight(line, "\r\n")
	}
	tag := map[byte]string{'+': "ins", '-': "del", ' ': "span"}[l.Sign]
	return Text(tag, "line", string(l.Sign)+" "+sight.Exact(line)+"\n")
}
