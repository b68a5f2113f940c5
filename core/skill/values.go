package skill

import (
	"slices"

	"gopkg.in/yaml.v3"

	"lily/core/frontmatter"
)

// reading says what is taken for text, and the code of what is not.
type reading struct {
	code   string
	isText func(*yaml.Node) bool
}

// The readings of SK-4, SK-5 and SK-6. The strict one refuses a number or a date, with the
// quotes that make it text.
var (
	strict  = reading{"wrong_type", frontmatter.IsString}
	loose   = reading{"odd_type", isScalar}
	ofTools = reading{"tool_key_type", isScalar}
)

// toolTexts are the keys whose type the tools format checks itself.
var toolTexts = []string{"name", "version", "description", "author"}

func isScalar(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode }

func (p *parser) text(key string, as reading) string {
	e, ok := p.Get(key)
	switch {
	case !ok:
	case as.isText(e.Value):
		return e.Value.Value
	case as.code == loose.code && p.Format == Tools && slices.Contains(toolTexts, key):
	default:
		p.Wrap(p.want(e, as.code, "text"), e, frontmatter.Quote)
	}
	return ""
}

// want tells that a key has a value of another type than is wanted.
func (p *parser) want(e frontmatter.Entry, code, want string) *frontmatter.Fault {
	return p.Find(e.Raw.From, code, "%s: got %s, want %s.", e.Key, frontmatter.Describe(e.Value), want)
}

// mapping finds a key whose value must be a mapping, and lists its entries.
func (p *parser) mapping(key, code, want string) []frontmatter.Entry {
	e, ok := p.Get(key)
	if ok && e.Value.Kind != yaml.MappingNode {
		p.want(e, code, want)
	}
	if !ok {
		return nil
	}
	return p.Nested(e)
}

// scalar reads a key as the text that was written: version: 1.0 is "1.0".
func (p *parser) scalar(key string) string {
	if e, ok := p.Get(key); ok && isScalar(e.Value) {
		return e.Value.Value
	}
	return ""
}

// isList reports whether a value is a list, and says what is wanted where it is not.
func (p *parser) isList(e frontmatter.Entry, as reading, want string) bool {
	if e.Value.Kind == yaml.SequenceNode {
		return true
	}
	p.Wrap(p.want(e, as.code, "a list "+want), e, func(raw string) string { return "[" + raw + "]" })
	return false
}

func (p *parser) texts(e frontmatter.Entry) []string {
	list := []string{}
	if !p.isList(e, strict, "of texts") {
		return list
	}
	for _, item := range e.Value.Content {
		n := frontmatter.Resolve(item)
		if frontmatter.IsString(n) {
			list = append(list, n.Value)
			continue
		}
		at := p.At(item)
		f := p.Find(at, strict.code, "%s: got %s in the list, want text.", e.Key, frontmatter.Describe(n))
		if raw, ok := p.Plain(item, at); ok && raw.To > raw.From {
			p.Fix(f, raw, frontmatter.Quote(item.Value))
		}
	}
	return list
}
