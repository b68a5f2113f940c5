package skill

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// The bounds on one frontmatter's YAML (SK-10). rawDepth is what the text may
// nest before it is given to the YAML parser at all, whose recursion a
// browser's stack limits.
const (
	maxDepth = 32
	maxNodes = 10_000
	rawDepth = 500
)

// yaml reads the frontmatter into keys and reports whether that succeeded.
func (p *parser) yaml() bool {
	text := p.slice(p.fm)
	if strings.TrimSpace(text) == "" {
		return true
	}
	root, ok := flat(text)
	if !ok && tooNested(text) {
		p.find(p.fm.from, "yaml_too_deep", "The YAML nests more than %d levels.", maxDepth)
		return false
	}
	if !ok {
		var err error
		if root, err = parseYAML(text); err != nil {
			p.repair(err)
			return false
		}
	}
	if root == nil {
		return true
	}
	if root.Kind == yaml.ScalarNode && p.gluedKeys() {
		p.repair(errNoKey)
		return false
	}
	p.start = yamlLines(text)
	if root.Kind != yaml.MappingNode {
		p.find(p.at(root), "not_a_mapping", "The frontmatter is %s; want keys with values, such as summary: text.", describe(root))
		return false
	}
	w := walk{p: p}
	w.node(root, 1)
	p.entries(root)
	return !w.stopped && !p.Malformed()
}

type manyDocuments struct{}

func (manyDocuments) Error() string { return "yaml: more than one document" }

// parseYAML returns the root node, nil for a text without a value. It reads to
// the end, since the YAML package alone stops silently after one document.
func parseYAML(text string) (*yaml.Node, error) {
	root, err := parseOne(text)
	if err != nil {
		if whole, ok := parsePairs(text); ok {
			return whole, nil
		}
	}
	return root, err
}

func parseOne(text string) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, fmt.Errorf("yaml: %v", r)
		}
	}()
	d := yaml.NewDecoder(strings.NewReader(text))
	var doc, more yaml.Node
	switch err := d.Decode(&doc); {
	case err == io.EOF:
		return nil, nil
	case err != nil:
		return nil, err
	}
	switch err := d.Decode(&more); {
	case err == nil:
		return nil, manyDocuments{}
	case err != io.EOF:
		return nil, err
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

func goodMapping(text string) bool {
	root, err := parseYAML(text)
	return err == nil && root != nil && root.Kind == yaml.MappingNode
}

// tooNested sees nesting without parsing: brackets that stay open, and runs of
// indicators such as "- - - -" on one line.
func tooNested(text string) bool {
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

// at is the offset in the file of a node.
func (p *parser) at(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(p.start) {
		return p.fm.from
	}
	at := p.fm.from + p.start[n.Line-1]
	for column := n.Column; column > 1 && at < p.fm.to; column-- {
		_, size := utf8.DecodeRuneInString(p.text[at:])
		at += size
	}
	return at
}
