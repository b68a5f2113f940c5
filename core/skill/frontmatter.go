package skill

import "strings"

const fence = "---"

// fences finds the two --- lines (SK-2) and reports whether there is YAML or
// nothing between them to go on with. The body is never split into lines.
func (p *parser) fences() bool {
	at := 0
	if strings.HasPrefix(p.text, bom) {
		at = len(bom)
	}
	if !isFence(p.text, at) {
		p.setBody(at)
		p.lateFence(at)
		return true
	}
	open := nextLine(p.text, at)
	end, ok := closing(p.text, open)
	if !ok {
		p.setBody(open)
		p.unclosed(open)
		return false
	}
	p.fm = span{open, end}
	p.setBody(nextLine(p.text, end))
	if end-open > MaxFrontmatter {
		p.find(open, "frontmatter_too_large", "The frontmatter has %d bytes; at most %d are read.", end-open, MaxFrontmatter)
		return false
	}
	return true
}

// isFence reports whether a whole line --- begins at an offset, trailing
// blanks allowed.
func isFence(text string, at int) bool {
	rest, ok := strings.CutPrefix(text[at:], fence)
	if !ok {
		return false
	}
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '\n' || strings.HasPrefix(rest, "\r\n")
}

// closing finds the first line at or after from that is a fence.
func closing(text string, from int) (int, bool) {
	for at := from; at < len(text); {
		if isFence(text, at) {
			return at, true
		}
		n := strings.Index(text[at:], "\n"+fence)
		if n < 0 {
			return 0, false
		}
		at += n + 1
	}
	return 0, false
}

// setBody takes the rest of the file, trimmed, without copying it.
func (p *parser) setBody(from int) {
	rest := p.text[from:]
	p.body = span{from, len(p.text)}
	p.Body = strings.TrimSpace(rest)
	at := from
	if p.Body != "" {
		at += strings.Index(rest, p.Body)
	}
	p.BodyLine, _ = position(p.text, at)
}

// lateFence warns of a frontmatter that blank lines keep from being one.
func (p *parser) lateFence(from int) {
	at := len(p.text) - len(strings.TrimLeft(p.text[from:], " \t\r\n"))
	if at == from || !isFence(p.text, at) {
		return
	}
	if _, ok := closing(p.text, nextLine(p.text, at)); !ok {
		return
	}
	f := p.find(at, "late_frontmatter", "This --- opens no frontmatter, because it is not the first line.")
	p.fix(f, span{from, at}, "")
}

// unclosed proposes a closing line where the run of keys ends, if the text up
// to there is a good mapping.
func (p *parser) unclosed(from int) {
	f := p.find(from, "unclosed_frontmatter", "The frontmatter is opened by --- and never closed by another.")
	f.Line, f.Column = 1, 1
	end := keysEnd(p.text, from)
	if end == from || end-from > MaxFrontmatter || !goodMapping(p.text[from:end]) {
		return
	}
	text := fence + p.newline()
	if !strings.HasSuffix(p.text[:end], "\n") {
		text = p.newline() + text
	}
	p.fix(f, span{end, end}, text)
}

// keysEnd is the offset of the first line that is neither a key nor indented
// below one.
func keysEnd(text string, from int) int {
	at := from
	for at < len(text) {
		line := lineAt(text, at)
		indented := at > from && (strings.HasPrefix(line, " ") || strings.HasPrefix(line, "- "))
		if _, _, ok := cutKey(line); !ok && !indented || strings.TrimSpace(line) == "" {
			break
		}
		at = nextLine(text, at)
	}
	return at
}
