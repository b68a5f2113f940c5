package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lily/core"
	"lily/core/coretest"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
	"lily/persona"
	"lily/web/terminal/device"
	"lily/web/terminal/row"
	"lily/web/terminal/screentest"
)

// desk is a face on a screen that a test sees, and the keys that it presses.
type desk struct {
	*screentest.Screen
	t     *testing.T
	face  *Face
	e     *core.Engine
	typed *io.PipeWriter
	keys  *io.PipeReader
	told  chan string
	tick  chan time.Time
	now   atomic.Int64 // seconds
	over  chan error
	stops int
	asks  string // when the person has left
	end   context.CancelFunc
}

func (d *desk) Read(p []byte) (int, error) { return d.keys.Read(p) }
func (d *desk) lastly(ctx context.Context) error {
	if d.asks == "" {
		return nil
	}
	answer, err := d.face.Asker()(ctx, d.asks)
	fmt.Fprintf(d.face.Told(), "told %q\n", answer)
	return err
}
func (d *desk) MostLine() int       { return 4095 }
func (d *desk) Told() <-chan string { return d.told }
func (d *desk) Keys() error         { return nil }
func (d *desk) Again() error        { return nil }
func (d *desk) Stop() error         { d.stops++; return nil }

// sat is a desk with some skills and a model.
func sat(t *testing.T, m model.Model, change func(*Config), files ...string) *desk {
	t.Helper()
	return satBefore(t, m, change, nil, files...)
}

