// Package terminal is a conversation on a terminal (TM-1): it reads what a person types, and shows what the engine
// answers, as it arrives, in the terminal's own scroll-back.
//
// It promises that one goroutine draws, that no text of anyone drives the terminal (package row), that a question is
// answered only by what was typed after it was shown, and that the terminal is left as it was found. It decides nothing:
// what a line does is the engine's.
//
//	face := terminal.New(config)
//	engine := core.New(world, tools, core.Ports{Person: face, Sessions: face.Watching(recorder), …})
//	err := face.Run(ctx, engine, id)
package terminal

import (
	"cmp"
	"context"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"lily/core"
	"lily/core/call"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/policy"
	"lily/web/asking"
	"lily/web/terminal/edit"
	"lily/web/terminal/keys"
	"lily/web/terminal/row"
	"lily/web/turns"
)

// Port is the terminal that a face is on.
type Port interface {
	io.ReadWriter
	// Size is how many columns and rows there are.
	Size() (columns, rows int)
	// MostLine is how many bytes of a line there are at most where it reads lines.
	MostLine() int
	// Told is what happens beside the keys, by the names of package device.
	Told() <-chan string
	// Keys makes it give each key as it is pressed.
	Keys() error
	// Again is [Port.Keys] after the program was stopped.
	Again() error
	// Stop stops the program, and returns when it goes on.
	Stop() error
}

// Config is what a face is made with.
type Config struct {
	Port   Port
	Pen    row.Pen
	Redraw bool                   // the terminal can write anew what it has written; else it reads lines
	Begins string                 // the line that a conversation begins with, behind the model and the skills
	Where  string                 // a sentence on what holds programs here
	Real   func(at string) string // where a file of the tree is on this machine; nil knows nothing
	Past   Past                   // nil keeps nothing that was typed
	Clock  Clock
	Else   io.Writer // where a person is told something while there is no conversation
}

// Past is what was typed in earlier conversations. A guest neither sees it nor adds to it.
type Past interface {
	Lines() []string
	Add(text string) error
}

// Hooks are what else belongs to a conversation.
type Hooks struct {
	// Sync returns when what was recorded is on the disk (EV-6), and tells what could not be kept.
	Sync func(ctx context.Context, told io.Writer) error
	// Behind reports whether a snapshot is behind the files where they lie (SN-4); nil looks at those of the engine.
	Behind func(*loader.Snapshot, loader.Input) bool
	// Aside is what the session has changed of a project and not written; nil where there is none.
	Aside Aside
	// Lastly is done when a person leaves, and may ask still.
	Lastly func(ctx context.Context) error
}

// Aside is what is kept aside of a project until a person says what becomes of it (TM-3). A name is that of a file or a
// folder, and empty for all.
type Aside interface {
	Kept() string    // what it is, in a line; empty for nothing
	Names() []string // of its files, sorted
	Diff(out io.Writer, name string) error
	// Write writes file by file, and begins none when the context is over.
	Write(ctx context.Context, out io.Writer, name string) error
}

// Clock tells a face the time, and when to look at it.
type Clock struct {
	Now  func() time.Time
	Tick <-chan time.Time
}

// Usual is a configuration as the environment says; plain is that a person asked for words alone. A terminal without
// a language's letters has those of ASCII (POSIX, Locale).
func Usual(env func(string) string, plain bool) Config {
	dumb := env("TERM") == "dumb"
	locale := strings.ToLower(cmp.Or(env("LC_ALL"), env("LC_CTYPE"), env("LANG")))
	unix := runtime.GOOS != "windows" && (locale != "" || runtime.GOOS != "darwin")
	return Config{
		Redraw: !plain && !dumb,
		Pen: row.Pen{
			Colour: !plain && !dumb && env("NO_COLOR") == "",
			ASCII:  unix && !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8"),
			Words:  plain,
		},
		Clock: Clock{Now: time.Now, Tick: time.Tick(100 * time.Millisecond)},
	}
}

// Face is a terminal's conversation.
type Face struct {
	Config
	hooks Hooks
	core.Memory
	typing
	engine *core.Engine
	id     string // of the session

	screen screen
	news   chan any
	over   chan struct{} // closed when nobody hears news any more
	hears  atomic.Bool   // somebody does

	talk   turns.Talk
	events []event.Event
	turn   *turn         // that is under way; nil at the prompt
	asked  *question     // that waits for an answer; nil for none
	shown  atomic.Int64  // questions that were
	items  []*turns.Step // that /open shows, in the order of their lines
	late   bool          // it was said that the snapshot is behind
	aside  string        // what was said to be kept aside
	last   bool          // the person has left, and only what is done lastly goes on
	left   error         // why the conversation is over
}

