package conf

import (
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// of is the value of a key if it is of a kind.
func (d *Doc) of(kind yaml.Kind, key, want string) *yaml.Node {
	n := d.get(key)
	if n != nil && n.Kind != kind {
		d.fail(n, "key %q: got %s, want %s", d.prefix+key, Kind(n), want)
		return nil
	}
	return n
}

func (d *Doc) get(key string) *yaml.Node {
	if !slices.Contains(d.asked, key) {
		d.asked = append(d.asked, key)
	}
	n := d.values[key]
	if n == nil || n.Tag == "!!null" {
		return nil
	}
	if n.Kind == yaml.AliasNode {
		d.fail(n, "key %q: got an alias, want the value written out", d.prefix+key)
		return nil
	}
	return n
}

// Text reads a scalar; with allowed values, only one of those.
func (d *Doc) Text(key, absent string, allowed ...string) string {
	n := d.of(yaml.ScalarNode, key, "text")
	if n == nil {
		return absent
	}
	if len(allowed) > 0 && !slices.Contains(allowed, n.Value) {
		d.fail(n, "key %q: got %q, want one of %s", d.prefix+key, n.Value, strings.Join(allowed, ", "))
		return absent
	}
	return n.Value
}

// Choice reads one of a few words or a mapping, of which more is not nil.
func (d *Doc) Choice(key, absent string, allowed ...string) (word string, more *Doc) {
	if n := d.get(key); n != nil && n.Kind == yaml.MappingNode {
		return "", d.Doc(key)
	}
	return d.Text(key, absent, allowed...), nil
}

// Bool reads true or false.
func (d *Doc) Bool(key string, absent bool) bool {
	n := d.get(key)
	if n == nil {
		return absent
	}
	if n.Tag != "!!bool" {
		d.fail(n, "key %q: got %s, want true or false", d.prefix+key, Kind(n))
		return absent
	}
	return strings.EqualFold(n.Value, "true")
}

// Number reads a whole number, of what is counted; nil where the key is absent.
func (d *Doc) Number(key, what string, least, most int) *int {
	n := d.get(key)
	if n == nil {
		return nil
	}
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil || v < least || v > most {
		d.fail(n, "key %q: got %s, want a whole number%s from %d to %d", d.prefix+key, Kind(n), what, least, most)
		return nil
	}
	return &v
}

// List reads a list of scalars as text, sorted and without repetition.
func (d *Doc) List(key string, absent ...string) []string {
	items, ok := d.Items(key)
	if !ok {
		return append([]string{}, absent...)
	}
	list := []string{}
	for _, item := range items {
		if !item.Text {
			d.fail(item.node, "key %q: got %s in the list, want text", d.prefix+key, Kind(item.node))
			continue
		}
		list = append(list, item.Value)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Item is one entry of a list, with its place.
type Item struct {
	Value        string
	Text         bool // it is a scalar
	Line, Column int
	node         *yaml.Node
}

// Items are the entries of the list below key, as they were written and in that order; ok
// says that there is one.
func (d *Doc) Items(key string) (list []Item, ok bool) {
	n := d.of(yaml.SequenceNode, key, "a list")
	if n == nil {
		return nil, false
	}
	for _, item := range n.Content {
		list = append(list, Item{item.Value, item.Kind == yaml.ScalarNode && item.Tag != "!!null", item.Line, item.Column, item})
	}
	return list, true
}

// Names are the keys of the mapping below key, as they were written and in that order.
func (d *Doc) Names(key string) (list []Item) {
	if n := d.of(yaml.MappingNode, key, "a mapping"); n != nil {
		for i := 0; i+1 < len(n.Content); i += 2 {
			name := n.Content[i]
			list = append(list, Item{name.Value, true, name.Line, name.Column, name})
		}
	}
	return list
}

// Docs reads a list of mappings, and notes what is none; ok says that there is a list.
func (d *Doc) Docs(key string) (list []*Doc, ok bool) {
	n := d.get(key)
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil, false
	}
	for _, item := range n.Content {
		sub := &Doc{file: d.file}
		if sub.fill(item); sub.values != nil {
			list = append(list, sub)
		}
	}
	d.subs = append(d.subs, list...)
	return list, true
}

// Map reads a mapping of scalars to scalars; null is the empty string.
func (d *Doc) Map(key string) map[string]string {
	m := map[string]string{}
	n := d.of(yaml.MappingNode, key, "a mapping")
	if n == nil {
		return m
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		switch _, twice := m[name.Value]; {
		case twice:
			d.fail(name, "key %q is repeated", d.prefix+key+"."+name.Value)
		case value.Kind != yaml.ScalarNode:
			d.fail(value, "key %q: got %s, want text", d.prefix+key+"."+name.Value, Kind(value))
		case value.Tag == "!!null":
			m[name.Value] = ""
		default:
			m[name.Value] = value.Value
		}
	}
	return m
}

// Doc reads a mapping below key.
func (d *Doc) Doc(key string) *Doc {
	sub := &Doc{file: d.file, prefix: d.prefix + key + "."}
	if n := d.get(key); n != nil {
		sub.fill(n)
	}
	d.subs = append(d.subs, sub)
	return sub
}
