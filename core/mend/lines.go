package mend

import (
	"strconv"
	"strings"

	"lily/core/frontmatter"
)

// tabbed replaces the tabs that indent an entry's lines: YAML knows only spaces. Where both
// are mixed, how deep a line is meant to be is not known.
func (m *mender) tabbed(b block) (list []remedy, mixed bool) {
	for at, line := range frontmatter.Lines(m.Text, b.From, b.To) {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		tab := strings.Index(indent, "\t")
		switch {
		case tab >= 0 && len(indent) < len(line):
			mixed = mixed || strings.Contains(indent, " ")
			text := strings.ReplaceAll(indent, "\t", "  ")
			span := frontmatter.Span{From: at, To: at + len(indent)}
			list = append(list, remedy{span, text, at + tab, "The line is indented by a tab; YAML wants spaces"})
		case at > b.From && strings.HasPrefix(line, " ") && strings.TrimSpace(line) != "":
			mixed = true
		}
	}
	return list, mixed
}

// lineEdits mends the lines below a key that parse only so. A key with text on
// its own line has no such lines, and the lines of a block of text are none.
func (m *mender) lineEdits(b block) []remedy {
	if b.value.From < frontmatter.NextLine(m.Text, b.From) && !strings.HasPrefix(m.Slice(b.value), "#") {
		return nil
	}
	var list []remedy
	text := -1 // how far the key of a block of text is indented
	for at, line := range frontmatter.Lines(m.Text, frontmatter.NextLine(m.Text, b.From), b.To) {
		depth := len(line) - len(strings.TrimLeft(line, " \t"))
		if strings.TrimSpace(line) == "" || text >= 0 && depth > text {
			continue
		}
		text = -1
		if isBlockText(line) {
			text = depth
		} else if e, ok := m.lineEdit(at, line); ok {
			list = append(list, e)
		}
	}
	return list
}

// isBlockText reports whether a line opens a block of text, by | or >.
func isBlockText(line string) bool {
	line = strings.TrimRight(strings.TrimRight(line, " \t"), "+-0123456789")
	return strings.HasSuffix(line, "|") || strings.HasSuffix(line, ">")
}

func (m *mender) lineEdit(at int, line string) (remedy, bool) {
	line = strings.TrimRight(line, " \t")
	rest := strings.TrimLeft(line, " \t")
	for strings.HasPrefix(rest, "- ") {
		rest = strings.TrimLeft(rest[2:], " ")
	}
	label, value := "the item", rest
	if key, v, ok := frontmatter.CutKey(rest); ok {
		label, value = strconv.Quote(key), v
	} else if key, ok := frontmatter.GluedKey(rest); ok && !m.goodMapping("k: "+rest) {
		return remedy{}, false
	} else if ok && !strings.HasPrefix(line, "-") && !strings.Contains(rest, " ") {
		at += len(line) - len(rest) + len(key) + 1
		return remedy{frontmatter.Span{From: at, To: at}, " ", at - 1, blankWanted(strconv.Quote(key))}, true
	}
	if value == "" || value[0] == '#' || m.goodMapping("k: "+value) || !isOneText(value) || strings.HasPrefix(value, "- ") {
		return remedy{}, false
	}
	from := at + len(line) - len(value)
	for _, text := range quotedWays(value) {
		if m.goodMapping("k: " + text) {
			e := causeOf(label, value)
			return remedy{frontmatter.Span{From: from, To: from + len(value)}, text, from + e.cause, e.why}, true
		}
	}
	return remedy{}, false
}

func blankWanted(label string) string {
	return "A blank must stand between " + label + " and its value"
}