// typing is what the person is about to say.
type typing struct {
	line   edit.Line
	keys   keys.Reader
	menu   *menu    // that is open below the line; nil for none
	queue  []string // lines that were entered during a turn
	leaves bool     // Ctrl-C was pressed at an empty prompt, and once more leaves
}

// New returns a face that shows nothing yet.
func New(c Config) *Face {
	return &Face{Config: c, screen: screen{Port: c.Port, pen: c.Pen, redraws: c.Redraw}, news: make(chan any, 64), over: make(chan struct{})}
}

// What the goroutines of a turn and of the keys tell the one that draws.
type (
	// typed are bytes of keys, and entry a line where the terminal reads lines; so many questions had been shown.
	typed struct {
		part  []byte
		after int64
	}
	entry struct {
		text  string
		after int64
	}
	closed struct{}    // the end of what is typed
	delta  model.Delta // of a reply
	said   string      // by a question
	// far is how many files are written, and worked what is to be shown of a word that is done.
	far    struct{ done, of int }
	worked func(f *Face)
	// done is a turn that is over, and an error of what could not be kept.
	done struct {
		core.Result
		told   string // beside it, in lines
		behind bool   // the files have moved on since the snapshot
		aside  string // what is kept aside
		err    error
	}
)

// question waits for an answer in words.
type question struct {
	prompt string
	number int64 // among those that were shown; 0 before it is
	line   edit.Line
	answer chan string // closed where there is none
}

// send tells the goroutine that draws something, unless it is gone.
func (f *Face) send(m any) {
	select {
	case f.news <- m:
	case <-f.over:
	}
}

// Stream implements [core.Person].
func (f *Face) Stream(_ string, d model.Delta) { f.send(delta(d)) }

// Approve implements [core.Person]: it asks (TM-5).
func (f *Face) Approve(ctx context.Context, q call.Question) policy.Consent {
	a := &asker{face: f}
	consent := asking.Terminal{Out: a, Line: a.line, Where: f.Where, Real: f.Real}.Ask(ctx, q)
	a.flush()
	return consent
}

// asker puts the words of a question to the person.
type asker struct {
	face *Face
	text string
}

// Write implements [io.Writer].
func (a *asker) Write(p []byte) (int, error) {
	a.text += string(p)
	return len(p), nil
}

// flush shows the whole lines of what was said, and returns the beginning of one behind them.
func (a *asker) flush() (prompt string) {
	lines, prompt := lastLine(a.text)
	if a.text = ""; lines != "" {
		a.face.send(said(lines))
	}
	return prompt
}

func (a *asker) line(ctx context.Context) (string, error) {
	q := &question{prompt: a.flush(), answer: make(chan string, 1)}
	a.face.send(q)
	select {
	case text, ok := <-q.answer:
		if !ok {
			return "", io.EOF
		}
		return text, nil
	case <-ctx.Done():
		a.face.send((*question)(nil))
		return "", ctx.Err()
	}
}

// Until is a context that Ctrl-C does not end: here it is a key.
func (f *Face) Until(ctx context.Context) context.Context {
	if ctx.Err() != nil { // it was pressed before there was anything to see
		return ctx
	}
	return context.WithoutCancel(ctx)
}

// Told is where a person is told something beside the answers, whether there is a conversation or not.
func (f *Face) Told() io.Writer { return teller{f} }

type teller struct{ face *Face }

// Write implements [io.Writer].
func (t teller) Write(p []byte) (int, error) {
	if !t.face.hears.Load() {
		return t.face.Else.Write(p)
	}
	t.face.send(said(p))
	return len(p), nil
}

// Far tells the person how many files are written.
func (f *Face) Far(done, of int) {
	if f.hears.Load() {
		f.send(far{done, of})
	}
}

// Asker asks the person for a line.
func (f *Face) Asker() func(context.Context, string) (string, error) {
	return func(ctx context.Context, q string) (string, error) {
		return (&asker{face: f, text: q}).line(ctx)
	}
}

// Watching also tells the face of every event that sessions are told of.
func (f *Face) Watching(s core.Sessions) core.Sessions { return watched{s, f} }

type watched struct {
	core.Sessions
	face *Face
}

// Watch implements [core.Sessions].
func (w watched) Watch(e event.Event) {
	w.Sessions.Watch(e)
	if w.face.hears.Load() {
		w.face.send(e)
	}
}
