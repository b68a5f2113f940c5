package skill

import (
	"errors"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// block is a top-level entry of YAML that does not parse, found by its lines
// alone.
type block struct {
	span
	key   string
	value span // without blanks and comment lines around it
	glued bool // no blank after the key's colon
}

func (b block) label() string {
	if b.key == "" {
		return "the first lines"
	}
	return strconv.Quote(b.key)
}

// blocks cuts the frontmatter at the lines that begin with a key, once.
func (p *parser) blocks() []block {
	if p.cut == nil {
		p.cut = p.cutBlocks()
	}
	return p.cut
}

func (p *parser) cutBlocks() []block {
	var list []block
	for at := p.fm.from; at < p.fm.to; at = nextLine(p.text, at) {
		line := lineAt(p.text, at)
		key, _, ok := cutKey(line)
		glued := false
		if !ok {
			key, glued = gluedKey(line)
		}
		if ok || glued || len(list) == 0 {
			list = append(list, block{span: span{from: at}, key: key, glued: glued})
		}
	}
	for i := range list {
		list[i].to = p.fm.to
		if i+1 < len(list) {
			list[i].to = list[i+1].from
		}
		list[i].value = p.blockValue(list[i])
	}
	return list[:min(len(list), maxBlocks)]
}

var errNoKey = errors.New("it is no key with a value")

func (p *parser) blockValue(b block) span {
	if b.key == "" {
		return span{b.from, b.from}
	}
	from := b.from + len(b.key) + 1
	raw := trimComments(strings.TrimRight(p.text[from:b.to], " \t\r\n"))
	if b.glued {
		return span{from, from + len(raw)}
	}
	text := strings.TrimLeft(raw, " \t\r\n")
	return span{from + len(raw) - len(text), from + len(raw)}
}

// fault parses a block with edits made, and returns what is wrong with it.
func (p *parser) fault(b block, edits []edit) error {
	root, err := parseYAML(p.edited(b, edits))
	switch {
	case err != nil && p.anchored(err):
		return nil
	case err != nil:
		return err
	case root == nil:
		return nil
	case root.Kind != yaml.MappingNode:
		return errNoKey
	}
	return nil
}

// edited is a block with edits made.
func (p *parser) edited(b block, edits []edit) string {
	text := p.slice(b.span)
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		text = text[:e.at.from-b.from] + e.text + text[e.at.to-b.from:]
	}
	return text
}

// anchored reports whether the error is only that an anchor is in another
// block.
func (p *parser) anchored(err error) bool {
	_, rest, ok := strings.Cut(err.Error(), "unknown anchor '")
	name, _, _ := strings.Cut(rest, "'")
	return ok && strings.Contains(p.slice(p.fm), "&"+name)
}

// errorAt is the place of a YAML error in a span. The line that the YAML
// package tells is relative, and not always right; it never leaves the span.
func (p *parser) errorAt(s span, err error) int {
	at := s.from
	for n := errorLine(err); n > 1; n-- {
		next := nextLine(p.text, at)
		if next >= s.to {
			break
		}
		at = next
	}
	return at
}

func errorLine(err error) int {
	_, rest, _ := strings.Cut(err.Error(), "line ")
	digits, _, _ := strings.Cut(rest, ":")
	n, _ := strconv.Atoi(digits)
	return n
}

// reason is a YAML error without its prefix.
func reason(err error) string {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if errorLine(err) > 0 {
		_, text, _ = strings.Cut(text, ": ")
	}
	return text
}

// markerAt is the line that ends the first YAML document.
func (p *parser) markerAt() int {
	for at := nextLine(p.text, p.fm.from); at < p.fm.to; at = nextLine(p.text, at) {
		if line := lineAt(p.text, at); strings.HasPrefix(line, "...") || strings.HasPrefix(line, fence) {
			return at
		}
	}
	return p.fm.from
}

// guessFormat tells the format of YAML that does not parse by its lines, so
// that a malformed skill is shown as what it was meant to be.
func (p *parser) guessFormat() Format {
	for _, b := range p.blocks() {
		value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: p.slice(b.value)}
		p.keys = append(p.keys, entry{key: b.key, name: &yaml.Node{Kind: yaml.ScalarNode}, value: value})
	}
	format := p.format()
	p.keys = nil
	return format
}
