// Package argv turns text into the words of a command line, and templates with values into words, without a shell.
//
// It promises that a template is split before a value is seen (TS-2): a value is never split, never changes the
// program, and never becomes an option of its own making. Nothing is expanded: what a shell would interpret is
// literal text, of which [Template.Warnings] tells (TS-3).
package argv

import (
	"fmt"
	"strings"
)

// SyntaxError says where a text cannot be split.
type SyntaxError struct {
	Offset  int // in bytes
	Message string
}

// Error returns the place, then what is wrong there.
func (e *SyntaxError) Error() string { return fmt.Sprintf("at byte %d: %s", e.Offset, e.Message) }

// Split cuts a text into words as a POSIX shell does (CM-5): at blanks, with single quotes, double quotes and
// backslashes. It expands nothing. An error is a [*SyntaxError].
func Split(text string) ([]string, error) {
	s := newScanner(text)
	return s.split()
}

// MaxCommand is the longest command that [Command] and [Parse] read, in bytes: a longer text is a script (SK-10).
const MaxCommand = 16 << 10

func tooLong(text string) error {
	if len(text) <= MaxCommand {
		return nil
	}
	return &SyntaxError{MaxCommand, fmt.Sprintf("the command has %d bytes, want at most %d; put the rest into a script", len(text), MaxCommand)}
}

// Command splits a command that someone wrote out into a program and its arguments (TS-2, TS-3); * and $HOME are text.
// What a shell would act on outside of quotes (|, &, ;, <, >, $( and `, and a second line) is an error and no word: it
// would do something else than was meant. So are a NUL and a missing program. An error is a [*SyntaxError].
func Command(text string) ([]string, error) {
	if err := tooLong(text); err != nil {
		return nil, err
	}
	if at := strings.IndexByte(text, 0); at >= 0 {
		return nil, &SyntaxError{at, "got a NUL character, which no word of a command can hold"}
	}
	s := newScanner(text)
	s.command = true
	words, err := s.split()
	if err == nil && (len(words) == 0 || words[0] == "") {
		err = &SyntaxError{0, "the command is empty; want a program and its arguments"}
	}
	if err != nil {
		return nil, err
	}
	return words, nil
}

func (s *scanner) refused(what string) error {
	return &SyntaxError{s.at, "got " + what + ", and no shell reads the command; put text in quotes, or run bash -c '…', a shell within the page's sandbox"}
}

type word []part

// part is literal text, or a placeholder if it has a name.
type part struct {
	text     string
	name     string
	mod      string // what follows the colon
	hasMod   bool
	inQuery  bool // in the query of a URL
	position int
}

func (w word) literal() string {
	var b strings.Builder
	for _, p := range w {
		b.WriteString(p.text)
	}
	return b.String()
}

// scanner cuts a text into words; in a template {{…}} is one unit wherever it stands.
type scanner struct {
	text     string
	at       int
	end      int // of the last character that is no blank
	template bool
	command  bool // what a shell would act on is refused
	signs         // of a template
	words    []word
	word     word
	literal  strings.Builder
	open     bool // inside of a word, even an empty one: ''
}

func newScanner(text string) scanner {
	return scanner{text: text, end: len(strings.TrimRight(text, " \t\r\n"))}
}

func newTemplate(text string) scanner {
	s := newScanner(text)
	s.template, s.first, s.told = true, map[string]int{}, map[string]bool{}
	return s
}

func (s *scanner) split() ([]string, error) {
	if err := s.run(); err != nil {
		return nil, err
	}
	words := make([]string, 0, len(s.words))
	for _, w := range s.words {
		words = append(words, w.literal())
	}
	return words, nil
}

func (s *scanner) run() error {
	for s.at < len(s.text) {
		if err := s.step(); err != nil {
			return err
		}
	}
	s.endWord()
	return nil
}

func (s *scanner) step() error {
	if s.template && !s.atHole() && strings.IndexByte("\\'\"", s.text[s.at]) < 0 {
		s.note()
	}
	switch c := s.text[s.at]; {
	case s.atHole():
		return s.hole()
	case s.command && operator(s.text[s.at:]) != "":
		return s.refused(operator(s.text[s.at:]) + " outside of quotes")
	case s.command && s.secondLine():
		return s.refused("a second line")
	case isBlank(c):
		s.at++
		s.endWord()
	case c == '\'' || c == '"':
		return s.quoted(c)
	case c == '\\':
		return s.escaped()
	default:
		s.put()
	}
	return nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (s *scanner) put() {
	s.open = true
	s.literal.WriteByte(s.text[s.at])
	s.at++
}

func (s *scanner) endLiteral() {
	if s.literal.Len() > 0 {
		s.word = append(s.word, part{text: s.literal.String()})
		s.literal.Reset()
	}
}

func (s *scanner) endWord() {
	if s.endLiteral(); s.open {
		s.words = append(s.words, s.word)
	}
	s.word, s.open = nil, false
}

// escaped reads a backslash outside of quotes. Before the end of a line it joins the lines.
func (s *scanner) escaped() error {
	rest := s.text[s.at+1:]
	switch {
	case rest == "":
		return &SyntaxError{s.at, "a backslash ends the text; want a character after it"}
	case strings.HasPrefix(rest, "\r\n"):
		s.at += 3
	case rest[0] == '\n':
		s.at += 2
	default:
		s.at++
		s.put()
	}
	return nil
}

func (s *scanner) quoted(quote byte) error {
	begin := s.at
	s.at++
	s.open = true
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == quote:
			s.at++
			return nil
		case s.atHole():
			if err := s.hole(); err != nil {
				return err
			}
		case c == '\\' && quote == '"' && s.escapes():
			if err := s.escaped(); err != nil {
				return err
			}
		default:
			s.put()
		}
	}
	return &SyntaxError{begin, fmt.Sprintf("the quote %c is opened and never closed", quote)}
}

// escapes reports whether the backslash here, in double quotes, escapes what follows; elsewhere it is a backslash.
func (s *scanner) escapes() bool {
	rest := s.text[s.at+1:]
	return rest != "" && (strings.IndexByte("\"\\$`\n", rest[0]) >= 0 || strings.HasPrefix(rest, "\r\n"))
}
