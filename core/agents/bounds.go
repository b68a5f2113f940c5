package agents

import (
	"fmt"

	"lily/core/conf"
	"lily/core/frontmatter"

	"gopkg.in/yaml.v3"
)

// maxValues is how many values a frontmatter may have, counting what its aliases repeat (SK-10). The programs differ in
// where they give up, and nobody needs to know where: past it each of them is said not to read the file.
const (
	maxValues = 10_000
	maxKeys   = 1_000 // of one mapping: libraries hold each key against each other one
)

// parse reads YAML that is worth reading.
func parse(front string) (*yaml.Node, error) {
	if n, ok := frontmatter.Quick(front); ok {
		return n, nil
	}
	switch {
	case len(front) > frontmatter.MaxHead:
		return nil, fmt.Errorf("it has %d bytes, and Lily looks at no more than %d", len(front), frontmatter.MaxHead)
	case conf.Deep(front):
		return nil, fmt.Errorf("it nests more deeply than Lily looks")
	}
	n, err := frontmatter.Parse(front)
	if err == nil {
		err = Bounded(n)
	}
	if err != nil {
		return nil, err
	}
	return n, nil
}

// Bounded refuses YAML that grows when its aliases are followed.
func Bounded(n *yaml.Node) error {
	if values(n, map[*yaml.Node]int{}) > maxValues {
		return fmt.Errorf("it has more than %d values, counting what its aliases repeat, or more than %d keys in one mapping, and Lily looks at no more", maxValues, maxKeys)
	}
	return nil
}

// values counts a node and all below it, each anchor once. What holds itself counts as too many.
func values(n *yaml.Node, known map[*yaml.Node]int) int {
	if n == nil {
		return 0
	}
	if have, ok := known[n]; ok {
		return have
	}
	known[n] = maxValues + 1
	if n.Kind == yaml.MappingNode && len(n.Content) > 2*maxKeys {
		return maxValues + 1
	}
	sum := 1
	if n.Kind == yaml.AliasNode {
		sum += values(n.Alias, known)
	}
	for _, sub := range n.Content {
		sum = min(sum+values(sub, known), maxValues+1)
	}
	known[n] = sum
	return sum
}
