package edit

import (
	"slices"
	"strings"

	"lily/web/terminal/row"
)

// up goes to the line of the text above, and from the first to what was entered before.
func (l *Line) up() {
	from := l.at
	if l.home(); l.at == 0 {
		l.at = from
		l.earlier()
		return
	}
	column := from - l.at
	l.at--
	l.home()
	l.along(column)
}

func (l *Line) down() {
	from := l.at
	l.home()
	column := from - l.at
	l.at = from
	if l.end(); l.at == len(l.text) {
		l.at = from
		l.later()
		return
	}
	l.at++
	l.along(column)
}

// along goes right within a line, by the column that was last asked for.
func (l *Line) along(column int) {
	if l.want > 0 {
		column = l.want - 1
	}
	l.want = column + 1
	for ; column > 0 && l.at < len(l.text) && l.text[l.at] != '\n'; column-- {
		l.at++
	}
	for l.joined(l.at) {
		l.at--
	}
}

func (l *Line) earlier() { l.show(l.place - 1) }
func (l *Line) later()   { l.show(l.place + 1) }
func (l *Line) first()   { l.show(0) }
func (l *Line) last()    { l.show(len(l.past)) }

// show shows what was entered before, or the draft.
func (l *Line) show(place int) {
	if place < 0 || place > len(l.past) || place == l.place {
		return
	}
	if l.place == len(l.past) {
		l.draft = l.Text()
	}
	text := l.draft
	if place < len(l.past) {
		text = l.past[place]
	}
	l.Set(text)
	l.place = place
}

// Rows are the line as rows behind a prompt, and where in them the cursor stands. Of more rows than the most those
// around the cursor are there, and a word on how many are not.
func (l *Line) Rows(pen row.Pen, prompt row.Row, columns, most int) (list []row.Row, at, column int) {
	d := drawn{pen: pen, columns: max(columns, prompt.Width()+2), row: prompt, width: prompt.Width()}
	d.indent = pen.Of(row.Plain, "%s", strings.Repeat(" ", prompt.Width()))
	for i := 0; i < len(l.text); {
		n := i + 1
		for l.joined(n) {
			n++
		}
		if d.put(l.text[i:n], l.at >= i && l.at < n); l.text[i] == '\n' {
			d.end()
		}
		i = n
	}
	if l.AtEnd() {
		d.mark()
	}
	d.end()
	return d.around(most)
}

// drawn gathers rows.
type drawn struct {
	pen         row.Pen
	columns     int
	indent, row row.Row
	width       int
	text        strings.Builder // that follows the row
	rows        []row.Row
	at, column  int // of the cursor
}

// put puts a character into the row, or into the next where it does not fit.
func (d *drawn) put(letter []rune, cursor bool) {
	var shown string
	if letter[0] != '\n' {
		shown = row.Row{d.pen.Text(row.Plain, string(letter))}.String()
	}
	if shown == "\t" {
		shown = "    "
	}
	n := row.Columns(shown)
	if d.width+n > d.columns {
		d.end()
	}
	if cursor {
		d.mark()
	}
	d.text.WriteString(shown)
	d.width += n
}

func (d *drawn) mark() { d.at, d.column = len(d.rows), min(d.width, d.columns) }

func (d *drawn) end() {
	d.rows = append(d.rows, append(slices.Clip(d.row), d.pen.Text(row.Plain, d.text.String())))
	d.row, d.width = d.indent, d.indent.Width()
	d.text.Reset()
}

// around are the rows around the cursor.
func (d *drawn) around(most int) ([]row.Row, int, int) {
	if most = max(most, 3); len(d.rows) <= most {
		return d.rows, d.at, d.column
	}
	room := most - 2
	from := min(max(0, d.at-room/2), len(d.rows)-room)
	list := slices.Clone(d.rows[from : from+room])
	above := d.pen.Of(row.Faint, "%s%d rows above", d.indent.String(), from)
	below := d.pen.Of(row.Faint, "%s%d rows below", d.indent.String(), len(d.rows)-from-room)
	return append(append([]row.Row{above}, list...), below), d.at - from + 1, d.column
}
