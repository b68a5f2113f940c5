package advice

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// main is the file that every skill has.
const main = "SKILL.md"

// kind says where in a text a span stands.
type kind int

const (
	prose kind = iota
	link       // the destination of a link
	code       // a span of code
	shell      // a line of a fenced block of commands
	other      // a line of another fenced block
)

// span is a part of one line.
type span struct {
	kind         kind
	line, column int    // 1-based, in code points
	text         string // what stands there
	whole        string // its line
}

func (s span) from(at int) span {
	s.column += utf8.RuneCountInString(s.text[:at])
	s.text = s.text[at:]
	return s
}

// text is SKILL.md taken apart.
type text struct {
	raw   string
	lines []string  // of the whole file, without their ends
	spans []span    // of the body
	names []mention // the files that it names by a relative path
}

func read(raw string, body int) *text {
	t := &text{raw: raw}
	t.lines = strings.Split(t.raw, "\n")
	for i := range t.lines {
		t.lines[i] = strings.TrimSuffix(t.lines[i], "\r")
	}
	r := reader{}
	for i := min(body-1, len(t.lines)); i < len(t.lines); i++ {
		r.line(i+1, t.lines[i])
	}
	t.spans = r.spans
	t.names = mentions(t.spans)
	return t
}

// mostLine bounds a line that is taken apart, in bytes: to place what it holds costs its length each time.
const mostLine = 2000

// reader takes Markdown apart line by line, as far as advice must know it: fences, spans of code, links.
type reader struct {
	spans   []span
	fence   string // that closes the block, empty outside of one
	shell   bool   // it is one of commands
	comment bool
}

func (r *reader) line(n int, line string) {
	if len(line) > mostLine {
		return
	}
	trimmed := strings.TrimLeft(line, " \t>")
	mark := fenceOf(trimmed)
	switch {
	case r.fence != "":
		if mark != "" && mark[0] == r.fence[0] && len(mark) >= len(r.fence) && strings.Trim(trimmed, mark[:1]+" \t") == "" {
			r.fence = ""
			return
		}
		k := other
		if r.shell {
			k = shell
		}
		r.spans = append(r.spans, span{k, n, 1, line, line})
	case mark != "" && !strings.Contains(trimmed[len(mark):], "`"):
		r.fence, r.shell = mark, isShell(trimmed[len(mark):])
	default:
		r.prose(n, line)
	}
}

func fenceOf(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

func isShell(words string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(words), " ")
	return slices.Contains([]string{"bash", "sh", "shell", "zsh", "console", "shell-session", "terminal"}, strings.ToLower(first))
}

// prose cuts a line into spans of code, destinations of links, and what is left.
func (r *reader) prose(n int, line string) {
	column := func(at int) int { return 1 + utf8.RuneCountInString(line[:at]) }
	put := func(k kind, from, to int) {
		if from < to {
			r.spans = append(r.spans, span{k, n, column(from), line[from:to], line})
		}
	}
	rest, at := 0, 0
	if first := strings.IndexAny(line, "\\`<]"); !r.comment && first >= 0 {
		at = first
	} else if !r.comment {
		at = len(line)
	}
	for at < len(line) {
		switch {
		case r.comment:
			end := strings.Index(line[at:], "-->")
			if r.comment = end < 0; r.comment {
				return
			}
			at += end + 3
			rest = at
		case strings.HasPrefix(line[at:], "<!--"):
			put(prose, rest, at)
			r.comment = true
		case line[at] == '\\':
			at += 2
		case line[at] == '`':
			ticks := line[at : len(line)-len(strings.TrimLeft(line[at:], "`"))]
			end := strings.Index(line[at+len(ticks):], ticks)
			if at += len(ticks); end < 0 {
				continue
			}
			put(prose, rest, at-len(ticks))
			put(code, at, at+end)
			at += end + len(ticks)
			rest = at
		case strings.HasPrefix(line[at:], "]("):
			put(prose, rest, at)
			from, to := destination(line, at+2)
			put(link, from, to)
			at = max(to, at+2)
			rest = at
		default:
			at++
		}
	}
	put(prose, min(rest, len(line)), len(line))
}

// destination is where a link leads, without its title.
func destination(line string, from int) (int, int) {
	if from < len(line) && line[from] == '<' {
		if end := strings.IndexByte(line[from:], '>'); end > 0 {
			return from + 1, from + end
		}
	}
	depth := 0
	for at := from; at < len(line); at++ {
		switch line[at] {
		case ' ', '\t':
			return from, at
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return from, at
			}
		}
	}
	return from, from // it does not end on this line
}

// folders are the folders of the skill, and files its files, by their paths.
func (l *look) folders() map[string]bool {
	all := map[string]bool{}
	for at := range l.Files.Walk() {
		for dir := path.Dir(at); dir != "."; dir = path.Dir(dir) {
			all[dir] = true
		}
	}
	return all
}

// MostFile bounds a file beside SKILL.md that is looked into.
const MostFile = 256 << 10

// file is a file of the skill; empty where it cannot be read, or is too big to be looked into.
func (l *look) file(at string) string {
	if text, ok := l.cache[at]; ok {
		return text
	}
	f, ok := l.Files.File(at)
	if !ok || at != main && f.Size() > MostFile {
		return ""
	}
	data, _ := f.Bytes() // what cannot be read, the loader tells
	if len(data) == 0 && l.Read != nil {
		data = l.Read(at)
	}
	l.cache[at] = string(data)
	return l.cache[at]
}
