package conf

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

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
