package skill

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// entry is one key of a mapping with its value.
type entry struct {
	key   string
	name  *yaml.Node // the key
	value *yaml.Node // with aliases followed
	at    int        // the offset of the key
	raw   span       // the value as it was written, without blanks around it
}

// entries fills p.keys with the frontmatter's top level.
func (p *parser) entries(root *yaml.Node) { p.keys = p.entriesOf(root, p.fm.to) }

// entriesOf lists a mapping that ends before end.
func (p *parser) entriesOf(m *yaml.Node, end int) []entry {
	list := make([]entry, 0, len(m.Content)/2)
	for i := 0; i+1 < len(m.Content); i += 2 {
		stop := end
		if i+2 < len(m.Content) {
			stop = p.at(m.Content[i+2])
		}
		list = append(list, p.entry(m, i, stop))
	}
	return list
}

func (p *parser) entry(m *yaml.Node, i, stop int) entry {
	key := m.Content[i]
	e := entry{name: resolve(key), value: resolve(m.Content[i+1]), at: p.at(key)}
	e.raw = p.rawValue(m, m.Content[i+1], e.at, stop)
	e.key = e.name.Value
	if e.name.Kind != yaml.ScalarNode {
		e.key = strings.TrimRight(strings.TrimSpace(p.text[e.at:max(e.at, e.raw.from)]), ": \t\r\n")
	}
	return e
}

// rawValue is the text of a value. One on the key's line begins where its node
// does; a block below the key begins with its line, so that its indentation is
// kept.
func (p *parser) rawValue(m, value *yaml.Node, key, stop int) span {
	from := min(max(p.at(value), key), stop)
	if plain, ok := p.plain(value, from); ok {
		return plain
	}
	if begin := 1 + strings.LastIndexByte(p.text[:from], '\n'); begin > key {
		from = begin
	}
	raw := strings.TrimRight(p.text[from:stop], " \t\r\n")
	if m.Style&yaml.FlowStyle != 0 {
		raw = flowValue(raw)
	} else {
		raw = trimComments(raw)
	}
	return span{from, from + len(raw)}
}

// flowValue is a value in braces without what ends it: a comma, or the brace of
// its mapping, which a comma may stand before.
func flowValue(raw string) string {
	if value, ok := strings.CutSuffix(raw, ","); ok {
		return strings.TrimRight(value, " \t\r\n")
	}
	raw = strings.TrimRight(strings.TrimSuffix(raw, "}"), " \t\r\n")
	return strings.TrimRight(strings.TrimSuffix(raw, ","), " \t\r\n")
}

// plain is the exact span of an unquoted scalar on one line.
func (p *parser) plain(n *yaml.Node, from int) (span, bool) {
	if n.Kind != yaml.ScalarNode || n.Style != 0 || !strings.HasPrefix(p.text[from:], n.Value) {
		return span{}, false
	}
	return span{from, from + len(n.Value)}, true
}

// trimComments drops lines at the end that hold only a comment: they belong to
// what follows.
func trimComments(raw string) string {
	for {
		n := strings.LastIndexByte(raw, '\n')
		if n < 0 || !strings.HasPrefix(strings.TrimLeft(raw[n+1:], " \t"), "#") {
			return raw
		}
		raw = strings.TrimRight(raw[:n], " \t\r\n")
	}
}

// get finds a top-level key. A value of null counts as absent.
func (p *parser) get(key string) (entry, bool) {
	if i := p.index(key); i >= 0 {
		return p.keys[i], !isNull(p.keys[i].value)
	}
	return entry{}, false
}

// written finds a top-level key, even without a value.
func (p *parser) written(key string) (entry, bool) {
	if i := p.index(key); i >= 0 {
		return p.keys[i], true
	}
	return entry{}, false
}

func (p *parser) index(key string) int {
	for i := range p.keys {
		if p.keys[i].key == key && p.keys[i].name.Kind == yaml.ScalarNode {
			return i
		}
	}
	return -1
}

// has reports whether a key was written, even without a value.
func (p *parser) has(keys ...string) bool {
	for _, e := range p.keys {
		if slices.Contains(keys, e.key) {
			return true
		}
	}
	return false
}

func isNull(n *yaml.Node) bool   { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }
func isString(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" }

// describe says what a value is, for "got …".
func describe(n *yaml.Node) string {
	n = resolve(n)
	switch n.Kind {
	case yaml.SequenceNode:
		return "a list"
	case yaml.MappingNode:
		return "a mapping"
	}
	switch n.ShortTag() {
	case "!!str":
		return fmt.Sprintf("the text %q", shorten(n.Value))
	case "!!int", "!!float":
		return "the number " + shorten(n.Value)
	case "!!bool":
		return "the boolean " + n.Value
	case "!!null":
		return "nothing"
	case "!!timestamp":
		return "the date " + n.Value
	}
	return "a value tagged " + shorten(n.ShortTag())
}

func shorten(s string) string {
	if cut, ok := cutRunes(s, 60); ok {
		return cut + "…"
	}
	return s
}

// cutRunes returns the first n code points, and whether there are more.
func cutRunes(s string, n int) (string, bool) {
	if len(s) <= n {
		return s, false
	}
	for i := range s {
		if n == 0 {
			return s[:i], true
		}
		n--
	}
	return s, false
}
