package proxy

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"lily/core/conf"
)

// Read reads a file of upstreams, strictly: every fault is an error with its
// place, and all of them are told at once. None repeats a key.
//
//	upstreams:
//	  - id: example
//	    format: openai
//	    url: https://api.example.com/v1
//	    key_env: EXAMPLE_API_KEY
//
// It has an own reader because those of [conf] know no list of mappings.
func Read(file string, data []byte, getenv func(string) string) ([]Upstream, error) {
	r := &reader{file: file, getenv: getenv}
	root := r.parse(data)
	if root == nil {
		return nil, r.err()
	}
	var list []Upstream
	if items := r.fields(root, "upstreams")["upstreams"]; items != nil && items.Kind == yaml.SequenceNode {
		for _, n := range items.Content {
			list = append(list, r.upstream(n))
		}
		r.repeated(list, items.Content)
	} else {
		r.fail(cmp.Or(items, root), "key %q: got no list, want one", "upstreams")
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	return list, nil
}

type reader struct {
	file   string
	getenv func(string) string
	faults []*conf.Error
}

func (r *reader) fail(n *yaml.Node, format string, args ...any) {
	r.faults = append(r.faults, &conf.Error{File: r.file, Line: max(n.Line, 1), Column: max(n.Column, 1), Message: redact(fmt.Sprintf(format, args...), "")})
}

func (r *reader) err() error {
	slices.SortStableFunc(r.faults, func(a, b *conf.Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	var errs []error
	for _, f := range r.faults {
		errs = append(errs, f)
	}
	return errors.Join(errs...)
}

var lineOf = regexp.MustCompile(`^(?:yaml: )?line (\d+): (.*)`)

// parse reads one document. yaml.v3 panics on a few odd texts.
func (r *reader) parse(data []byte) (root *yaml.Node) {
	defer func() {
		if recover() != nil {
			r.fail(&yaml.Node{}, "got what is no YAML")
			root = nil
		}
	}()
	if len(data) > conf.MaxBytes {
		r.fail(&yaml.Node{}, "got %d bytes, want at most %d", len(data), conf.MaxBytes)
		return nil
	}
	var doc, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&doc); err == io.EOF {
		r.fail(&yaml.Node{}, "got an empty file, want the key %q", "upstreams")
		return nil
	} else if err != nil {
		r.broken(err)
		return nil
	}
	if err := dec.Decode(&more); err == nil {
		r.fail(&more, "got a second YAML document, want one")
	} else if err != io.EOF {
		r.broken(err)
	}
	return doc.Content[0]
}

func (r *reader) broken(err error) {
	at, text := &yaml.Node{}, strings.TrimPrefix(err.Error(), "yaml: ")
	if m := lineOf.FindStringSubmatch(err.Error()); m != nil {
		at.Line, _ = strconv.Atoi(m[1])
		text = m[2]
	}
	r.fail(at, "%s", text)
}

// repeated finds ids that stand twice.
func (r *reader) repeated(list []Upstream, nodes []*yaml.Node) {
	seen := map[string]bool{}
	for i, u := range list {
		if u.ID != "" && seen[u.ID] {
			r.fail(nodes[i], "key %q: got %q a second time, want ids that differ", "id", u.ID)
		}
		seen[u.ID] = true
	}
}
