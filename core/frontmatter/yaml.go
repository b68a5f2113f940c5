package frontmatter

import (
	"errors"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"lily/core/conf"
)

// The bounds on one frontmatter's YAML (SK-10).
const (
	maxDepth = 32
	maxNodes = 10_000
)

func (d *Doc) yaml() Outcome {
	text := d.Slice(d.Head)
	if strings.TrimSpace(text) == "" {
		return Whole
	}
	root, ok := flat(text)
	if !ok && conf.Deep(text) {
		d.Find(d.Head.From, "yaml_too_deep", "The YAML nests more than %d levels.", maxDepth)
		return Refused
	}
	if !ok {
		if root, d.Err = d.Parse(text); d.Err != nil {
			return Invalid
		}
	}
	if root == nil {
		return Whole
	}
	if root.Kind == yaml.ScalarNode && d.gluedKeys() {
		d.Err = ErrNoKey
		return Invalid
	}
	d.starts = yamlLines(text)
	if root.Kind != yaml.MappingNode {
		d.Find(d.At(root), "not_a_mapping", "The frontmatter is %s; want keys with values, such as summary: text.", Describe(root))
		return Refused
	}
	told := len(d.Faults)
	w := walk{d: d}
	w.node(root, 1)
	d.Keys = d.entries(root, d.Head.To)
	if len(d.Faults) > told {
		return Refused
	}
	return Whole
}

// Errors of YAML that parses and is no frontmatter.
var (
	ErrManyDocuments = errors.New("yaml: more than one document")
	ErrNoKey         = errors.New("it is no key with a value")
)

// Parse returns the root node of a YAML document, nil for a text without a value.
func Parse(text string) (*yaml.Node, error) {
	root, err := conf.Decode(text)
	if err != nil {
		if whole, ok := parsePairs(text); ok {
			return whole, nil
		}
	}
	if _, ok := errors.AsType[conf.SecondDocument](err); ok {
		return nil, ErrManyDocuments
	}
	return root, err
}

// Parse is [Parse] of a part of the text, or of how it could be written, within what the text may cost.
func (d *Doc) Parse(text string) (*yaml.Node, error) {
	d.Budget.Spend(perReading + perByte*len(text))
	return Parse(text)
}

// yamlLines finds where each line begins. YAML counts more line ends than an
// editor does, and its positions are in its own lines.
func yamlLines(text string) []int {
	starts := append(make([]int, 0, 1+strings.Count(text, "\n")), 0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n', c == '\r' && !strings.HasPrefix(text[i+1:], "\n"):
			starts = append(starts, i+1)
		case c == 0xC2 && strings.HasPrefix(text[i:], "\u0085"):
			starts = append(starts, i+2)
		case c == 0xE2 && (strings.HasPrefix(text[i:], "\u2028") || strings.HasPrefix(text[i:], "\u2029")):
			starts = append(starts, i+3)
		}
	}
	return starts
}

// At is the offset in the file of a node.
func (d *Doc) At(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(d.starts) {
		return d.Head.From
	}
	at := d.Head.From + d.starts[n.Line-1]
	for column := n.Column; column > 1 && at < d.Head.To; column-- {
		_, size := utf8.DecodeRuneInString(d.Text[at:])
		at += size
	}
	return at
}
