package mend

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core/frontmatter"
)

// quotings lists ways to write a value so that it is valid YAML, and says what
// was written. There are none where that is in doubt.
func (m *mender) quotings(b block) []string {
	raw := m.Slice(b.value)
	if raw[0] == '{' || raw[0] == '[' {
		if open, _, ok := flowOf(raw); ok && len(open) > 0 && !frontmatter.IsText(b.key) && !frontmatter.HasComment(raw) {
			closed := []byte(raw)
			for _, at := range slices.Backward(open) {
				closed = append(closed, closer(raw[at]))
			}
			return []string{string(closed)}
		}
	}
	if strings.HasPrefix(raw, "- ") && !frontmatter.IsText(b.key) {
		return m.lowered(b, raw)
	}
	if m.quotable(b, raw) {
		return quotedWays(raw)
	}
	return nil
}

// lowered puts the first item of a list on a line of its own, where the others stand already.
func (m *mender) lowered(b block, raw string) []string {
	_, rest, more := strings.Cut(raw, "\n")
	indent := rest[:len(rest)-len(strings.TrimLeft(rest, " "))]
	if !more && !slices.Contains(lists, b.key) || frontmatter.HasComment(raw) {
		return nil
	}
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, indent+"- ") {
			return nil
		}
	}
	return []string{m.Newline() + indent + raw}
}

// mappings and lists name the keys whose value is never one text.
var (
	mappings = []string{"metadata", "eligibility", "hooks"}
	lists    = []string{"requires_tools", "modes", "allowed-tools", "tags", "keywords", "triggers", "os", "env", "binaries"}
)

// quotable reports whether an entry's value is beyond doubt one text, which only wants quotes.
func (m *mender) quotable(b block, raw string) bool {
	if slices.Contains(mappings, b.key) || b.value.From >= frontmatter.NextLine(m.Text, b.From) || m.swallows(raw) {
		return false
	}
	if slices.Contains(lists, b.key) && strings.IndexByte("-[{\"'", raw[0]) >= 0 {
		return false
	}
	_, rest, _ := strings.Cut(raw, "\n")
	for line := range strings.Lines(rest) {
		line = strings.TrimLeft(line, " \t")
		if strings.HasPrefix(line, "- ") && !frontmatter.IsText(b.key) {
			return false
		}
		line = strings.TrimLeft(line, " \t-")
		if _, _, ok := frontmatter.CutKey(strings.TrimRight(line, "\r\n")); ok {
			return false
		}
	}
	return isOneText(raw)
}

// isOneText reports whether a value is no mapping, list or text with a comment.
func isOneText(raw string) bool {
	if raw[0] == '{' || raw[0] == '[' {
		open, end, ok := flowOf(raw)
		if !ok || len(open) > 0 || end == len(raw) || strings.Contains(raw[:end], ":") && raw[0] == '{' {
			return false
		}
	}
	return !comment.MatchString(raw)
}

// comment is what begins one in a value. What goes on without a blank is a mention, as of #12.
var comment = regexp.MustCompile(`\n#|[ \t]#([ \t\r\n#]|$)`)

// swallows reports whether a value seems to hold the next key, whose line end
// was lost: a key that is nowhere else, or a word right after a sentence's end.
func (m *mender) swallows(raw string) bool {
	for i := range len(raw) {
		if !endsKey(raw, i) {
			continue
		}
		word := lastWord(raw[:i])
		before := raw[:i-len(word)]
		last, _ := utf8.DecodeLastRuneInString(before)
		sentence := strings.TrimRight(before, " ")
		end := sentence != "" && strings.IndexByte(".!?;", sentence[len(sentence)-1]) >= 0
		switch {
		case word == "":
		case strings.ContainsRune("。！？；，、．」』）", last), strings.ContainsRune(".!?;", last) && frontmatter.IsCommon(word):
			return true
		case frontmatter.IsCommon(word) && (end || !frontmatter.IsOthers(word)):
			if !slices.ContainsFunc(m.blocks(), func(b block) bool { return b.key == word }) {
				return true
			}
		}
	}
	return false
}

// lastWord is what could be a key at the end of a text.
func lastWord(s string) string {
	before := strings.TrimRightFunc(s, func(r rune) bool {
		return r < utf8.RuneSelf && r != '.' && frontmatter.KeyByte(byte(r), 1)
	})
	return strings.TrimLeft(s[len(before):], "-0123456789")
}

// quotedWays lists ways to quote one text. What has quotes around it already
// keeps their meaning.
func quotedWays(raw string) []string {
	q := raw[0]
	if q != '"' && q != '\'' {
		return []string{frontmatter.Quote(raw)}
	}
	inner, closed := strings.CutSuffix(raw[1:], raw[:1])
	escaped := q == '"' && strings.Contains(inner, `\`)
	switch {
	case closed && escaped:
		return escapedWays(inner)
	case closed && (q == '\'' || !strings.Contains(inner, `"`) || opensInside(inner)):
		return []string{frontmatter.Quote(inner)}
	case escaped && strings.Contains(inner, `"`):
		return nil
	case closed && inner != "", strings.Contains(inner, raw[:1]):
		return []string{frontmatter.Quote(raw)}
	case escaped:
		return []string{raw + raw[:1]}
	}
	return []string{raw + raw[:1], frontmatter.Quote(inner)}
}

// escapedWays is for a text in double quotes that holds backslashes: either the
// quotes within it want one, too, or none of them was meant as an escape.
func escapedWays(inner string) []string {
	var b strings.Builder
	known, bare := false, false
	for i := 0; i < len(inner); i++ {
		switch c := inner[i]; {
		case c == '\\' && i+1 < len(inner):
			known = known || knownEscape(inner[i+1])
			b.WriteString(inner[i : i+2])
			i++
		case c == '"' && b.Len() > 0 && !bare && !opens(inner[i-1]):
			return nil // it closes the text that the first one opens
		case c == '"':
			bare = true
			b.WriteString(`\"`)
		default:
			b.WriteByte(c)
		}
	}
	if known {
		return []string{`"` + b.String() + `"`}
	}
	return []string{frontmatter.Quote(inner)}
}

// opensInside reports whether the first quote within a text opens one there,
// after a blank, so that those around the text belong together.
func opensInside(inner string) bool {
	n := strings.IndexByte(inner, '"')
	return n == 0 || n > 0 && opens(inner[n-1])
}

func opens(before byte) bool { return strings.IndexByte(" ([{,:;\t\n", before) >= 0 }