// satBefore is one before a project of which something is kept aside.
func satBefore(t *testing.T, m model.Model, change func(*Config), aside Aside, files ...string) *desk {
	t.Helper()
	d := &desk{
		Screen: screentest.New(60, 16, false), t: t, told: make(chan string), tick: make(chan time.Time), over: make(chan error, 1),
	}
	d.keys, d.typed = io.Pipe()
	c := Config{Port: d, Redraw: true, Begins: "nothing is kept", Clock: Clock{func() time.Time { return time.Unix(d.now.Load(), 0) }, d.tick}}
	if change != nil {
		change(&c)
	}
	if !c.Redraw {
		d.Screen = screentest.New(60, 16, true)
	}
	d.face = New(c)
	var b tree.Builder
	files = append(files, "skills/haiku/SKILL.md", "---\nname: haiku\ndescription: Writes a haiku.\n---\nWrite one.\n")
	for i := 0; i < len(files); i += 2 {
		if err := b.Put(files[i], []byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	w, err := world.New(tree.Tree{}, persona.Files())
	if err != nil {
		t.Fatal(err)
	}
	skills, _ := b.Tree().At("skills")
	w = w.With("bundled/skills", skills)
	if rest, err := b.Tree().Remove("skills"); err == nil && !rest.Equal(tree.Tree{}) {
		w = w.With("workspace", rest)
	}
	d.e = core.New(w, tool.Builtin(), core.Ports{Model: m, Person: d.face, Sessions: d.face.Watching(core.Memory{})})
	id, err := d.e.Open(true)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	d.end = end
	go func() {
		d.over <- d.face.Run(ctx, d.e, id, Hooks{Sync: func(context.Context, io.Writer) error { return nil }, Lastly: d.lastly, Aside: aside})
	}()
	t.Cleanup(func() { end(); d.keys.Close() })
	return d
}

// press presses keys.
func (d *desk) press(keys string) {
	d.t.Helper()
	if _, err := io.WriteString(d.typed, keys); err != nil {
		d.t.Fatal(err)
	}
}

// sees waits for the end of what is shown to be a text.
func (d *desk) sees(want string) {
	d.t.Helper()
	d.until(func(all string) bool { return strings.HasSuffix(all, strings.Trim(want, "\n")) }, want)
}

// has waits for a text somewhere.
func (d *desk) has(want string) {
	d.t.Helper()
	d.until(func(all string) bool { return strings.Contains(all, want) }, want)
}

func (d *desk) until(is func(string) bool, want string) {
	d.t.Helper()
	late := time.After(10 * time.Second)
	for !is(d.All()) {
		select {
		case <-d.Changed():
		case err := <-d.over:
			d.t.Fatalf("got the end, %v, want %q; the screen is\n%s", err, want, d.All())
		case <-late:
			d.t.Fatalf("got\n%s\nwant\n%s", d.All(), want)
		}
	}
	if strange := d.Strange(); len(strange) > 0 {
		d.t.Fatalf("got %q written", strange)
	}
}

// waits lets time pass until a text is there.
func (d *desk) waits(want string) {
	d.t.Helper()
	for range 1000 {
		if strings.Contains(d.All(), want) {
			return
		}
		select {
		case d.tick <- time.Unix(d.now.Add(1), 0):
		case <-d.Changed():
		}
	}
	d.t.Fatalf("got\n%s\nwant\n%s", d.All(), want)
}

// ends waits for the end.
func (d *desk) ends() error {
	d.t.Helper()
	select {
	case err := <-d.over:
		return err
	case <-time.After(20 * time.Second):
		d.t.Fatalf("got no end; the screen is\n%s", d.All())
		return nil
	}
}

// slowly is a model whose replies come when the test says so.
type slowly struct {
	says  chan string // a part of a reply; without one it ends
	asked chan struct{}
}

func newSlowly() *slowly { return &slowly{make(chan string), make(chan struct{}, 9)} }

func (*slowly) Name() string { return "slow/model" }

func (m *slowly) Reply(ctx context.Context, _ model.Request, on func(model.Delta)) (model.Reply, error) {
	m.asked <- struct{}{}
	r := model.Reply{Finish: model.Stop}
	for {
		select {
		case part := <-m.says:
			if part == "" {
				return r, nil
			}
			r.Text += part
			on(model.Delta{Text: part})
		case <-ctx.Done():
			r.Finish = model.Interrupted
			return r, ctx.Err()
		}
	}
}

const begun = "model slow/model · 1 skill · nothing is kept · /help\n"

// TM-1: a line says what a conversation begins with; a reply is shown as it arrives, and what took long says so.
func TestConversation(t *testing.T) {
	m := newSlowly()
	d := sat(t, m, nil)
	d.sees(begun + ">")
	d.press("Hello\r")
	d.sees(begun + "> Hello")
	<-m.asked
	d.waits("> Hello\nwaiting for slow/model · ")
	d.sees(" s · Ctrl-C stops it")
	m.says <- "One "
	d.sees("> Hello\nOne")
	m.says <- "two.\n\nThr"
	d.sees("> Hello\nOne two.\n\nThr")
	m.says <- "ee."
	m.says <- ""
	d.sees(begun + "> Hello\nOne two.\n\nThree.\n>")
	d.press("/nope\r")
	d.sees("> /nope\nError: /nope is not a command.\n>")
	d.press("\x04")
	if err := d.ends(); err != nil {
		t.Error(err)
	}
}

// A person on a terminal is one as the port has it.
func TestPerson(t *testing.T) {
	coretest.TestPerson(t, func(t *testing.T, answer policy.Consent) core.Person {
		d := sat(t, newSlowly(), nil)
		key := map[policy.Consent]string{policy.Once: "y", policy.Digest: "v", policy.Deny: "n"}[answer]
		d.press("y\r") // before it is asked, it answers nothing
		d.has("> y")
		if key != "" {
			go func() {
				d.has("texts: a >")
				d.press("what?\r")
				d.has("Type y, v, n or a.")
				d.press(key + "\r")
			}()
		}
		return d.face
	})
}

// Ctrl-C: in a reply it ends the turn, with text it clears the line, on an empty line it asks once; another key is no.
func TestInterrupt(t *testing.T) {
	m := newSlowly()
	d := sat(t, m, nil)
	d.press("Hello\r")
	<-m.asked
	m.says <- "One"
	d.sees("One")
	d.press("\x03")
	d.sees("> Hello\nOne\nError: The request was cancelled.\n>")
	d.press("abc")
	d.sees("> abc")
	d.press("\x03")
	d.sees("cancelled.\n>")
	d.press("\x03")
	d.sees("Press Ctrl-C once more to leave, or go on.\n>")
	d.press("x\x7f\x03\x03")
	if err := d.ends(); err != nil {
		t.Error(err)
	}
	if n := strings.Count(d.All(), "once more"); n != 2 {
		t.Errorf("got %d questions in\n%s", n, d.All())
	}
	_, events := d.e.State(d.face.id)
	if last := events[len(events)-1].Body.Type(); last != "error" {
		t.Errorf("got %s at the end", last)
	}
}

// What is typed during a turn stands below it, and is answered behind it.
func TestTypingAhead(t *testing.T) {
	m := newSlowly()
	d := sat(t, m, nil)
	d.press("Hello\r")
	<-m.asked
	d.press("/nope\rmore")
	d.sees("> Hello\nnext: /nope\n> more")
	m.says <- "Hi."
	m.says <- ""
	d.sees("> Hello\nHi.\n> /nope\nError: /nope is not a command.\n> more")
}

// Ctrl-C stops all that goes on: what waits its turn is given back to be edited, and none of it is sent.
func TestInterruptGivesBack(t *testing.T) {
	m := newSlowly()
	d := sat(t, m, nil)
	d.press("Hello\r")
	<-m.asked
	d.press("one\rtwo\rthr")
	d.sees("next: one\nnext: two\n> thr")
	d.press("\x03")
	d.sees("cancelled.\n> one\n  two\n  thr")
	d.press("\x03")
	d.sees("cancelled.\n>")
}

// The end of the terminal, and of the context, ends the turn in order.
func TestEnds(t *testing.T) {
	for name, end := range map[string]func(d *desk){
		"closed":  func(d *desk) { d.typed.Close() },
		"context": func(d *desk) { d.end() },
	} {
		m := newSlowly()
		d := sat(t, m, nil)
		d.press("Hello\r")
		<-m.asked
		end(d)
		if err := d.ends(); !errors.Is(err, ErrEnded) {
			t.Errorf("%s: got %v", name, err)
		}
		_, events := d.e.State(d.face.id)
		if last := events[len(events)-1].Body.Type(); last != "error" {
			t.Errorf("%s: got %s at the end", name, last)
		}
	}
}

// What is done lastly may ask the person who has left, and nobody when the terminal is gone.
func TestLastly(t *testing.T) {
	d := sat(t, newSlowly(), nil)
	d.asks = "Changes:\nWrite? > "
	d.sees(">")
	d.press("\x04")
	d.sees("Changes:\nWrite? >")
	d.press("y\r")
	if err := d.ends(); err != nil || !strings.HasSuffix(d.All(), "Write? > y\ntold \"y\"") {
		t.Errorf("got %v,\n%s", err, d.All())
	}
	d = sat(t, newSlowly(), nil)
	d.asks = "Write? > "
	d.sees(">")
	d.end()
	if err := d.ends(); !errors.Is(err, ErrEnded) || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Ctrl-Z stops, and what was typed is there again; a shell may have written meanwhile.
func TestStop(t *testing.T) {
	d := sat(t, newSlowly(), nil)
	d.press("abc\x1b[D")
	d.sees("> abc")
	d.press("\x1a")
	d.Write([]byte("shell$ fg\r\n"))
	d.told <- device.Continued
	d.sees("shell$ fg\n> abc")
	if _, column, _ := d.Cursor(); column != 4 || d.stops != 1 {
		t.Errorf("got column %d, %d stops", column, d.stops)
	}
}

// A terminal that was resized is drawn anew, whether it breaks its lines or cuts them.
func TestResize(t *testing.T) {
	for _, reflows := range []bool{true, false} {
		d := sat(t, newSlowly(), nil)
		d.press(strings.Repeat("0123456789", 5))
		d.sees("> " + strings.Repeat("0123456789", 5))
		d.Resize(30, 10, reflows)
		d.told <- device.Resized
		d.sees("> 012345678901234567890123456\n  78901234567890123456789")
		d.Resize(60, 10, reflows)
		d.told <- device.Resized
		d.sees("> " + strings.Repeat("0123456789", 5))
		if n := strings.Count(d.All(), ">"); n != 1 {
			t.Errorf("%v: got %d prompts in\n%s", reflows, n, d.All())
		}
	}
}

// A paste of 100 KB is one message, whatever is in it.
func TestLongPaste(t *testing.T) {
	m := newSlowly()
	d := sat(t, m, nil)
	text := strings.Repeat("a /quit \x03\x1b[2J 012345678\n", 4400)
	d.press("\x1b[200~" + text + "\x1b[201~")
	d.has("rows above")
	d.press("x\r")
	<-m.asked
	s, _ := d.e.State(d.face.id)
	if got := s.Conversation[0].Text; got != strings.TrimSpace(text)+"\nx" {
		t.Errorf("got %d bytes, want %d", len(got), len(text))
	}
	d.has("more rows")
	m.says <- ""
}

// Where nothing is drawn anew, each line is written once, without a sequence.
func TestPlain(t *testing.T) {
	m := newSlowly()
	var pen row.Pen
	pen.Words = true
	d := sat(t, m, func(c *Config) { c.Redraw, c.Pen = false, pen })
	d.sees(begun + ">")
	d.Write([]byte("Hello\n")) // as the terminal shows it
	d.press("Hello\n")
	<-m.asked
	d.waits("> Hello\nWaiting for slow/model. Ctrl-C stops it.")
	m.says <- "One.\n"
	m.says <- "Two."
	m.says <- ""
	d.sees("Ctrl-C stops it.\nOne. Two.\n>")
	d.told <- device.Interrupted
	d.sees("Press Ctrl-C once more to leave, or go on.\n>")
	d.press("a\\\n")
	d.press("b\n")
	<-m.asked
	if s, _ := d.e.State(d.face.id); s.Conversation[2].Text != "a\nb" {
		t.Errorf("got %q", s.Conversation[2].Text)
	}
	m.says <- ""
	d.press("last\n")
	<-m.asked
	d.press("one\ntwo\n")
	d.waits("Waiting for slow/model.")
	d.told <- device.Interrupted
	d.has("2 lines that waited are not sent.")
	d.sees("cancelled.\n>")
	d.typed.Close()
	if err := d.ends(); err != nil {
		t.Error(err)
	}
}
