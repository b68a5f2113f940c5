package mend

import (
	"strings"

	"lily/core/frontmatter"
)

// Unclosed proposes the closing line where it is sure to belong: where an
// indented --- stands, or else where the keys end and nothing like one follows.
func Unclosed(d *frontmatter.Doc) {
	m, from := &mender{Doc: d}, d.Tail.From
	f := m.Find(0, "unclosed_frontmatter", "The frontmatter is opened by --- and never closed by another.")
	if at, line, ok := indentedFence(m.Text, from); ok {
		f.Message = "The frontmatter is opened by --- and never closed by another; this one is indented, so it closes nothing."
		f.At = at
		if !keysIn(m.Text[frontmatter.NextLine(m.Text, at):]) { // else it may be a part of a value
			m.Fix(f, frontmatter.Span{From: line, To: at}, "")
		}
		return
	}
	end := keysEnd(m.Text, from)
	if end == from || keysIn(m.Text[end:]) {
		return
	}
	text := frontmatter.Fence + m.Newline()
	if !strings.HasSuffix(m.Text[:end], "\n") {
		text = m.Newline() + text
	}
	m.Fix(f, frontmatter.Span{From: end, To: end}, text)
}

// indentedFence finds the first line --- behind blanks, and where that line begins.
func indentedFence(text string, from int) (at, line int, ok bool) {
	for begin, line := range frontmatter.Lines(text, from, len(text)) {
		at := begin + len(line) - len(strings.TrimLeft(line, " \t"))
		if at > begin && frontmatter.IsFence(text, at) {
			return at, begin, true
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
		line := frontmatter.LineAt(text, at)
		indented := at > from && (strings.HasPrefix(line, " ") || strings.HasPrefix(line, "- "))
		if _, _, ok := frontmatter.CutKey(line); !ok && !indented || strings.TrimSpace(line) == "" {
			break
		}
		at = frontmatter.NextLine(text, at)
	}
	line := frontmatter.LineAt(text, at)
	if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") && !isCodeFence(line) {
		return from
	}
	return at
}

// keysIn reports whether what follows the keys may belong to them: a line below
// that is indented, an item or a key, or one of the common keys anywhere.
func keysIn(rest string) bool {
	next := strings.TrimLeft(rest, "\r\n")
	if _, _, ok := frontmatter.CutKey(frontmatter.LineAt(next, 0)); ok || strings.HasPrefix(next, " ") || strings.HasPrefix(next, "\t") || strings.HasPrefix(next, "- ") {
		return true
	}
	for _, line := range frontmatter.Lines(rest, 0, len(rest)) {
		if isKeyLine(line) {
			return true
		}
	}
	return false
}
