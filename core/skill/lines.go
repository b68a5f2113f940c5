package skill

import (
	"strconv"
	"strings"
)

// tabs replaces the tabs that indent an entry's lines: YAML knows only spaces.
// Where both are mixed, how deep a line is meant to be is not known.
func (p *parser) tabs(b block) []edit {
	list := p.tabbed(b)
	for at := nextLine(p.text, b.from); at < b.to; at = nextLine(p.text, at) {
		line := lineAt(p.text, at)
		if len(list) > 0 && strings.HasPrefix(line, " ") && strings.TrimSpace(line) != "" {
			return nil
		}
	}
	for _, e := range list {
		if strings.Contains(p.slice(e.at), " ") {
			return nil
		}
	}
	return list
}

// tabbed lists the lines of an entry that a tab indents.
func (p *parser) tabbed(b block) []edit {
	var list []edit
	for at := b.from; at < b.to; at = nextLine(p.text, at) {
		line := lineAt(p.text, at)
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if strings.Contains(indent, "\t") && len(indent) < len(line) {
			text := strings.ReplaceAll(indent, "\t", "  ")
			tab := at + strings.Index(indent, "\t")
			list = append(list, edit{span{at, at + len(indent)}, text, tab, "The line is indented by a tab; YAML wants spaces"})
		}
	}
	return list
}

// lineEdits mends the lines below a key that parse only so. A key with text on
// its own line has no such lines, and the lines of a block of text are none.
func (p *parser) lineEdits(b block) []edit {
	if b.value.from < nextLine(p.text, b.from) && !strings.HasPrefix(p.slice(b.value), "#") {
		return nil
	}
	var list []edit
	text := -1 // how far the key of a block of text is indented
	for at := nextLine(p.text, b.from); at < b.to; at = nextLine(p.text, at) {
		line := lineAt(p.text, at)
		depth := len(line) - len(strings.TrimLeft(line, " \t"))
		if strings.TrimSpace(line) == "" || text >= 0 && depth > text {
			continue
		}
		text = -1
		if isBlockText(line) {
			text = depth
		} else if e, ok := p.lineEdit(at); ok {
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

func (p *parser) lineEdit(at int) (edit, bool) {
	line := strings.TrimRight(lineAt(p.text, at), " \t")
	rest := strings.TrimLeft(line, " \t")
	for strings.HasPrefix(rest, "- ") {
		rest = strings.TrimLeft(rest[2:], " ")
	}
	label, value := "the item", rest
	if key, v, ok := cutKey(rest); ok {
		label, value = strconv.Quote(key), v
	} else if key, ok := gluedKey(rest); ok && !goodMapping("k: "+rest) {
		return edit{}, false
	} else if ok && !strings.HasPrefix(line, "-") && !strings.Contains(rest, " ") {
		return p.spaced(at+len(line)-len(rest)+len(key)+1, key), true
	}
	if value == "" || value[0] == '#' || goodMapping("k: "+value) || !isOneText(value) || strings.HasPrefix(value, "- ") {
		return edit{}, false
	}
	from := at + len(line) - len(value)
	for _, text := range quotedWays(value) {
		if goodMapping("k: " + text) {
			e := causeOf(label, value)
			return edit{span{from, from + len(value)}, text, from + e.cause, e.why}, true
		}
	}
	return edit{}, false
}

// spaced puts the blank after a key's colon.
func (p *parser) spaced(at int, key string) edit {
	return edit{span{at, at}, " ", at - 1, "A blank must stand between " + strconv.Quote(key) + " and its value"}
}
