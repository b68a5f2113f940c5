package terminal

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"lily/core"
	"lily/core/event"
	"lily/web/terminal/device"
	"lily/web/terminal/keys"
	"lily/web/terminal/row"
	"lily/web/turns"
)

// ErrEnded is that a conversation was ended from outside: the context is over, or the terminal is closed.
var ErrEnded = errors.New("the session was ended by a signal")

var errLeft = errors.New("the person left")

// Run holds the conversation of a session, to its end. A turn that is under way then is cancelled, and waited for.
func (f *Face) Run(ctx context.Context, e *core.Engine, id string, hooks Hooks) error {
	if f.Redraw {
		if err := f.Port.Keys(); err != nil {
			return err
		}
	}
	f.engine, f.hooks = e, hooks
	f.hears.Store(true)
	if s, _ := e.State(id); f.Past != nil && s.Owner {
		for _, text := range f.Past.Lines() {
			f.line.Remember(text)
		}
	}
	f.enters(id)
	f.start()
	go f.read()
	err := f.loop(ctx)
	f.end()
	last := f.lastly(ctx)
	if errors.Is(err, last) {
		last = nil // it is said once
	}
	err = errors.Join(well(err), well(last))
	_ = f.screen.close() // one that is closed shows nothing
	f.hears.Store(false)
	close(f.over)
	return err
}

func well(err error) error {
	if errors.Is(err, errLeft) {
		return nil
	}
	return err
}

// lastly does what is done when a person has left.
func (f *Face) lastly(ctx context.Context) error {
	asking, cancel := context.WithCancelCause(ctx)
	if errors.Is(f.left, ErrEnded) {
		cancel(ErrEnded) // there is nobody to ask
	}
	now := f.Clock.Now()
	f.last, f.left, f.turn = true, nil, &turn{cancel: cancel, doing: "leaving", since: now, begun: now}
	go func() { f.send(done{Result: core.Result{Session: f.id}, err: f.hooks.Lastly(asking)}) }()
	_ = f.loop(ctx) // what is done says itself how it ended
	f.end()
	if ctx.Err() != nil && errors.Is(f.left, errLeft) {
		return ErrEnded
	}
	return f.left
}

// enters makes a session the one that is shown.
func (f *Face) enters(id string) {
	f.id, f.talk, f.items = id, turns.Talk{}, nil
	_, f.events = f.engine.State(id)
	f.talk.Take(f.events)
	for _, t := range f.talk.List {
		if !f.line.Knows(t.Input) {
			f.line.Remember(t.Input)
		}
	}
}

// keep keeps what was entered for later conversations. One that cannot is told once: what goes on is more than that.
func (f *Face) keep(text string) {
	s, _ := f.engine.State(f.id)
	if f.Past == nil || !s.Owner {
		return
	}
	if err := f.Past.Add(text); err != nil {
		f.screen.say(row.Yellow, "What you type is not kept for later sessions: %s.", strings.TrimSuffix(err.Error(), "."))
		f.Past = nil
	}
}

// read reads what is typed until its end.
func (f *Face) read() {
	if !f.Redraw {
		f.readLines()
		return
	}
	part := make([]byte, 64<<10)
	for {
		n, err := f.Port.Read(part)
		if n > 0 {
			f.send(typed{append([]byte{}, part[:n]...), f.shown.Load()})
		}
		if err != nil {
			f.send(closed{})
			return
		}
	}
}

func (f *Face) readLines() {
	in := bufio.NewReader(f.Port)
	for {
		line, err := in.ReadString('\n')
		if line != "" && (err == nil || err == io.EOF) {
			f.send(entry{strings.TrimRight(line, "\r\n"), f.shown.Load()})
		}
		if err != nil {
			f.send(closed{})
			return
		}
	}
}

// escapes is how long a terminal may take to send the rest of a key.
const escapes = 50 * time.Millisecond

// loop hears all that happens, and draws.
func (f *Face) loop(ctx context.Context) error {
	for f.left == nil {
		if f.asked != nil && f.asked.number == 0 {
			f.asked.number = f.shown.Add(1)
		}
		if err := f.screen.draw(f.view()); err != nil {
			f.left = ErrEnded // nobody sees it
			break
		}
		var rest, tick <-chan time.Time
		if f.keys.Waiting() {
			rest = time.After(escapes)
		}
		if f.turn != nil {
			tick = f.Clock.Tick
		}
		select {
		case m := <-f.news:
			f.hear(m)
			f.hearMore()
		case told := <-f.Port.Told():
			f.told(told)
		case <-rest:
			f.pressed(f.keys.Rest(), f.shown.Load())
		case <-tick:
		case <-ctx.Done():
			f.left = ErrEnded
		}
	}
	return f.left
}

