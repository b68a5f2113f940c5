package wants

import (
	"regexp"
	"slices"
	"strings"
)

// Call is a word in the place of a command.
type Call struct {
	Name string
	Line int
}

// words after which another command stands.
var before = []string{"if", "then", "else", "elif", "do", "while", "until", "!", "time", "exec", "sudo", "command", "nohup", "env", "{"}

var (
	wordEnd = regexp.MustCompile(`^[A-Za-z0-9_./+@:%!{-]+`)
	others  = regexp.MustCompile(`^(\s*\|\s*[^\s|()]+)*\s*`)
	assigns = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\[[^]]*\])?\+?=`)
	heredoc = regexp.MustCompile(`(?:^|[^<])<<-?\s*["']?([A-Za-z_][A-Za-z0-9_]*)["']?`)
	defines = regexp.MustCompile(`(?m)^[ \t]*(?:function[ \t]+)?([A-Za-z_][A-Za-z0-9_-]*)[ \t]*\(\)|^[ \t]*function[ \t]+([A-Za-z_][A-Za-z0-9_-]*)`)
)

// Calls lists the words in the place of commands of a script of the shell, each once. It knows quotes, comments, texts
// that begin with <<, substitutions and the patterns of a case, as far as that takes.
func Calls(text string) []Call {
	own := map[string]bool{}
	for _, m := range defines.FindAllStringSubmatch(text, -1) {
		own[m[1]+m[2]] = true
	}
	s := sh{text: Bare(text), line: 1}
	s.run()
	return slices.DeleteFunc(s.calls, func(c Call) bool { return own[c.Name] })
}

// sh is a reader of a script.
type sh struct {
	text  string
	at    int
	line  int
	stack []byte // what is open: ( of a substitution or a subshell, " of a text
	calls []Call
	done  map[string]bool

	looked int // up to where it is known whether a bracket ends the words of a case
	chosen bool
}

func (s *sh) top() byte {
	if len(s.stack) == 0 {
		return 0
	}
	return s.stack[len(s.stack)-1]
}

func (s *sh) run() {
	s.done = map[string]bool{}
	for first := true; s.at < len(s.text); {
		c := s.text[s.at]
		if c == '\n' {
			s.line++
		}
		switch {
		case c == '\\':
			if s.at+1 < len(s.text) && s.text[s.at+1] == '\n' {
				s.line++
			}
			s.at += 2
		case strings.HasPrefix(s.text[s.at:], "$(("), strings.HasPrefix(s.text[s.at:], "(("):
			s.skip("))")
			first = false
		case strings.HasPrefix(s.text[s.at:], "$("):
			s.stack, first = append(s.stack, '('), true
			s.at += 2
		case strings.HasPrefix(s.text[s.at:], "${"):
			s.skip("}")
			first = false
		case c == '"':
			if s.top() == '"' {
				s.stack = s.stack[:len(s.stack)-1]
			} else {
				s.stack = append(s.stack, '"')
			}
			first = false
			s.at++
		case s.top() == '"':
			s.at++
		case c == '\'':
			s.at++
			s.skip("'")
			first = false
		case c == '#' && (s.at == 0 || strings.IndexByte(" \t\n;", s.text[s.at-1]) >= 0):
			end := strings.IndexByte(s.text[s.at:], '\n')
			if end < 0 {
				return
			}
			s.at += end
		case strings.HasPrefix(s.text[s.at:], "()"): // of a function, whose body follows
			first = true
			s.at += 2
		case c == '(':
			s.stack, first = append(s.stack, '('), true
			s.at++
		case c == ')':
			if first = true; s.top() == '(' {
				s.stack, first = s.stack[:len(s.stack)-1], false
			}
			s.at++
		case (c == '&' || c == '|') && s.at > 0 && strings.IndexByte("<>", s.text[s.at-1]) >= 0: // of a redirection
			s.at++
		case strings.IndexByte("\n;|&", c) >= 0:
			first = true
			s.at++
		case first && strings.IndexByte(" \t", c) < 0:
			first = s.word()
		default:
			s.at++
		}
	}
}

// skip goes past the next end, with its lines.
func (s *sh) skip(end string) {
	n := strings.Index(s.text[s.at:], end)
	if n < 0 {
		n = len(s.text) - s.at - len(end)
	}
	n = max(n, 0) + len(end)
	s.line += strings.Count(s.text[s.at:min(s.at+n, len(s.text))], "\n")
	s.at = min(s.at+n, len(s.text))
}

// word takes a word in the place of a command, and reports whether another one follows in that place.
func (s *sh) word() bool {
	rest := s.text[s.at:]
	if m := assigns.FindString(rest); m != "" {
		s.at += len(m)
		for s.at < len(s.text) && strings.IndexByte(" \t\n;|&\"'$(`", s.text[s.at]) < 0 {
			s.at++
		}
		return s.at < len(s.text) && strings.IndexByte(" \t", s.text[s.at]) >= 0
	}
	w := wordEnd.FindString(rest)
	if w == "" {
		s.at++
		return false
	}
	s.at += len(w)
	if s.top() != '(' && s.choice() {
		return false
	}
	ended := s.at == len(s.text) || strings.IndexByte(" \t\n;|&)<>", s.text[s.at]) >= 0
	if slices.Contains(before, w) {
		return true
	}
	if ended && !s.done[w] {
		s.done[w] = true
		s.calls = append(s.calls, Call{w, s.line})
	}
	return false
}

// choice reports whether a word is one of a case: a bracket follows, with other words between them at most. What is true
// of the first word is of those others, so that each is looked at once.
func (s *sh) choice() bool {
	if s.at >= s.looked {
		s.looked = s.at + len(others.FindString(s.text[s.at:]))
		s.chosen = strings.HasPrefix(s.text[s.looked:], ")")
	}
	return s.chosen
}

// Bare leaves the lines of texts that begin with << empty, so that the others keep their numbers.
func Bare(text string) string {
	var b strings.Builder
	end := ""
	for line := range strings.Lines(text) {
		switch {
		case end != "":
			if strings.TrimSpace(line) == end {
				end = ""
			}
			b.WriteByte('\n')
			continue
		case !strings.HasPrefix(strings.TrimSpace(line), "#"):
			if m := heredoc.FindStringSubmatch(line); m != nil {
				end = m[1]
			}
		}
		b.WriteString(line)
	}
	return b.String()
}
