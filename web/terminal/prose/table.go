package prose

import (
	"strings"

	gfm "github.com/yuin/goldmark/extension/ast"

	"lily/core/answer"
	"lily/web/terminal/row"
)

// table shows a table of Markdown.
func (w *writer) table(n *gfm.Table) {
	var lines [][]row.Row
	for line := n.FirstChild(); line != nil; line = line.NextSibling() {
		_, head := line.(*gfm.TableHeader)
		style := map[bool]row.Style{true: row.Bold}[head]
		var cells []row.Row
		for c := line.FirstChild(); c != nil; c = c.NextSibling() {
			cells = append(cells, w.inline(c, style))
		}
		lines = append(lines, cells)
	}
	within := w.Style
	within.Columns = max(w.Columns-w.indent.Width(), 10)
	for _, r := range within.table(lines) {
		begin := w.indent
		if w.first != nil {
			begin, w.first = w.first, nil
		}
		w.rows = append(w.rows, append(append(row.Row{}, begin...), r...))
	}
}

const (
	gap       = 2   // columns between those of a table
	narrowest = 8   // that a column of a table is made
	mostRows  = 500 // of a table; what is more is counted
)

// table aligns cells below each other; the first line is their heads. One that does not fit is a list of its lines, and
// so is one in words.
func (s Style) table(lines [][]row.Row) (rows []row.Row) {
	if len(lines) == 0 {
		return nil
	}
	left := 0
	if n := len(lines) - 1 - mostRows; n > 0 {
		lines, left = lines[:mostRows+1], n
	}
	widths, ok := s.widths(lines)
	if !ok || s.Pen.Words {
		rows = s.records(lines)
	} else {
		for _, cells := range lines {
			rows = append(rows, s.line(cells, widths)...)
		}
	}
	if left > 0 {
		rows = append(rows, s.Pen.Of(row.Faint, "%s", answer.Number(left, "more row")))
	}
	return rows
}

// widths are those of the columns: as wide as their widest cell, and where that is too much, the widest are made
// narrower; false where even so they do not fit.
func (s Style) widths(lines [][]row.Row) (widths []int, ok bool) {
	for _, cells := range lines {
		for i, c := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], c.Width())
		}
	}
	over := gap*(len(widths)-1) - s.Columns
	for _, w := range widths {
		over += w
	}
	for ; over > 0; over-- {
		widest := 0
		for i, w := range widths {
			if w >= widths[widest] { // the last of them is most often the text
				widest = i
			}
		}
		if widths[widest] <= narrowest {
			return widths, false
		}
		widths[widest]--
	}
	return widths, true
}

// line is a line of cells, each wrapped within its column.
func (s Style) line(cells []row.Row, widths []int) (rows []row.Row) {
	parts, most := make([][]row.Row, len(cells)), 0
	for i, c := range cells {
		parts[i] = row.Wrap(c, max(widths[i], 2), nil)
		most = max(most, len(parts[i]))
	}
	for n := range most {
		var r row.Row
		pad := 0
		for i := range cells {
			cell := row.Row{}
			if n < len(parts[i]) {
				cell = parts[i][n]
			}
			if cell.Width() > 0 {
				r = append(append(r, s.Pen.Text(row.Plain, strings.Repeat(" ", pad))), cell...)
				pad = 0
			}
			pad += widths[i] - cell.Width() + gap
		}
		rows = append(rows, r)
	}
	return rows
}

// records are the lines of a table one below the other, each cell behind its head.
func (s Style) records(lines [][]row.Row) (rows []row.Row) {
	for i, cells := range lines[1:] {
		if s.Pen.Words {
			rows = append(rows, s.Pen.Of(row.Plain, "Row %d of %d:", i+1, len(lines)-1))
		} else if i > 0 {
			rows = append(rows, nil)
		}
		for j, c := range cells {
			if c.Width() == 0 {
				continue
			}
			text := c
			if j < len(lines[0]) && lines[0][j].Width() > 0 {
				text = append(append(append(row.Row{}, lines[0][j]...), s.Pen.Text(row.Plain, ": ")), c...)
			}
			rows = append(rows, row.Wrap(text, s.Columns, s.Pen.Of(row.Plain, "  "))...)
		}
	}
	return rows
}

// Answer is an answer as rows.
func (s Style) Answer(a answer.Answer) (rows []row.Row) {
	for i, b := range a {
		if i > 0 && (b.Kind != answer.Text || b.Title != "") {
			rows = append(rows, nil)
		}
		if b.Title != "" {
			rows = append(rows, row.Wrap(s.Pen.Of(row.Bold, "%s:", answer.Line(b.Title)), s.Columns, nil)...)
		}
		rows = append(rows, s.block(b)...)
	}
	return rows
}

func (s Style) block(b answer.Block) (rows []row.Row) {
	switch b.Kind {
	case answer.Markdown:
		return s.Markdown(b.Text)
	case answer.Table:
		return s.table(s.cells(b))
	case answer.Definitions:
		for _, r := range b.Rows {
			text := append(s.Pen.Of(row.Cyan, "%s: ", answer.Line(r[0])), s.Pen.Text(row.Plain, strings.Join(r[1:], " ")))
			rows = append(rows, row.Wrap(text, s.Columns, s.Pen.Of(row.Plain, "  "))...)
		}
		return rows
	case answer.List:
		for _, r := range b.Rows {
			rows = append(rows, row.Wrap(s.Pen.Of(row.Plain, "%s %s", s.Pen.Either("•", "-"), strings.Join(r, " ")), s.Columns, s.Pen.Of(row.Plain, "  "))...)
		}
		return rows
	}
	return s.written(row.Plain, b.Text)
}

func (s Style) cells(b answer.Block) (lines [][]row.Row) {
	line := func(style row.Style, cells []string) {
		var list []row.Row
		for _, c := range cells {
			list = append(list, s.Pen.Of(style, "%s", answer.Line(c)))
		}
		lines = append(lines, list)
	}
	line(row.Bold, b.Columns)
	for _, r := range b.Rows {
		line(row.Plain, r)
	}
	return lines
}
