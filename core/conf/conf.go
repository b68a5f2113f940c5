// Package conf reads the small YAML files that a person edits, the profile
// and the policy, strictly: a key that is not known, a wrong type or a
// repeated key is an [Error] with its place, and all of them are reported at
// once. It never guesses a value.
package conf

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// MaxBytes is the longest file that a person may write.
const MaxBytes = 64 << 10

// Error is one fault in a file; Line and Column are 1-based.
type Error struct {
	File    string
	Line    int
	Column  int
	Message string
}

// Error returns file:line:column: message.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Doc is one mapping of a file. Its readers return the value of a key, or the
// default where the key is absent or null, and note what is wrong.
type Doc struct {
	file   string
	prefix string
	at     *yaml.Node
	values map[string]*yaml.Node
	asked  []string
	errs   *[]*Error
	subs   []*Doc
}

// Read parses data as one mapping. An empty file is an empty mapping.
func Read(file string, data []byte) *Doc { return ReadLong(file, data, MaxBytes) }

// ReadLong is [Read] of what a program wrote, of at most so many bytes.
func ReadLong(file string, data []byte, most int) *Doc {
	d := &Doc{file: file, errs: &[]*Error{}}
	if len(data) > most {
		d.fail(nil, "got %d bytes, want at most %d", len(data), most)
		return d
	}
	root, err := parse(data)
	if err != nil {
		line, message := position(err)
		*d.errs = append(*d.errs, &Error{file, line, 1, message})
		return d
	}
	d.fill(root)
	return d
}

func parse(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	var doc, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&doc); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := dec.Decode(&more); err == nil {
		return nil, fmt.Errorf("line %d: got a second YAML document, want one", more.Line)
	} else if err != io.EOF {
		return nil, err
	}
	return doc.Content[0], nil
}

var lineOf = regexp.MustCompile(`^(?:yaml: )?line (\d+): (.*)`)

func position(err error) (line int, message string) {
	if m := lineOf.FindStringSubmatch(err.Error()); m != nil {
		line, _ = strconv.Atoi(m[1])
		return line, m[2]
	}
	return 1, strings.TrimPrefix(err.Error(), "yaml: ")
}

func (d *Doc) fill(n *yaml.Node) {
	d.at = n
	if n == nil || n.Tag == "!!null" {
		return
	}
	if n.Kind != yaml.MappingNode {
		d.fail(n, "got %s, want a mapping", Kind(n))
		return
	}
	d.values = map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if _, twice := d.values[key.Value]; twice {
			d.fail(key, "key %q is repeated", key.Value)
		}
		d.values[key.Value] = n.Content[i+1]
	}
}

func (d *Doc) fail(n *yaml.Node, format string, args ...any) {
	e := &Error{File: d.file, Line: 1, Column: 1, Message: fmt.Sprintf(format, args...)}
	if n != nil {
		e.Line, e.Column = n.Line, n.Column
	}
	*d.errs = append(*d.errs, e)
}

func (d *Doc) get(key string) *yaml.Node {
	d.asked = append(d.asked, key)
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
	n := d.get(key)
	if n == nil {
		return absent
	}
	if n.Kind != yaml.ScalarNode {
		d.fail(n, "key %q: got %s, want text", d.prefix+key, Kind(n))
		return absent
	}
	if len(allowed) > 0 && !slices.Contains(allowed, n.Value) {
		d.fail(n, "key %q: got %q, want one of %s", d.prefix+key, n.Value, strings.Join(allowed, ", "))
		return absent
	}
	return n.Value
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

// Number reads a whole number from 0 to most; nil where the key is absent.
func (d *Doc) Number(key string, most int) *int {
	n := d.get(key)
	if n == nil {
		return nil
	}
	v, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil || v < 0 || v > most {
		d.fail(n, "key %q: got %s, want a whole number from 0 to %d", d.prefix+key, Kind(n), most)
		return nil
	}
	return &v
}

// List reads a list of scalars as text, sorted and without repetition.
func (d *Doc) List(key string, absent ...string) []string {
	list := []string{}
	n := d.get(key)
	if n == nil {
		return append(list, absent...)
	}
	if n.Kind != yaml.SequenceNode {
		d.fail(n, "key %q: got %s, want a list", d.prefix+key, Kind(n))
		return append(list, absent...)
	}
	for _, item := range n.Content {
		if item.Kind != yaml.ScalarNode || item.Tag == "!!null" {
			d.fail(item, "key %q: got %s in the list, want text", d.prefix+key, Kind(item))
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
	Line, Column int
}

// Items are the scalars of the list below key, as they were written and in that order.
func (d *Doc) Items(key string) (list []Item) {
	n := d.get(key)
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	for _, item := range n.Content {
		if item.Kind == yaml.ScalarNode && item.Tag != "!!null" {
			list = append(list, Item{item.Value, item.Line, item.Column})
		}
	}
	return list
}

// Map reads a mapping of scalars to scalars; null is the empty string.
func (d *Doc) Map(key string) map[string]string {
	m := map[string]string{}
	n := d.get(key)
	if n == nil {
		return m
	}
	if n.Kind != yaml.MappingNode {
		d.fail(n, "key %q: got %s, want a mapping", d.prefix+key, Kind(n))
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
	sub := &Doc{file: d.file, prefix: d.prefix + key + ".", errs: d.errs}
	if n := d.get(key); n != nil {
		sub.fill(n)
	}
	d.subs = append(d.subs, sub)
	return sub
}

// Err returns everything that was wrong, keys that nobody asked for included,
// sorted by place; nil if nothing was.
func (d *Doc) Err() error {
	d.unknown()
	list := *d.errs
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) < 0
	})
	errs := make([]error, len(list))
	for i, e := range list {
		errs[i] = e
	}
	return errors.Join(errs...)
}

func (d *Doc) unknown() {
	for _, sub := range d.subs {
		sub.unknown()
	}
	if d.at == nil || d.values == nil {
		return
	}
	for i := 0; i+1 < len(d.at.Content); i += 2 {
		if key := d.at.Content[i]; !slices.Contains(d.asked, key.Value) {
			d.fail(key, "unknown key %q, want one of %s", d.prefix+key.Value, strings.Join(d.asked, ", "))
		}
	}
}

// Kind says in words what stands at a place of the YAML.
func Kind(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	return fmt.Sprintf("%q", n.Value)
}
