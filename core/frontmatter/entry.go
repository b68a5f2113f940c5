package frontmatter

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"lily/core/answer"
)

// Entry is one key of a mapping with its value.
type Entry struct {
	Key   string
	Name  *yaml.Node // the key
	Value *yaml.Node // with aliases followed
	At    int        // the offset of the key
	Raw   Span       // the value as it was written, without blanks around it
}

// entries lists a mapping that ends before end.
func (d *Doc) entries(m *yaml.Node, end int) []Entry {
	list := make([]Entry, 0, len(m.Content)/2)
	for i := 0; i+1 < len(m.Content); i += 2 {
		stop := end
		if i+2 < len(m.Content) {
			stop = d.At(m.Content[i+2])
		}
		list = append(list, d.entry(m, i, stop))
	}
	return list
}

func (d *Doc) entry(m *yaml.Node, i, stop int) Entry {
	key := m.Content[i]
	e := Entry{Name: Resolve(key), Value: Resolve(m.Content[i+1]), At: d.At(key)}
	e.Raw = d.rawValue(m, m.Content[i+1], e.At, stop)
	e.Key = e.Name.Value
	if e.Name.Kind != yaml.ScalarNode {
		e.Key = strings.TrimRight(strings.TrimSpace(d.Text[e.At:max(e.At, e.Raw.From)]), ": \t\r\n")
	}
	return e
}

// rawValue is the text of a value. One on the key's line begins where its node
// does; a block below the key begins with its line, so that its indentation is
// kept.
func (d *Doc) rawValue(m, value *yaml.Node, key, stop int) Span {
	from := min(max(d.At(value), key), stop)
	if plain, ok := d.Plain(value, from); ok {
		return plain
	}
	if begin := 1 + strings.LastIndexByte(d.Text[:from], '\n'); begin > key {
		from = begin
	}
	raw := strings.TrimRight(d.Text[from:stop], " \t\r\n")
	if m.Style&yaml.FlowStyle != 0 {
		raw = flowValue(raw)
	} else {
		raw = TrimComments(raw)
	}
	return Span{from, from + len(raw)}
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

// Plain is the exact span of an unquoted scalar on one line.
func (d *Doc) Plain(n *yaml.Node, from int) (Span, bool) {
	if n.Kind != yaml.ScalarNode || n.Style != 0 || !strings.HasPrefix(d.Text[from:], n.Value) {
		return Span{}, false
	}
	return Span{from, from + len(n.Value)}, true
}

// TrimComments drops lines at the end that hold only a comment: they belong to
// what follows.
func TrimComments(raw string) string {
	for {
		n := strings.LastIndexByte(raw, '\n')
		if n < 0 || !strings.HasPrefix(strings.TrimLeft(raw[n+1:], " \t"), "#") {
			return raw
		}
		raw = strings.TrimRight(raw[:n], " \t\r\n")
	}
}

// Get finds a top-level key. A value of null counts as absent.
func (d *Doc) Get(key string) (Entry, bool) {
	if i := d.index(key); i >= 0 {
		return d.Keys[i], !IsNull(d.Keys[i].Value)
	}
	return Entry{}, false
}

// Written finds a top-level key, even without a value.
func (d *Doc) Written(key string) (Entry, bool) {
	if i := d.index(key); i >= 0 {
		return d.Keys[i], true
	}
	return Entry{}, false
}

func (d *Doc) index(key string) int {
	for i := range d.Keys {
		if d.Keys[i].Key == key && d.Keys[i].Name.Kind == yaml.ScalarNode {
			return i
		}
	}
	return -1
}

// Has reports whether a key was written, even without a value.
func (d *Doc) Has(keys ...string) bool {
	for _, e := range d.Keys {
		if slices.Contains(keys, e.Key) {
			return true
		}
	}
	return false
}

// IsNull reports whether a value is YAML's null.
func IsNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// IsString reports whether a value is text to YAML.
func IsString(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" }

// Describe says what a value is, for "got …".
func Describe(n *yaml.Node) string {
	n = Resolve(n)
	switch n.Kind {
	case yaml.SequenceNode:
		return "a list"
	case yaml.MappingNode:
		return "a mapping"
	}
	switch n.ShortTag() {
	case "!!str":
		return fmt.Sprintf("the text %q", answer.Short(n.Value))
	case "!!int", "!!float":
		return "the number " + answer.Short(n.Value)
	case "!!bool":
		return "the boolean " + n.Value
	case "!!null":
		return "nothing"
	case "!!timestamp":
		return "the date " + n.Value
	}
	return "a value tagged " + answer.Short(n.ShortTag())
}

// Nested lists the entries of a mapping that is itself a value.
func (d *Doc) Nested(e Entry) []Entry {
	if e.Value.Kind != yaml.MappingNode {
		return nil
	}
	return d.entries(e.Value, max(e.Raw.To, e.At))
}
