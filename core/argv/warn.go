package argv

import "strings"

// Warning is a place at which a shell would see more than text (TS-3).
type Warning struct {
	Offset int    // in bytes
	Text   string // such as | or $HOME
}

// Warnings lists what a shell would interpret and Lily does not, each kind once.
// Within quotes and after a backslash it is meant as text, and is silent.
func (t Template) Warnings() []Warning {
	s := shellScan{text: t.text, list: []Warning{}, told: map[string]bool{}}
	for s.at < len(t.text) {
		s.step()
	}
	return s.list
}

type shellScan struct {
	text  string
	at    int
	quote byte
	url   bool // in a word after ://
	looks int  // bytes looked at, which tests count
	list  []Warning
	told  map[string]bool
}

func (s *shellScan) step() {
	rest := s.text[s.at:]
	c := rest[0]
	s.looks++
	switch {
	case strings.HasPrefix(rest, "{{"):
		n := strings.Index(rest, "}}") + 2
		s.at, s.looks = s.at+n, s.looks+n
	case c == '\\' && s.quote != '\'':
		s.at += min(2, len(rest))
	case c == s.quote:
		s.quote = 0
		s.at++
	case s.quote == 0 && (c == '\'' || c == '"'):
		s.quote = c
		s.at++
	case s.quote != 0:
		s.at++
	default:
		s.operator(rest)
	}
}

func (s *shellScan) operator(rest string) {
	s.url = !isBlank(rest[0]) && (s.url || strings.HasPrefix(rest, "://"))
	text := s.acting(rest)
	if text == "" {
		s.at++
		return
	}
	if s.list != nil && !s.told[text] {
		s.told[text] = true
		s.list = append(s.list, Warning{s.at, text})
	}
	s.at += len(text)
}

// acting finds what a shell would act on here.
func (s *shellScan) acting(rest string) string {
	for _, op := range []string{"&&", "||", ">>", "<<", "|", "&", ">", "<", ";", "$(", "`", "*"} {
		if strings.HasPrefix(rest, op) {
			return op
		}
	}
	first := s.at == 0 || isBlank(s.text[s.at-1])
	switch c := rest[0]; {
	case c == '$':
		return s.variable(rest[1:])
	case (c == '~' || c == '#') && first, (c == '?' || c == '[') && !s.url:
		return rest[:1]
	}
	return ""
}

// variable finds a name after a $, as long as a name can be.
func (s *shellScan) variable(name string) string {
	name = name[:min(len(name), maxName+2)]
	s.looks += len(name)
	if strings.HasPrefix(name, "{") {
		if n := strings.IndexByte(name, '}'); n > 0 {
			return "$" + name[:n+1]
		}
		return ""
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
