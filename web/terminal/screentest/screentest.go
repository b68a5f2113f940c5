// Package screentest is a terminal for tests: what is written to it is a screen, as a person sees it.
//
// It promises to act on the sequences that Lily writes and on no other: each other one is told of as strange. It has a
// scroll-back, and breaks lines as xterm does.
//
//	s := screentest.New(80, 24)
//	s.Write([]byte("a\x1b[1mb\r\n"))
//	s.Text() // "ab"
package screentest

import (
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"lily/web/terminal/row"
)

// Screen is a terminal's.
type Screen struct {
	mu            sync.Mutex
	columns, rows int
	past          []string   // that has scrolled away
	lines         [][]string // of cells; the second one of a wide letter is empty
	at, column    int
	left          string // of a sequence or a letter that is not whole
	strange       []string
	changed       chan struct{}
	lineFeeds     bool // one goes to the first column, as on a terminal that reads lines
}

// New is an empty screen. On one that reads lines a line feed goes to the beginning of the next.
func New(columns, rows int, reads bool) *Screen {
	return &Screen{columns: columns, rows: rows, lines: make([][]string, 1), changed: make(chan struct{}, 1), lineFeeds: reads}
}

// Write implements [io.Writer].
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	text := s.left + string(p)
	for text != "" {
		n := s.next(text)
		if n == 0 {
			break
		}
		text = text[n:]
	}
	s.left = text
	s.mu.Unlock()
	select {
	case s.changed <- struct{}{}:
	default:
	}
	return len(p), nil
}

// Changed tells that something was written.
func (s *Screen) Changed() <-chan struct{} { return s.changed }

// Size is how many columns and rows it has.
func (s *Screen) Size() (columns, rows int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.columns, s.rows
}

// Resize makes it larger or smaller. What no longer fits is broken where lines are broken anew, and else cut off.
func (s *Screen) Resize(columns, rows int, reflows bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.columns, s.rows = columns, rows
	var list [][]string
	at := s.at
	for i, line := range s.lines {
		for reflows && len(line) > columns {
			list, line = append(list, line[:columns]), line[columns:]
			if i < s.at {
				at++
			}
		}
		list = append(list, line[:min(len(line), columns)])
	}
	s.lines, s.at, s.column = list, at, min(s.column, columns-1)
	s.scroll()
}

// All is the scroll-back and the screen, without blanks at ends.
func (s *Screen) All() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := append([]string{}, s.past...)
	for _, line := range s.lines {
		list = append(list, text(line))
	}
	return strings.TrimRight(strings.Join(list, "\n"), "\n")
}

// Cursor is the row and the column of it, and the text of that row.
func (s *Screen) Cursor() (at, column int, line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at, s.column, text(s.lines[s.at])
}

// Strange are the sequences and characters that no program of Lily's writes.
func (s *Screen) Strange() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.strange...)
}

func text(line []string) string { return strings.TrimRight(strings.Join(line, ""), " ") }

// next acts on what a text begins with, and returns how long that is; 0 for what is not whole.
func (s *Screen) next(text string) int {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case !utf8.FullRuneInString(text):
		return 0
	case r == 0x1b:
		return s.escape(text)
	case r == '\r':
		s.column = 0
	case r == '\n':
		if s.at++; s.lineFeeds {
			s.column = 0
		}
		s.scroll()
	case r == '\b':
		s.column = max(0, s.column-1)
	case r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError && n == 1:
		s.strange = append(s.strange, fmt.Sprintf("%q", text[:n]))
	default:
		s.put(text[:n], row.Column(r))
	}
	return n
}

func (s *Screen) put(letter string, width int) {
	line := s.lines[s.at]
	if width == 0 {
		if at := min(s.column, len(line)) - 1; at >= 0 {
			line[at] += letter
		}
		return
	}
	if s.column+width > s.columns {
		s.at, s.column = s.at+1, 0
		s.scroll()
		line = s.lines[s.at]
	}
	for len(line) < s.column+width {
		line = append(line, " ")
	}
	line[s.column] = letter
	if width == 2 {
		line[s.column+1] = ""
	}
	s.lines[s.at], s.column = line, s.column+width
}

func (s *Screen) scroll() {
	for len(s.lines) <= s.at {
		s.lines = append(s.lines, nil)
	}
	for len(s.lines) > s.rows && s.at > 0 {
		s.past, s.lines, s.at = append(s.past, text(s.lines[0])), s.lines[1:], s.at-1
	}
}

// escape acts on a control sequence.
func (s *Screen) escape(text string) int {
	if len(text) < 2 {
		return 0
	}
	if text[1] != '[' {
		s.strange = append(s.strange, fmt.Sprintf("%q", text[:2]))
		return 2
	}
	end := strings.IndexFunc(text[2:], func(r rune) bool { return r >= 0x40 && r <= 0x7e })
	if end < 0 {
		return 0
	}
	end += 2
	s.act(text[2:end], text[end])
	return end + 1
}

func (s *Screen) act(params string, final byte) {
	n := 1
	_, _ = fmt.Sscan(params, &n)
	switch {
	case final == 'A':
		s.at = max(0, s.at-n)
	case final == 'C':
		s.column = min(s.column+n, s.columns-1)
	case final == 'J' && params == "":
		s.lines = s.lines[:s.at+1]
		s.lines[s.at] = s.lines[s.at][:min(s.column, len(s.lines[s.at]))]
	case final == 'J' && params == "2":
		s.lines, s.at = make([][]string, s.at+1), 0
	case final == 'H' && params == "":
		s.at, s.column = 0, 0
	case final == 'm' && !strings.ContainsAny(params, "?<>"), (final == 'h' || final == 'l') && params == "?2004":
	default:
		s.strange = append(s.strange, "CSI "+params+string(final))
	}
}
