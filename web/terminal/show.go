package terminal

import (
	"strings"

	"lily/core/answer"
	"lily/web/terminal/prose"
	"lily/web/terminal/row"
)

const widest = 100 // columns of a text that is read

// prose is how texts are shown here.
func (f *Face) prose() prose.Style {
	return prose.Style{Pen: f.Pen, Columns: min(f.screen.columns(), widest)}
}

// show shows an answer, over the whole width.
func (f *Face) show(a answer.Answer) {
	if a.Text() == "" {
		return
	}
	f.screen.print(prose.Style{Pen: f.Pen, Columns: f.screen.columns()}.Answer(a)...)
}

// flow puts what stands of the reply into the scroll-back.
func (f *Face) flow() {
	t := f.turn
	t.flow.Grow(t.reply)
	if n := t.flow.From(); n > t.shown {
		f.written(t.reply[t.shown:n])
		t.shown = n
	}
}

// written prints a part of a reply, with a blank row between it and the part before.
func (f *Face) written(source string) {
	rows := f.prose().Markdown(source)
	if len(rows) == 0 {
		return
	}
	if f.turn.shown > 0 {
		f.screen.print(nil)
	}
	f.screen.print(rows...)
}

const mostOpen = 8 << 10 // bytes of a block that is read while it grows

// rest is what has arrived of a reply and may still change.
func (f *Face) rest() []row.Row {
	t := f.turn
	open := t.reply[t.shown:]
	if len(open) > mostOpen { // what is above has left the screen, and each look would read all of it
		tail := strings.ToValidUTF8(open[len(open)-mostOpen:], "")
		return row.Wrap(f.Pen.Of(row.Plain, "%s", tail), f.screen.columns(), nil)
	}
	rows := f.prose().Markdown(open)
	if len(rows) > 0 && t.shown > 0 {
		rows = append([]row.Row{nil}, rows...)
	}
	return rows
}
