package wants

import (
	"path"
	"strings"
)

// token is a word, a text or a sign of a text in JavaScript.
type token struct {
	kind  byte // w, s, or the sign itself
	text  string
	line  int
	depth int // of braces and brackets
}

// node finds the modules that a text in JavaScript or TypeScript takes, but for the skill's own.
func (c *collector) node(text, ext string) {
	list := (&javascriptReader{text: text, line: 1}).tokens()
	module := ext == ".mjs" || ext == ".mts"
	get := func(i int) token {
		if i < len(list) {
			return list[i]
		}
		return token{}
	}
	for i, t := range list {
		if t.kind != 'w' || i > 0 && list[i-1].kind == '.' {
			continue
		}
		next := get(i + 1)
		switch {
		case t.text == "require" && next.kind == '(' && get(i+2).kind == 's':
			c.taken(get(i+2).text, t.line, t.depth > 0)
		case t.text == "import" && next.kind == '(' && get(i+2).kind == 's':
			c.taken(get(i+2).text, t.line, true)
		case t.depth > 0 || next.kind == '(' || next.kind == '.' || next.kind == ':':
		case t.text == "import" && next.kind == 's':
			c.taken(next.text, t.line, false)
			module = true
		case t.text == "import" && next.text == "type":
		case t.text == "import" || t.text == "export":
			module = module || next.kind != '='
			for k := i + 1; k < len(list) && k < i+400 && list[k].kind != ';' && (k == i+1 || list[k].text != "import"); k++ {
				if list[k].text == "from" && list[k].kind == 'w' && list[k].depth == t.depth && get(k+1).kind == 's' {
					c.taken(get(k+1).text, t.line, false)
					break
				}
				if t.text == "export" && list[k].kind == '=' {
					break
				}
			}
		}
	}
	if module {
		c.add(Language, "modules", 1, false)
	}
}

// taken takes the name of a module: a package, a module of Node, or a file.
func (c *collector) taken(id string, line int, maybe bool) {
	id = strings.TrimPrefix(id, "node:")
	if id == "" || len(id) > 200 || strings.HasPrefix(id, ".") || strings.HasPrefix(id, "/") || strings.ContainsAny(id, " \t\r\n\x00\\") {
		return
	}
	parts := strings.Split(id, "/")
	name := parts[0]
	switch {
	case strings.HasPrefix(id, "@") && len(parts) > 1:
		name = parts[0] + "/" + parts[1]
	case strings.HasPrefix(id, "http:") || strings.HasPrefix(id, "https:"):
		name = "https:"
	case len(parts) == 2 && path.Base(id) == "promises", id == "path/posix":
		name = id
	}
	c.add(Node, name, line, maybe)
}

// javascriptReader reads a text into tokens, as far as finding modules takes.
type javascriptReader struct {
	text  string
	at    int
	line  int
	depth int
	list  []token
}

func (r *javascriptReader) tokens() []token {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '\n':
			r.line++
			r.at++
		case strings.HasPrefix(r.text[r.at:], "//"), r.at == 0 && strings.HasPrefix(r.text, "#!"):
			r.to("\n", 0)
		case strings.HasPrefix(r.text[r.at:], "/*"):
			r.at += 2
			r.to("*/", 2)
		case c == '"' || c == '\'' || c == '`':
			r.quoted(c)
		case c == '/' && r.begins():
			r.pattern()
		case letter(c):
			end := r.at
			for end < len(r.text) && (letter(r.text[end]) || r.text[end] >= '0' && r.text[end] <= '9') {
				end++
			}
			r.add('w', r.text[r.at:end])
			r.at = end
		case strings.IndexByte(" \t\r", c) >= 0:
			r.at++
		default:
			r.sign(c)
		}
	}
	return r.list
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func (r *javascriptReader) add(kind byte, text string) {
	r.list = append(r.list, token{kind, text, r.line, r.depth})
}

func (r *javascriptReader) sign(c byte) {
	if c == '}' || c == ')' {
		r.depth = max(0, r.depth-1)
	}
	r.add(c, "")
	if c == '{' || c == '(' {
		r.depth++
	}
	r.at++
}

// to goes on to what ends something, and past so much of it.
func (r *javascriptReader) to(end string, past int) {
	n := strings.Index(r.text[r.at:], end)
	if n < 0 {
		r.at = len(r.text)
		return
	}
	r.line += strings.Count(r.text[r.at:r.at+n], "\n")
	r.at += n + past
}

// quoted reads a text. One in single or double quotes ends with its line.
func (r *javascriptReader) quoted(quote byte) {
	line, from := r.line, r.at+1
	for r.at++; r.at < len(r.text) && r.text[r.at] != quote; r.at++ {
		switch r.text[r.at] {
		case '\\':
			r.at++
		case '\n':
			if quote != '`' {
				return
			}
			r.line++
		}
	}
	end := min(r.at, len(r.text))
	kind := byte('s')
	if text := r.text[from:max(from, end)]; quote == '`' && strings.Contains(text, "${") {
		kind = '`' // is put together
	}
	r.list = append(r.list, token{kind, r.text[from:max(from, end)], line, r.depth})
	r.at = min(r.at+1, len(r.text))
}

// begins reports whether a slash begins a pattern and does not divide.
func (r *javascriptReader) begins() bool {
	if len(r.list) == 0 {
		return true
	}
	last := r.list[len(r.list)-1]
	return strings.IndexByte("(,=:[!&|?{};+-*<>~^%", last.kind) >= 0 || last.kind == 'w' && (last.text == "return" || last.text == "typeof")
}

// pattern goes past a pattern, which ends with its line at the latest.
func (r *javascriptReader) pattern() {
	set := false
	for r.at++; r.at < len(r.text) && r.text[r.at] != '\n'; r.at++ {
		switch c := r.text[r.at]; {
		case c == '\\':
			r.at++
		case c == '[':
			set = true
		case c == ']':
			set = false
		case c == '/' && !set:
			r.at++
			r.add('/', "")
			return
		}
	}
}
