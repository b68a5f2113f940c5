package mend

import (
	"strconv"
	"strings"

	"lily/core/frontmatter"
)

// tabs replaces the tabs that indent an entry's lines: YAML knows only spaces.
// Where both are mixed, how deep a line is meant to be is not known.
func (m *mender) tabs(b block) []remedy {
	list := m.tabbed(b)
	for at := frontmatter.NextLine(m.Text, b.From); at < b.To; at = frontmatter.NextLine(m.Text, at) {
		line := frontmatter.LineAt(m.Text, at)
		if len(list) > 0 && strings.HasPrefix(line, " ") && strings.TrimSpace(line) != "" {
			return nil
		}
	}
	for _, e := range list {
		if strings.Contains(m.Slice(e.at), " ") {
			return nil
		}
	}
	return list
}

// tabbed lists the lines of an entry that a tab indents.
func (m *mender) tabbed(b block) []remedy {
	var list []remedy
	for at := b.From; at < b.To; at = frontmatter.NextLine(m.Text, at) {
		line := frontmatter.LineAt(m.Text, at)
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if strings.Contains(indent, "\t") && len(indent) < len(line) {
			text := strings.ReplaceAll(indent, "\t", "  ")
			tab := at + strings.Index(indent, "\t")
			list = append(list, remedy{frontmatter.Span{From: at, To: at + len(indent)}, text, tab, "The line is indented by a tab; YAML wants spaces"})
		}
	}
	return list
}

// lineEdits mends the lines below a key that parse only so. A key with text on
// its own line has no such lines, and the lines of a block of text are none.
func (m *mender) lineEdits(b block) []remedy {
	if b.value.From < frontmatter.NextLine(m.Text, b.From) && !strings.HasPrefix(m.Slice(b.value), "#") {
		return nil
	}
	var list []remedy
	text := -1 // how far the key of a block of text is indented
	for at := frontmatter.NextLine(m.Text, b.From); at < b.To; at = frontmatter.NextLine(m.Text, at) {
		line := frontmatter.LineAt(m.Text, at)
		depth := len(line) - len(strings.TrimLeft(line, " \t"))
		if strings.TrimSpace(line) == "" || text >= 0 && depth > text {
			continue
		}
		text = -1
		if isBlockText(line) {
			text = depth
		} else if e, ok := m.lineEdit(at); ok {
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

func (m *mender) lineEdit(at int) (remedy, bool) {
	line := strings.TrimRight(frontmatter.LineAt(m.Text, at), " \t")
	rest := strings.TrimLeft(line, " \t")
	for strings.HasPrefix(rest, "- ") {
		rest = strings.TrimLeft(rest[2:], " ")
	}
	label, value := "the item", rest
	if key, v, ok := frontmatter.CutKey(rest); ok {
		label, value = strconv.Quote(key), v
	} else if key, ok := frontmatter.GluedKey(rest); ok && !goodMapping("k: "+rest) {
		return remedy{}, false
	} else if ok && !strings.HasPrefix(line, "-") && !strings.Contains(rest, " ") {
		return m.spaced(at+len(line)-len(rest)+len(key)+1, key), true
	}
	if value == "" || value[0] == '#' || goodMapping("k: "+value) || !isOneText(value) || strings.HasPrefix(value, "- ") {
		return remedy{}, false
	}
	from := at + len(line) - len(value)
	for _, text := range quotedWays(value) {
		if goodMapping("k: " + text) {
			e := causeOf(label, value)
			return remedy{frontmatter.Span{From: from, To: from + len(value)}, text, from + e.cause, e.why}, true
		}
	}
	return remedy{}, false
}

// spaced puts the blank after a key's colon.
func (m *mender) spaced(at int, key string) remedy {
	return remedy{frontmatter.Span{From: at, To: at}, " ", at - 1, "A blank must stand between " + strconv.Quote(key) + " and its value"}
}
