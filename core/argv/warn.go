package argv

import "strings"

// Warning is a place at which a shell would see more than text (TS-3).
type Warning struct {
	Offset int    // in bytes
	Text   string // such as | or $HOME
}

// Warnings lists what a shell would interpret and Lily does not, each kind once. What is quoted is meant as text.
func (t Template) Warnings() []Warning { return t.warnings }

// signs is what a scan of a template notes beside its words.
type signs struct {
	names  []string       // of placeholders, each once
	first  map[string]int // where the first one of a name begins
	list   []Warning
	told   map[string]bool
	past   int  // the end of the last sign
	url    bool // in a word after ://
	second int  // where a second line begins, 0 for nowhere
	looks  int  // bytes looked at, which tests count
}

// operators are what every shell acts on, outside of quotes.
var operators = [...]string{"&&", "||", ">>", "<<", "|", "&", ";", "<", ">", "$(", "`"}

// operator is what a shell would act on here, or nothing.
func operator(rest string) string {
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			return op
		}
	}
	return ""
}

// secondLine reports whether a line ends here that separates words of the command.
func (s *scanner) secondLine() bool {
	begun := len(s.words) > 0 || s.open
	return begun && s.text[s.at] == '\n' && s.at < s.end
}

// note notes what a shell would make of the character here.
func (s *scanner) note() {
	rest := s.text[s.at:]
	s.looks++
	s.url = !isBlank(rest[0]) && (s.url || strings.HasPrefix(rest, "://"))
	if s.second == 0 && s.secondLine() {
		s.second = s.at
	}
	if s.at < s.past {
		return
	}
	text := s.sign(rest)
	s.past = s.at + len(text)
	if text != "" && !s.told[text] {
		s.told[text] = true
		s.list = append(s.list, Warning{s.at, text})
	}
}

func (s *scanner) sign(rest string) string {
	if op := operator(rest); op != "" {
		return op
	}
	first := s.at == 0 || isBlank(s.text[s.at-1])
	switch c := rest[0]; {
	case c == '$':
		return s.variable(rest[1:])
	case c == '*', (c == '~' || c == '#') && first, (c == '?' || c == '[') && !s.url:
		return rest[:1]
	}
	return ""
}

// variable finds a name after a $, as long as a name can be.
func (s *scanner) variable(name string) string {
	name = name[:min(len(name), maxName+2)]
	s.looks += len(name)
	if strings.HasPrefix(name, "{") {
		if n := strings.IndexByte(name, '}'); n > 0 {
			return "$" + name[:n+1]
		}
		return ""
	}
	n := 0
	for n < len(name) && n < maxName && name[n] != '-' && IsName("_"[:min(n, 1)]+name[n:n+1]) {
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
