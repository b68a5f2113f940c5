package argv

import (
	"fmt"
	"slices"
	"strings"

	"lily/core/budget"
)

// Template is a command with placeholders, split into words (TS-2):
//
//	{{x}}         the value of x
//	{{x:text}}    the value of x, or the text when there is none
//	{{x:--flag}}  for a boolean x: the flag when x is true, else nothing
//
// A placeholder is one unit, with blanks inside and within quotes. A literal {{ is written \{\{ outside of quotes.
type Template struct {
	words    []word
	names    []string       // of its placeholders, each once
	first    map[string]int // where the first placeholder of a name begins
	warnings []Warning
	budget   *budget.Budget
}

// Within is the template with what a check of it may cost.
func (t Template) Within(b *budget.Budget) Template {
	t.budget = b
	return t
}

// Parse reads a template. An error is a [*SyntaxError].
func Parse(text string) (Template, error) {
	if err := tooLong(text); err != nil {
		return Template{}, err
	}
	s := newTemplate(text)
	if err := s.run(); err != nil {
		return Template{}, err
	}
	if len(s.words) == 0 || len(s.words[0]) == 0 {
		return Template{}, &SyntaxError{0, "the command is empty; want a program and its arguments"}
	}
	for _, p := range s.words[0] {
		if p.name != "" {
			return Template{}, &SyntaxError{p.position, fmt.Sprintf("the program depends on {{%s}}; want a program that no value changes", p.name)}
		}
	}
	if s.second > 0 {
		return Template{}, &SyntaxError{s.second, "the command goes on in a second line; want one command, or a backslash at the end of the line"}
	}
	for _, w := range s.words {
		markQuery(w)
	}
	return Template{s.words, s.names, s.first, s.list, nil}, nil
}

// Program is what the command starts, which no value changes.
func (t Template) Program() string { return t.words[0].literal() }

// Params lists the placeholders' names, each once, in their order.
func (t Template) Params() []string { return slices.Clone(t.names) }

// Offset is the byte at which the first placeholder of a name begins, or -1.
func (t Template) Offset(name string) int {
	if at, ok := t.first[name]; ok {
		return at
	}
	return -1
}

func (s *scanner) atHole() bool {
	return s.template && strings.HasPrefix(s.text[s.at:], "{{")
}

func (s *scanner) hole() error {
	inside, _, ok := strings.Cut(s.text[s.at+2:], "}}")
	if !ok {
		return &SyntaxError{s.at, "the placeholder is opened by {{ and never closed by }}"}
	}
	name, mod, hasMod := strings.Cut(inside, ":")
	p := part{name: strings.Trim(name, " \t"), mod: strings.Trim(mod, " \t"), hasMod: hasMod, position: s.at}
	if !IsName(p.name) {
		return &SyntaxError{s.at, fmt.Sprintf("the placeholder {{%s}} has no name of letters, digits, _ and -; a literal {{ is written \\{\\{", cut(inside, maxTold))}
	}
	if _, known := s.first[p.name]; !known {
		s.first[p.name], s.names = s.at, append(s.names, p.name)
	}
	s.endLiteral()
	s.word, s.open = append(s.word, p), true
	s.at += len(inside) + 4
	return nil
}

// IsName reports whether a parameter can have this name: a letter or _, then letters, digits, _ and -, at most 64.
func IsName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '-') {
			return false
		}
	}
	return s != "" && len(s) <= maxName
}

// maxName is the longest name of a parameter, in bytes.
const maxName = 64
