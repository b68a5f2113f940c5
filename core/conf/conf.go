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
	"slices"
	"sort"
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

// FailItem notes what is wrong with one entry of a list.
func (d *Doc) FailItem(item Item, format string, args ...any) { d.fail(item.node, format, args...) }

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
