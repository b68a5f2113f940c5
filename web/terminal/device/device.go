// Package device is the terminal that the program was started on: its size, its modes and its signals.
//
// It promises to leave the terminal as it was found, whatever ends the program but a kill. It knows nothing of what is
// written.
package device

import (
	"os"
	"os/signal"
	"sync"
	"sync/atomic"

	"golang.org/x/term"
)

// What a terminal tells beside its keys.
const (
	Resized     = "resized"
	Continued   = "continued"   // after a stop
	Interrupted = "interrupted" // by Ctrl-C where the terminal reads lines
)

// What a terminal is asked to do, and not to: to mark what is pasted (xterm, DEC private mode 2004).
const (
	marks   = "\x1b[?2004h"
	unmarks = "\x1b[?2004l"
)

// Screen is a terminal.
type Screen struct {
	in, out *os.File
	told    chan string
	signals chan os.Signal

	mu   sync.Mutex
	was  *term.State // before it gave keys; nil while it reads lines
	more func()      // what else is to be undone

	early atomic.Int64 // bytes that were typed before it gave keys
}

// Of is the terminal of two files; false where one of them is none.
func Of(in, out *os.File) (*Screen, bool) {
	if in == nil || out == nil || !term.IsTerminal(int(in.Fd())) || !term.IsTerminal(int(out.Fd())) {
		return nil, false
	}
	s := &Screen{in: in, out: out, told: make(chan string, 8), signals: make(chan os.Signal, 8)}
	signal.Notify(s.signals, listened()...)
	go s.listen()
	return s, true
}

func (s *Screen) listen() {
	for got := range s.signals {
		select {
		case s.told <- meaning(got):
		default: // as much was told already as anyone needs
		}
	}
}

// Told is what happens to the terminal.
func (s *Screen) Told() <-chan string { return s.told }

// Read implements [io.Reader]. In what was typed before the terminal gave keys it had made Enter the end of a line: that
// is Enter again.
func (s *Screen) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	early := min(max(s.early.Add(int64(-n))+int64(n), 0), int64(n))
	for i, c := range p[:early] {
		if c == '\n' {
			p[i] = '\r'
		}
	}
	return n, err
}

// MostLine is how many bytes of a line a terminal passes on where it reads lines. What is behind them is lost.
func (s *Screen) MostLine() int { return mostLine }

// Write implements [io.Writer].
func (s *Screen) Write(p []byte) (int, error) { return s.out.Write(p) }

// Size is how many columns and rows it has.
func (s *Screen) Size() (columns, rows int) {
	columns, rows, err := term.GetSize(int(s.out.Fd()))
	if err != nil || columns < 1 || rows < 1 {
		return 80, 24
	}
	return columns, rows
}

// Keys makes the terminal give each key as it is pressed.
func (s *Screen) Keys() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.was != nil {
		return nil
	}
	return s.keys()
}

func (s *Screen) keys() error {
	was, err := term.MakeRaw(int(s.in.Fd()))
	if err != nil {
		return err
	}
	if s.was == nil {
		s.was, s.more = was, sequences(s.out)
	}
	s.early.Store(int64(typed(s.in)))
	_, err = s.out.WriteString(marks)
	return err
}

// Lines makes it as it was.
func (s *Screen) Lines() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.was == nil {
		return
	}
	_, _ = s.out.WriteString(unmarks) // one that is closed has no modes
	s.more()
	_ = term.Restore(int(s.in.Fd()), s.was)
	s.was = nil
}

// Close leaves the terminal as it was found.
func (s *Screen) Close() {
	signal.Stop(s.signals)
	close(s.signals)
	s.Lines()
}
