package agents

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// Kind is what a value is to a reader of YAML.
type Kind string

// What a node can be. A reader's own schema says which plain words are what.
const (
	Absent Kind = ""
	Null   Kind = "null"
	Bool   Kind = "bool"
	Number Kind = "number"
	Date   Kind = "date"
	Text   Kind = "text"
	List   Kind = "list"
	Map    Kind = "map"
)

// Schema says what a plain scalar is, one without quotes and tags.
type Schema func(plain string) Kind

// Core is the core schema of YAML 1.2 (https://yaml.org/spec/1.2.2/#103-core-schema).
func Core(plain string) Kind {
	switch plain {
	case "", "~", "null", "Null", "NULL":
		return Null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return Bool
	}
	if IsNumber(plain) {
		return Number
	}
	return Text
}

// AllText is the schema of a reader to whom every scalar is text.
func AllText(string) Kind { return Text }

// IsNumber reports a number of the core schema of YAML 1.2.
func IsNumber(s string) bool {
	if s == "" || !strings.Contains("+-."+digits, s[:1]) {
		return false // as most words
	}
	if rest, ok := strings.CutPrefix(s, "0o"); ok {
		return all(rest, "01234567")
	}
	if rest, ok := strings.CutPrefix(s, "0x"); ok {
		return all(rest, "0123456789abcdefABCDEF")
	}
	unsigned := strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+")
	if len(s)-len(unsigned) > 1 {
		return false
	}
	switch unsigned {
	case ".inf", ".Inf", ".INF":
		return true
	case ".nan", ".NaN", ".NAN":
		return s == unsigned
	}
	mantissa, exponent, scientific := strings.Cut(strings.ReplaceAll(unsigned, "E", "e"), "e")
	if scientific && !all(strings.TrimLeft(exponent[:min(1, len(exponent))], "+-")+exponent[min(1, len(exponent)):], digits) {
		return false
	}
	whole, part, _ := strings.Cut(mantissa, ".")
	return all(whole+part, digits)
}

const digits = "0123456789"

// all reports whether a text has only some letters, and at least one.
func all(s, letters string) bool { return s != "" && strings.Trim(s, letters) == "" }

// KindOf tells what a node is. A tag and quotes speak for themselves.
func KindOf(n *yaml.Node, plain Schema) Kind {
	n = Follow(n)
	switch {
	case n == nil:
		return Absent
	case n.Kind == yaml.MappingNode:
		return Map
	case n.Kind == yaml.SequenceNode:
		return List
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return Text
	case n.Style&yaml.TaggedStyle != 0:
		return tagged(n.ShortTag())
	}
	return plain(n.Value)
}

func tagged(tag string) Kind {
	switch tag {
	case "!!null":
		return Null
	case "!!bool":
		return Bool
	case "!!int", "!!float":
		return Number
	case "!!timestamp":
		return Date
	}
	return Text
}

// Follow returns what an alias stands for, and any other node itself.
func Follow(n *yaml.Node) *yaml.Node {
	for n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// Get returns the value of a key of a mapping, nil without one. Keys are compared as they are read; the last one wins.
func Get(n *yaml.Node, key string) *yaml.Node {
	n = Follow(n)
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := len(n.Content) - 2; i >= 0; i -= 2 {
		if k := Follow(n.Content[i]); k.Kind == yaml.ScalarNode && k.Value == key {
			return Follow(n.Content[i+1])
		}
	}
	return nil
}
