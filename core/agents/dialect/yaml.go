package dialect

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"lily/core/agents"
	"lily/core/frontmatter"

	"gopkg.in/yaml.v3"
)

// Npm reads YAML as the npm package yaml does in version 2.9, with its core schema: no key twice, control characters as
// any other, texts in quotes indented, no more aliases than it allows. What scalars are says [NpmKind].
func Npm(f *agents.File, front string) (*yaml.Node, error) {
	n, err := readWith(f, front, anything)
	if err != nil {
		return n, err
	}
	if err := cmp.Or(twice(n), dented(n, front)); err != nil {
		return n, err
	}
	return n, many(n)
}

// NpmKind is what a value is to it: a tag that does not fit is passed over.
func NpmKind(n *yaml.Node) agents.Kind {
	kind := agents.KindOf(n, agents.Core)
	if n = agents.Follow(n); kind != agents.Text && n != nil && n.Kind == yaml.ScalarNode && agents.Core(n.Value) != kind {
		return agents.Text
	}
	return kind
}

// JSYAML reads YAML as the npm package js-yaml does in versions 3.14 and 4.1: no key twice, the tags of YAML alone, and
// control characters in comments alone. What plain scalars are differs in the two: [JSYAML3Schema], [JSYAMLSchema].
func JSYAML(f *agents.File, front string) (*yaml.Node, error) {
	if strings.Contains(front, "\x00") {
		return nil, errors.New("it has a zero byte")
	}
	n, err := readWith(f, front, unprintable)
	if err != nil {
		return n, err
	}
	if err := twice(n); err != nil {
		return n, err
	}
	return n, tags(n)
}

// NoHalves writes U+FFFD for escapes of one half of a character, which JavaScript and Python keep until they write UTF-8.
func NoHalves(front string) string {
	var b []byte
	for i := 0; i+1 < len(front); i++ {
		switch {
		case front[i] != '\\':
		case frontmatter.IsPair(front[i:]):
			i += 11
		case frontmatter.IsHalf(front[i:]):
			if b == nil {
				b = []byte(front)
			}
			copy(b[i:], `\ufffd`)
			i += 5
		default:
			i++ // what it escapes is no escape
		}
	}
	if b == nil {
		return front
	}
	return string(b)
}

// tags tells of a tag that is none of YAML's own.
func tags(n *yaml.Node) error {
	if n == nil {
		return nil
	}
	if tag := n.ShortTag(); n.Style&yaml.TaggedStyle != 0 && tag != "!" && !strings.HasPrefix(tag, "!!") {
		return fmt.Errorf("line %d: the tag %s is not known", n.Line, tag)
	}
	for _, sub := range n.Content {
		if err := tags(sub); err != nil {
			return err
		}
	}
	return nil
}

// mostAliases is how often the package yaml lets aliases multiply.
const mostAliases = 100

// many tells of aliases that multiply to more than that, as the package counts: how often an anchor was used, times what
// is behind it.
func many(n *yaml.Node) error {
	used, worth := map[*yaml.Node]int{}, map[*yaml.Node]int{}
	var behind func(n *yaml.Node) int
	behind = func(n *yaml.Node) int {
		if n.Kind == yaml.AliasNode {
			return used[n.Alias] * worth[n.Alias]
		}
		if n.Kind == yaml.ScalarNode {
			return 1
		}
		most := 0
		for _, sub := range n.Content {
			most = max(most, behind(sub))
		}
		return most
	}
	var count func(n *yaml.Node) error
	count = func(n *yaml.Node) error {
		if n == nil {
			return nil
		}
		if n.Anchor != "" {
			used[n] = 1
		}
		if n.Kind == yaml.AliasNode {
			if used[n.Alias]++; worth[n.Alias] == 0 {
				worth[n.Alias] = behind(n.Alias)
			}
			if used[n.Alias]*worth[n.Alias] > mostAliases {
				return errors.New("its aliases multiply to too many")
			}
			return nil
		}
		for _, sub := range n.Content {
			if err := count(sub); err != nil {
				return err
			}
		}
		return nil
	}
	return count(n)
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
