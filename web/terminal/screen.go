package terminal

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lily/web/terminal/row"
)

// screen writes rows into the scroll-back, and below them what is drawn anew.
type screen struct {
	Port
	pen     row.Pen
	redraws bool

	above []row.Row // that are to be written
	was   string    // what is drawn below
	rows  []row.Row // of it
	at    int       // the row of it that has the cursor
}

// view is what is drawn below the scroll-back: rows, and where the cursor stands in them.
type view struct {
	rows       []row.Row
	at, column int
}

// columns is how wide rows may be: the cursor stands behind the longest still.
func (s *screen) columns() int {
	columns, _ := s.Size()
	return max(columns-1, 8)
}

func (s *screen) print(rows ...row.Row) { s.above = append(s.above, rows...) }

// say prints a text, wrapped.
func (s *screen) say(style row.Style, format string, args ...any) {
	s.print(row.Wrap(s.pen.Of(style, format, args...), s.columns(), nil)...)
}

// draw writes what was printed, and draws the view below it.
func (s *screen) draw(v view) error {
	if !s.redraws {
		return s.append(v)
	}
	v = v.within(s.height())
	below := s.below(v)
	if len(s.above) == 0 && below == s.was {
		return nil
	}
	var b strings.Builder
	b.WriteString(s.erase())
	for _, r := range s.above {
		b.WriteString(s.pen.Paint(r) + "\r\n")
	}
	b.WriteString(below)
	s.above, s.was, s.rows, s.at = nil, below, v.rows, v.at
	_, err := io.WriteString(s.Port, b.String())
	return err
}

func (s *screen) height() int {
	_, rows := s.Size()
	return max(rows-1, 2)
}

// within is a view of at most so many rows, the last ones.
func (v view) within(most int) view {
	if n := len(v.rows) - most; n > 0 {
		v.rows, v.at = v.rows[n:], max(0, v.at-n)
	}
	return v
}

func (s *screen) below(v view) string {
	if len(v.rows) == 0 {
		return ""
	}
	var b strings.Builder
	for i, r := range v.rows {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(s.pen.Paint(r))
	}
	b.WriteString("\r" + up(len(v.rows)-1-v.at))
	if v.column > 0 {
		fmt.Fprintf(&b, "\x1b[%dC", v.column)
	}
	return b.String()
}

// erase goes to where what is drawn begins, and takes it away. A terminal that was made narrower has broken its rows.
func (s *screen) erase() string {
	columns, _ := s.Size()
	above := 0
	for _, r := range s.rows[:min(s.at, len(s.rows))] {
		above += max(1, (r.Width()+columns-1)/columns)
	}
	s.rows, s.at, s.was = nil, 0, ""
	return "\r" + up(above) + "\x1b[J"
}

func up(rows int) string {
	if rows < 1 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dA", rows)
}

// append writes what was printed, and the last row of the view where that is another one.
func (s *screen) append(v view) error {
	var b strings.Builder
	if s.was != "" && len(s.above) > 0 {
		b.WriteString("\n")
	}
	for _, r := range s.above {
		b.WriteString(s.pen.Paint(r) + "\n")
	}
	if len(v.rows) == 0 {
		s.was = ""
	} else if prompt := s.pen.Paint(v.rows[len(v.rows)-1]); prompt != s.was || len(s.above) > 0 {
		b.WriteString(prompt)
		s.was = prompt
	}
	s.above = nil
	_, err := io.WriteString(s.Port, b.String())
	return err
}

// close takes away what is drawn.
func (s *screen) close() error {
	if !s.redraws {
		return s.append(view{})
	}
	return s.draw(view{})
}

// forget is after something else has written on the terminal: what was drawn is gone.
func (s *screen) forget() { s.rows, s.at, s.was = nil, 0, "" }

// head is the first of some rows, and a word on how many there are behind them.
func (s *screen) head(rows []row.Row, most int) []row.Row {
	if len(rows) <= most {
		return rows
	}
	return append(slices.Clone(rows[:most]), s.pen.Of(row.Faint, "… %d more rows", len(rows)-most))
}
