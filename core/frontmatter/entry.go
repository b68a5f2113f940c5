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
		key, value, stop := m.Content[i], m.Content[i+1], end
		if i+2 < len(m.Content) {
			stop = d.At(m.Content[i+2])
		}
		e := Entry{Name: Resolve(key), Value: Resolve(value), At: d.At(key)}
		e.Raw = d.rawValue(m, value, e.At, stop)
		e.Key = e.Name.Value
		if e.Name.Kind != yaml.ScalarNode {
			e.Key = strings.TrimRight(strings.TrimSpace(d.Text[e.At:max(e.At, e.Raw.From)]), ": \t\r\n")
		}
		list = append(list, e)
	}
	return list
}

// rawValue is the text of a value. One on the key's line begins where its node does; a block
// below the key begins with its line, so that its indentation is kept.
func (d *Doc) rawValue(m, value *yaml.Node, key, stop int) Span {
	from := min(max(d.At(value), key), stop)
	if plain, ok := d.Plain(value, from); ok {
		return plain
	}
	if begin := 1 + strings.LastIndexByte(d.Text[:from], '\n'); begin > key {
		from = begin
	}
	raw := strings.TrimRight(d.Text[from:stop], " \t\r\n")
	switch value, more := strings.CutSuffix(raw, ","); {
	case m.Style&yaml.FlowStyle == 0:
		raw = TrimComments(raw)
	case more:
		raw = strings.TrimRight(value, " \t\r\n")
	default: // the brace of its mapping ends it, which a comma may stand before
		raw = strings.TrimRight(strings.TrimSuffix(raw, "}"), " \t\r\n")
		raw = strings.TrimRight(strings.TrimSuffix(raw, ","), " \t\r\n")
	}
	return Span{from, from + len(raw)}
}

// Plain is the exact span of an unquoted scalar on one line.
func (d *Doc) Plain(n *yaml.Node, from int) (Span, bool) {
	if n.Kind != yaml.ScalarNode || n.Style != 0 || !strings.HasPrefix(d.Text[from:], n.Value) {
		return Span{}, false
	}
	return Span{from, from + len(n.Value)}, true
}

// TrimComments drops lines at the end that hold only a comment: they belong to what follows.
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
	e, ok := d.Written(key)
	return e, ok && !IsNull(e.Value)
}

// Written finds a top-level key, even without a value.
func (d *Doc) Written(key string) (Entry, bool) {
	for i := range d.Keys {
		if e := &d.Keys[i]; e.Key == key && e.Name.Kind == yaml.ScalarNode {
			return *e, true
		}
	}
	return Entry{}, false
}

// Has reports whether a key was written, even without a value.
func (d *Doc) Has(keys ...string) bool {
	return slices.ContainsFunc(d.Keys, func(e Entry) bool { return slices.Contains(keys, e.Key) })
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
