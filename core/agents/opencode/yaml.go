package opencode

import (
	"errors"
	"strings"

	"lily/core/agents"

	"gopkg.in/yaml.v3"
)

// merge is the key whose value, a mapping or a list of such, brings keys that are not there.
const merge = "<<"

// merging tells of a merge key with another value.
func merging(n *yaml.Node) error {
	for _, m := range merged(n) {
		if m == nil || m.Kind != yaml.MappingNode {
			return errors.New("the value of << is no mapping")
		}
	}
	return nil
}

// merged are the values of the merge keys of a mapping, those in a list one by one.
func merged(n *yaml.Node) (list []*yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i < len(n.Content); i += 2 {
		if k := n.Content[i]; k.Value != merge || k.Kind != yaml.ScalarNode || k.Style != 0 {
			continue
		}
		v := agents.Follow(n.Content[i+1])
		if v.Kind != yaml.SequenceNode {
			list = append(list, v)
			continue
		}
		for _, sub := range v.Content {
			list = append(list, agents.Follow(sub))
		}
	}
	return list
}

// get returns the value of a key, its own or the first that is merged.
func get(n *yaml.Node, key string) *yaml.Node {
	if v := agents.Get(n, key); v != nil {
		return v
	}
	for _, m := range merged(n) {
		if v := agents.Get(m, key); v != nil {
			return v
		}
	}
	return nil
}

// untabbed is a text without the tabs that stand before a line: to js-yaml 3 only blanks indent it. A block of text keeps
// its own.
func untabbed(front string) string {
	if !strings.Contains(front, "\t") {
		return front
	}
	lines := strings.Split(front, "\n")
	block := -1 // how far the key of a block of text is indented
	for i, line := range lines {
		rest := strings.TrimLeft(line, " ")
		dent := len(line) - len(rest)
		if block >= 0 && (rest == "" || dent > block) {
			continue
		}
		block = -1
		rest = strings.TrimLeft(rest, " \t")
		if _, value, ok := strings.Cut(rest, ": "); ok && strings.HasPrefix(value, "|") || ok && strings.HasPrefix(value, ">") {
			block = dent
		}
		lines[i] = line[:dent] + rest
	}
	return strings.Join(lines, "\n")
}