// hearMore hears what has come meanwhile, so that it is drawn once.
func (f *Face) hearMore() {
	for range cap(f.news) {
		select {
		case m := <-f.news:
			f.hear(m)
		default:
			return
		}
	}
}

func (f *Face) hear(m any) {
	switch m := m.(type) {
	case typed:
		f.pressed(f.keys.Read(m.part), m.after)
	case entry:
		f.screen.forget()
		f.entered(m)
	case closed:
		f.left = cmp.Or(f.left, ErrEnded)
		if !f.Redraw { // the end of lines is how a person leaves there
			f.left = errLeft
		}
	case delta:
		f.arrives(m)
	case event.Event:
		f.happened(m)
	case said:
		f.screen.say(row.Plain, "%s", strings.TrimSuffix(string(m), "\n"))
	case *question:
		f.asked = m
	case far:
		if f.turn != nil {
			f.turn.far = fmt.Sprintf(": %d of %d files", m.done, m.of)
		}
	case worked:
		f.did(m)
	case done:
		f.finished(m)
	}
}

func (f *Face) told(what string) {
	switch what {
	case device.Interrupted:
		f.screen.was += " " // the terminal has shown ^C in the row
		f.interrupt()
	case device.Continued:
		f.screen.forget()
		if f.Redraw {
			f.left = f.Port.Again()
		}
	}
}

// end ends the turn that is under way, and waits for its end, so that it is recorded.
func (f *Face) end() {
	if f.turn != nil {
		f.turn.cancel(ErrEnded)
	}
	f.answer("", false)
	for f.turn != nil {
		f.hear(<-f.news)
		f.answer("", false)
	}
	f.queue = nil
}

// answer gives the answer of the question that waits.
func (f *Face) answer(text string, is bool) {
	if f.asked == nil {
		return
	}
	if is {
		f.asked.answer <- text
	}
	close(f.asked.answer)
	if f.asked = nil; f.turn != nil {
		f.turn.since = f.Clock.Now() // a person may take their time
	}
}

// view is what stands below the scroll-back.
func (f *Face) view() view {
	switch {
	case f.asked != nil:
		return f.questioned()
	case f.turn != nil:
		return f.underWay()
	}
	return f.prompted()
}

// prompted is the prompt, with what was typed.
func (f *Face) prompted() (v view) {
	var below []row.Row
	text, found, seeks := f.line.Seeks()
	switch {
	case seeks:
		below = []row.Row{f.sought(text, found)}
	case f.menu != nil && f.Redraw:
		below = f.menu.rows(&f.screen)
	}
	v.rows, v.at, v.column = f.line.Rows(f.Pen, f.prompt(), f.screen.columns(), f.screen.height()-1-len(below))
	v.rows = append(v.rows, below...)
	return v
}

// sought says what is looked for among what was entered before.
func (f *Face) sought(text string, found bool) row.Row {
	said := "search: " + strings.Join(strings.Fields(text), " ")
	if !found {
		said += " (nothing has it)"
	}
	return f.screen.oneRow(f.Pen.Of(row.Faint, "%s", said+" · Ctrl-R goes on, Ctrl-G goes back"))
}

// questioned is a question's prompt, in as many rows as it takes, with what was typed behind it.
func (f *Face) questioned() (v view) {
	columns := f.screen.columns()
	above := row.Wrap(f.Pen.Of(row.Bold, "%s", strings.TrimSpace(f.asked.prompt)), columns-answered, nil)
	last := append(above[len(above)-1], f.Pen.Text(row.Plain, " "))
	v.rows, v.at, v.column = f.asked.line.Rows(f.Pen, last, columns, f.screen.height())
	v.rows, v.at = append(above[:len(above)-1:len(above)-1], v.rows...), v.at+len(above)-1
	return v
}

const answered = 8 // columns that stay free for an answer

func (f *Face) prompt() row.Row { return f.Pen.Of(row.Bold|row.Cyan, "> ") }

func lastLine(text string) (lines, rest string) {
	at := strings.LastIndexByte(text, '\n') + 1
	return text[:at], text[at:]
}

// pressed does what keys say. What was pressed before a question was shown answers nothing.
func (f *Face) pressed(list []keys.Key, after int64) {
	for _, k := range list {
		if f.left == nil {
			f.press(k, f.asks(after))
		}
	}
}

// asks is the question that something answers which came after so many questions; nil for none.
func (f *Face) asks(after int64) *question {
	if f.asked == nil || f.asked.number == 0 || after < f.asked.number {
		return nil
	}
	return f.asked
}
