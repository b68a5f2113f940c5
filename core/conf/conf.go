// Package conf reads the small YAML files that a person edits, such as the
// profile and the policy, strictly: a key that is not known, a wrong type or a
// repeated key is an [Error] with its place, and all of them are reported at
// once. It never guesses a value, and does not know what a value means.
//
//	d := conf.Read("profile.yaml", data)
//	system := d.Text("os", "linux", "darwin", "linux", "win32")
//	return system, d.Err()
package conf

import (
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
	*file
	prefix string
	at     *yaml.Node
	values map[string]*yaml.Node
	asked  []string
	subs   []*Doc
}

// file is what the mappings of a file have in common.
type file struct {
	name string
	hide func(message string) string
	errs []*Error
}

// Read parses data as one mapping. An empty file is an empty mapping.
func Read(name string, data []byte) *Doc { return ReadLong(name, data, MaxBytes) }

// ReadLong is [Read] of what a program wrote, of at most so many bytes.
func ReadLong(name string, data []byte, most int) *Doc {
	return open(&file{name: name, hide: strings.Clone}, data, most)
}

// ReadHiding is [Read] of a file with secrets, which hide takes out of messages.
func ReadHiding(name string, data []byte, hide func(message string) string) *Doc {
	return open(&file{name: name, hide: hide}, data, MaxBytes)
}

func open(f *file, data []byte, most int) *Doc {
	d := &Doc{file: f}
	if len(data) > most {
		d.fail(nil, "got %d bytes, want at most %d", len(data), most)
		return d
	}
	root, err := Decode(string(data))
	if err != nil {
		line, message := Cause(err)
		d.fail(&yaml.Node{Line: line, Column: 1}, "%s", message)
		return d
	}
	d.fill(root)
	return d
}

// SecondDocument is the error of a text that holds more than one YAML document.
type SecondDocument struct{ Line int }

// Error returns where the second one begins.
func (e SecondDocument) Error() string {
	return fmt.Sprintf("line %d: got a second YAML document, want one", e.Line)
}

// Decode reads one YAML document, nil for a text without a value. It reads to the end,
// since the YAML package alone stops silently after one, and panics on a few odd texts.
func Decode(text string) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, fmt.Errorf("yaml: %v", r)
		}
	}()
	if Deep(text) {
		return nil, errors.New("yaml: it nests too deeply")
	}
	var doc, more yaml.Node
	dec := yaml.NewDecoder(strings.NewReader(text))
	if err := dec.Decode(&doc); err == io.EOF {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := dec.Decode(&more); err == nil {
		return nil, SecondDocument{more.Line}
	} else if err != io.EOF {
		return nil, err
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

// rawDepth is what a text may nest before it is given to the YAML parser at all, whose recursion a browser's stack limits.
const rawDepth = 500

// Deep sees nesting without parsing (SK-10): brackets that stay open, and runs of indicators such as "- - - -" on one line.
func Deep(text string) bool {
	open, run := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			open++
		case ']', '}':
			open = max(0, open-1)
		case '\n':
			run = 0
		case '-', '?', ':':
			run++
		case ' ', '\t':
		default:
			run = 0
		}
		if open > rawDepth || run > rawDepth {
			return true
		}
	}
	return false
}

var lineOf = regexp.MustCompile(`^(?:yaml: )?line (\d+): (.*)`)

// Cause is the line that an error of [Decode] tells, else the first, and what is wrong there.
func Cause(err error) (line int, message string) {
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
	e := &Error{File: d.name, Line: 1, Column: 1, Message: d.hide(fmt.Sprintf(format, args...))}
	if n != nil {
		e.Line, e.Column = n.Line, n.Column
	}
	d.errs = append(d.errs, e)
}

// Fail notes what is wrong with the value of a key, or with the mapping where it has none.
func (d *Doc) Fail(key, format string, args ...any) {
	n := d.at
	if d.Has(key) {
		n = d.values[key]
	}
	d.fail(n, format, args...)
}

// Has reports whether a key has a value.
func (d *Doc) Has(key string) bool {
	n := d.values[key]
	return n != nil && n.Tag != "!!null"
}

// Empty reports whether there is nothing in a file, or nothing that can be read.
func (d *Doc) Empty() bool { return d.at == nil }

// Filled notes the keys that are written without a value.
func (d *Doc) Filled() {
	for key, n := range d.values {
		if n.Tag == "!!null" {
			d.fail(n, "key %q: got nothing, want a value or no key", key)
		}
	}
}

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

// FailItem notes what is wrong with one entry of a list.
func (d *Doc) FailItem(item Item, format string, args ...any) { d.fail(item.node, format, args...) }

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

// Err returns everything that was wrong, keys that nobody asked for included,
// sorted by place; nil if nothing was.
func (d *Doc) Err() error {
	noted := d.errs
	d.errs = nil
	d.unknown()
	list := append(d.errs, noted...)
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
