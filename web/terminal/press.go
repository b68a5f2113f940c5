package terminal

import (
	"fmt"
	"regexp"
	"strings"

	"lily/core/answer"
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
		f.givesBack()
	case !f.line.Empty():
		f.line.Clear()
	case f.leaves:
		f.left = errLeft
	default:
		f.leaves = true
		f.screen.say(row.Faint, "Press Ctrl-C once more to leave, or go on.")
	}
}

// givesBack makes the lines that wait their turn the one that is typed, where it can be edited.
func (f *Face) givesBack() {
	list := f.queue
	if f.queue = nil; len(list) == 0 {
		return
	}
	if !f.Redraw {
		f.screen.say(row.Yellow, "%s not sent.", map[bool]string{true: "A line that waited is", false: answer.Number(len(list), "line") + " that waited are"}[len(list) == 1])
		return
	}
	if !f.line.Empty() {
		list = append(list, f.line.Text())
	}
	f.line.Set(strings.Join(list, "\n"))
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
	if why := f.unsaid(e.text); why != "" {
		f.screen.say(row.Yellow, "%s", why)
		return
	}
	f.line.Key(keys.Key{Name: keys.Pasted, Text: e.text})
	f.entering(&f.line, nil)
}

// pressedKeys are what keys send where nobody reads keys: a sequence as ECMA-48 has it, or one of the application mode.
var pressedKeys = regexp.MustCompile("\x1b([\\[O][0-9;]*[A-Za-z~]|[bdfBDF]|$)|[\x01\x02\x05\x06\x0b\x0e\x10\x12\x14\x19]")

// unsaid says why a line that the terminal has read is not what the person means; empty for one that is.
func (f *Face) unsaid(text string) string {
	switch {
	case len(text) >= f.Port.MostLine():
		return fmt.Sprintf("The line was not sent: this terminal passes on %d bytes of one at most, so that its end may be lost. "+
			"Break it in shorter ones with a backslash at their ends, or put the text in a file of the project and name that.", f.Port.MostLine())
	case pressedKeys.MatchString(text):
		return "The line was not sent: it has keys that do nothing here, such as arrows. The terminal reads whole lines, so that there is no history " +
			"and no completion; Backspace and Ctrl-U mend a line."
	}
	return ""
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
