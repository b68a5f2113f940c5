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
		p.absent(at)
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
