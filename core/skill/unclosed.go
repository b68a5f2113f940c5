package skill

import "strings"

// unclosed proposes the closing line where it is sure to belong: where an
// indented --- stands, or else where the keys end and nothing like one follows.
func (p *parser) unclosed(from int) {
	f := p.find(from, "unclosed_frontmatter", "The frontmatter is opened by --- and never closed by another.")
	f.Line, f.Column = 1, 1
	if at, line, ok := indentedFence(p.text, from); ok {
		f.Message = "The frontmatter is opened by --- and never closed by another; this one is indented, so it closes nothing."
		f.Line, f.Column = p.place(at)
		if !keysIn(p.text[nextLine(p.text, at):]) { // else it may be a part of a value
			p.fix(f, span{line, at}, "")
		}
		return
	}
	end := keysEnd(p.text, from)
	if end == from || keysIn(p.text[end:]) {
		return
	}
	text := fence + p.newline()
	if !strings.HasSuffix(p.text[:end], "\n") {
		text = p.newline() + text
	}
	p.fix(f, span{end, end}, text)
}

// indentedFence finds the first line --- behind blanks, and where that line
// begins.
func indentedFence(text string, from int) (at, line int, ok bool) {
	for line = from; line < len(text); line = nextLine(text, line) {
		at = line + len(lineAt(text, line)) - len(strings.TrimLeft(lineAt(text, line), " \t"))
		if at > line && isFence(text, at) {
			return at, line, true
		}
	}
	return 0, 0, false
}

// keysEnd is the offset of the blank line, heading, code or end of the file
// that the run of keys comes to. It is from where the run ends otherwise: the
// line there may be the rest of a value.
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
	line := lineAt(text, at)
	if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") && !isCodeFence(line) {
		return from
	}
	return at
}

// keysIn reports whether what follows the keys may belong to them: a line below
// that is indented, an item or a key, or one of the common keys anywhere.
func keysIn(rest string) bool {
	next := strings.TrimLeft(rest, "\r\n")
	if _, _, ok := cutKey(lineAt(next, 0)); ok || strings.HasPrefix(next, " ") || strings.HasPrefix(next, "\t") || strings.HasPrefix(next, "- ") {
		return true
	}
	for at := 0; at < len(rest); at = nextLine(rest, at) {
		if isKeyLine(lineAt(rest, at)) {
			return true
		}
	}
	return false
}
