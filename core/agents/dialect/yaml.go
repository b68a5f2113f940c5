package dialect

import (
	"fmt"

	"lily/core/agents"

	"gopkg.in/yaml.v3"
)

// Npm reads YAML as the npm package yaml does in version 2.9, with its core schema: no key twice.
func Npm(f *agents.File, front string) (*yaml.Node, error) {
	n, err := f.YAML(front)
	if err == nil {
		err = twice(n)
	}
	return n, err
}

// JSYAML reads YAML as the npm package js-yaml does in versions 3.14 and 4.1: no key twice, and the tags of YAML alone.
// What plain scalars are differs in the two: [JSYAML3Schema], [JSYAMLSchema].
func JSYAML(f *agents.File, front string) (*yaml.Node, error) {
	n, err := f.YAML(front)
	if err == nil {
		err = twice(n)
	}
	return n, err
}

// twice tells of a key that a mapping has twice, at any depth.
func twice(n *yaml.Node) error {
	if n == nil {
		return nil
	}
	for i, sub := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && repeated(n, i) {
			return fmt.Errorf("line %d: the key %q is there twice", sub.Line, sub.Value)
		}
		if err := twice(sub); err != nil {
			return err
		}
	}
	return nil
}

// repeated reports whether a key is that of an earlier pair. Mappings of frontmatter are short.
func repeated(n *yaml.Node, at int) bool {
	key := n.Content[at]
	for i := 0; i < at; i += 2 {
		if k := n.Content[i]; k.Kind == yaml.ScalarNode && key.Kind == yaml.ScalarNode && k.Value == key.Value {
			return true
		}
	}
	return false
}

// Value is a scalar as text; what is none has no text.
func Value(n *yaml.Node) string {
	if n = agents.Follow(n); n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}
