package terminal

import (
	"strings"

	"lily/web/terminal/edit"
	"lily/web/terminal/keys"
	"lily/web/terminal/row"
)

// press does what a key says to a question, or to the next line.
func (f *Face) press(k keys.Key, to *question) {
	line := &f.line
	if to != nil {
		line = &to.line
	}
	if k.Name != "ctrl-c" {
		f.leaves = false
	}
	switch {
	case to == nil && line.Seek(k):
		f.menu = nil
	case to == nil && f.menus(k):
	case k.Name == "ctrl-c":
		f.interrupt()
	case k.Name == "ctrl-z":
		f.stop()
	case k.Name == "ctrl-l":
		f.clear()
	case k.Name == "ctrl-d" && line.Empty():
		f.hangUp(to)
	case k.Name == "enter":
		f.entering(line, to)
	default:
		line.Key(k)
	}
}

// entering is Enter: the answer of a question, or a line that does not go on.
func (f *Face) entering(line *edit.Line, to *question) {
	switch {
	case to != nil:
		f.screen.print(f.questioned().rows...)
		f.answer(line.Text(), true)
	case !line.Goes():
		f.enter(line.Enter())
	}
}

// interrupt is Ctrl-C: it ends the turn, clears the line, or asks once whether to leave.
func (f *Face) interrupt() {
	switch {
	case f.turn != nil:
		f.turn.stop()
		f.answer("", false)
	case !f.line.Empty():
		f.line.Clear()
	case f.leaves:
		f.left = errLeft
	default:
		f.leaves = true
		f.screen.say(row.Faint, "Press Ctrl-C once more to leave, or go on.")
	}
}

// hangUp is Ctrl-D on an empty line: no to a question, and else the end.
func (f *Face) hangUp(to *question) {
	switch {
	case to != nil:
		f.answer("", false)
	case f.turn == nil:
		f.left = errLeft
	}
}

func (f *Face) stop() {
	if err := f.screen.close(); err == nil {
		f.left = f.Port.Stop()
	}
	f.screen.forget()
}

func (f *Face) clear() {
	f.screen.forget()
	_, _ = f.Port.Write([]byte("\x1b[H\x1b[2J")) // drawing tells of a terminal that is gone
}

// entered is a line of a terminal that reads lines.
func (f *Face) entered(e entry) {
	to := f.asks(e.after)
	if f.leaves = false; to != nil {
		f.answer(e.text, true)
		return
	}
	f.line.Key(keys.Key{Name: keys.Pasted, Text: e.text})
	f.entering(&f.line, nil)
}

// enter takes a line that was entered, for now or for after the turn.
func (f *Face) enter(text string) {
	f.keep(text)
	f.take(text)
}

// take takes one that was entered before, too.
func (f *Face) take(text string) {
	switch {
	case f.turn != nil && strings.TrimSpace(text) != "":
		f.queue = append(f.queue, text)
	case f.turn == nil:
		f.echo(f.prompt(), text)
		f.begin(text)
	}
}

const mostEcho = 20 // rows of what was entered

// echo leaves what was entered in the scroll-back, where the terminal has not shown it.
func (f *Face) echo(prompt row.Row, text string) {
	if !f.Redraw {
		return
	}
	var l edit.Line
	l.Set(text)
	rows, _, _ := l.Rows(f.Pen, prompt, f.screen.columns(), 1<<30)
	f.screen.print(f.screen.head(rows, mostEcho)...)
}
