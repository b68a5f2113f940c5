package prompt

import (
	"strings"
	"unicode"
)

// frames are the tags that Lily's own texts for a model are made of.
var frames = [...]string{"skill_content", "skill_resources", "available_skills"}

// inside keeps a body from ending what it stands in, and from beginning another: no tag of a frame is left in it, in
// whatever case and with whatever blanks it is written.
func inside(s string) string {
	var b strings.Builder
	for {
		before, rest, more := strings.Cut(s, "<")
		b.WriteString(before)
		if !more {
			return b.String()
		}
		if isFrame(rest) {
			b.WriteString("&lt;")
		} else {
			b.WriteByte('<')
		}
		s = rest
	}
}

// isFrame reports what stands after a < that begins or ends a frame. A model reads over more blanks than a parser, but
// not over any number.
func isFrame(s string) bool {
	const most = 256
	head := strings.TrimLeftFunc(s[:min(len(s), most)], func(r rune) bool { return r == '/' || unicode.IsSpace(r) })
	for _, name := range frames {
		if strings.EqualFold(cutName(head, len(name)), name) {
			return true
		}
	}
	return false
}

// cutName is the first n characters, some of which fold to a letter of one byte and have two.
func cutName(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}
