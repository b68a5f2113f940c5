package wants

import "strings"

// python finds the modules that a text of Python imports, but for the skill's own.
func (c *collector) python(text string) {
	p := pythonLines{text: text}
	for line, n, ok := p.next(); ok; line, n, ok = p.next() {
		rest := strings.TrimLeft(line, " \t")
		inner := len(rest) < len(line)
		if list, is := cutWord(rest, "import"); is {
			for part := range strings.SplitSeq(list, ",") {
				c.module(part, n, inner)
			}
		} else if from, is := cutWord(rest, "from"); is {
			if name, _, found := strings.Cut(from, " import"); found {
				c.module(name, n, inner)
			}
		}
	}
}

func cutWord(s, word string) (string, bool) {
	rest, ok := strings.CutPrefix(s, word)
	return strings.TrimLeft(rest, " \t"), ok && rest != "" && (rest[0] == ' ' || rest[0] == '\t')
}

// module takes what stands after import or from: a dotted name, perhaps with as.
func (c *collector) module(part string, line int, maybe bool) {
	words := strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune(" \t\r\n;#()\\", r) })
	if len(words) == 0 || strings.HasPrefix(words[0], ".") {
		return
	}
	name, _, _ := strings.Cut(words[0], ".")
	if identifier(name) && (len(words) == 1 || words[1] == "as" || strings.ContainsAny(part, ";#")) && !c.own[name] {
		c.add(Python, name, line, maybe)
	}
}

func identifier(s string) bool {
	return s != "" && len(s) <= 64 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" && (s[0] < '0' || s[0] > '9')
}

// pythonLines are the lines of a text that begin a statement: none within a text of several lines or within brackets.
type pythonLines struct {
	text  string
	at    int
	line  int
	open  string // what ends the text that is open
	depth int    // of brackets
}

func (p *pythonLines) next() (line string, n int, ok bool) {
	for p.at < len(p.text) {
		end := strings.IndexByte(p.text[p.at:], '\n')
		if end < 0 {
			end = len(p.text) - p.at
		}
		line, begins := p.text[p.at:p.at+end], p.open == "" && p.depth == 0
		p.at += end + 1
		p.line++
		p.scan(line)
		if begins {
			return line, p.line, true
		}
	}
	return "", 0, false
}

// scan follows texts and brackets to the end of a line.
func (p *pythonLines) scan(line string) {
	for i := 0; i < len(line); i++ {
		rest := line[i:]
		switch {
		case p.open != "" && rest[0] == '\\':
			i++
		case p.open != "":
			if strings.HasPrefix(rest, p.open) {
				i += len(p.open) - 1
				p.open = ""
			}
		case rest[0] == '#':
			return
		case strings.HasPrefix(rest, `"""`), strings.HasPrefix(rest, `'''`):
			p.open = rest[:3]
			i += 2
		case rest[0] == '"' || rest[0] == '\'':
			p.open = rest[:1]
		case strings.IndexByte("([{", rest[0]) >= 0:
			p.depth++
		case strings.IndexByte(")]}", rest[0]) >= 0:
			p.depth = max(0, p.depth-1)
		}
	}
	if len(p.open) == 1 && !strings.HasSuffix(line, `\`) {
		p.open = "" // a text of one line ends with it
	}
}
