package argv

import (
	"slices"
	"strings"
)

// Warning is a place at which a shell would see more than text (TS-3).
type Warning struct {
	Offset int    // in bytes
	Text   string // such as | or $HOME
}

// Warnings lists what only a shell would interpret, each kind once. Inside of
// quotes some would be literal for a shell too; they are listed all the same,
// since who writes them may think of one.
func (t Template) Warnings() []Warning {
	s := shellScan{text: t.text, list: []Warning{}}
	for s.at < len(t.text) {
		s.step()
	}
	return s.list
}

type shellScan struct {
	text  string
	at    int
	quote byte
	list  []Warning
}

func (s *shellScan) step() {
	rest := s.text[s.at:]
	c := rest[0]
	switch {
	case strings.HasPrefix(rest, "{{"):
		s.at += strings.Index(rest, "}}") + 2
	case c == '\\' && s.quote != '\'':
		s.at += min(2, len(rest))
	case c == s.quote:
		s.quote = 0
		s.at++
	case s.quote == 0 && (c == '\'' || c == '"'):
		s.quote = c
		s.at++
	default:
		s.operator(rest)
	}
}

func (s *shellScan) operator(rest string) {
	text := anywhere(rest)
	if text == "" && s.quote == 0 {
		text = s.unquoted(rest)
	}
	if text == "" {
		s.at++
		return
	}
	if !slices.ContainsFunc(s.list, func(w Warning) bool { return w.Text == text }) {
		s.list = append(s.list, Warning{s.at, text})
	}
	s.at += len(text)
}

// anywhere finds what is told of within quotes too.
func anywhere(rest string) string {
	for _, op := range []string{"&&", "||", ">>", "<<", "|", ">", "<", ";", "$(", "`", "*"} {
		if strings.HasPrefix(rest, op) {
			return op
		}
	}
	if name, ok := strings.CutPrefix(rest, "$"); ok {
		return variable(name)
	}
	return ""
}

func variable(name string) string {
	if strings.HasPrefix(name, "{") {
		if n := strings.IndexByte(name, '}'); n > 0 {
			return "$" + name[:n+1]
		}
	}
	n := 0
	for n < len(name) && IsName(name[:n+1]) && name[n] != '-' {
		n++
	}
	if n == 0 && name != "" && strings.IndexByte("0123456789@#?$!", name[0]) >= 0 {
		n = 1
	}
	if n == 0 {
		return ""
	}
	return "$" + name[:n]
}

// unquoted finds what quotes would make literal for a shell.
func (s *shellScan) unquoted(rest string) string {
	first := s.at == 0 || isBlank(s.text[s.at-1])
	begin := strings.LastIndexAny(s.text[:s.at], " \t\r\n") + 1
	switch c := rest[0]; {
	case c == '&', (c == '~' || c == '#') && first:
		return rest[:1]
	case (c == '?' || c == '[') && !strings.Contains(s.text[begin:s.at], "://"):
		return rest[:1]
	}
	return ""
}

// secondLine finds a line end outside of quotes that separates words, or -1.
func secondLine(text string) int {
	begin := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	end := len(strings.TrimRight(text, " \t\r\n"))
	s := shellScan{text: text[:end], at: begin}
	for s.at < end {
		if s.quote == 0 && text[s.at] == '\n' {
			return s.at
		}
		if s.quote == 0 && strings.HasPrefix(text[s.at:], "\\\r\n") {
			s.at++
		}
		s.step()
	}
	return -1
}
