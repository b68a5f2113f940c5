package mend

import (
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"lily/core/conf"
	"lily/core/frontmatter"
)

// block is a top-level entry of YAML that does not parse, found by its lines alone.
type block struct {
	frontmatter.Span
	key   string
	value frontmatter.Span // without blanks and comment lines around it
	glued bool             // no blank after the key's colon
}

func (b block) label() string {
	if b.key == "" {
		return "the first lines"
	}
	return strconv.Quote(b.key)
}

// blocks cuts the frontmatter at the lines that begin with a key, once.
func (m *mender) blocks() []block {
	if m.cut != nil {
		return m.cut
	}
	list := []block{}
	for at, line := range frontmatter.Lines(m.Text, m.Head.From, m.Head.To) {
		key, ok := frontmatter.GluedKey(line)
		_, _, apart := frontmatter.CutKey(line)
		if ok || len(list) == 0 {
			list = append(list, block{Span: frontmatter.Span{From: at}, key: key, glued: ok && !apart})
		}
	}
	for i := range list {
		list[i].To = m.Head.To
		if i+1 < len(list) {
			list[i].To = list[i+1].From
		}
		list[i].value = m.blockValue(list[i])
	}
	m.cut = list[:min(len(list), maxBlocks)]
	return m.cut
}

func (m *mender) blockValue(b block) frontmatter.Span {
	if b.key == "" {
		return frontmatter.Span{From: b.From, To: b.From}
	}
	from := b.From + len(b.key) + 1
	raw := frontmatter.TrimComments(strings.TrimRight(m.Text[from:b.To], " \t\r\n"))
	to := from + len(raw)
	if !b.glued {
		from = to - len(strings.TrimLeft(raw, " \t\r\n"))
	}
	return frontmatter.Span{From: from, To: to}
}

// fault parses a block and returns what is wrong with it. That an anchor is in another
// block is not.
func (m *mender) fault(b block) error {
	root, err := m.Parse(m.Slice(b.Span))
	if err != nil {
		_, rest, anchored := strings.Cut(err.Error(), "unknown anchor '")
		if name, _, _ := strings.Cut(rest, "'"); anchored && strings.Contains(m.Slice(m.Head), "&"+name) {
			return nil
		}
		return err
	}
	if root != nil && root.Kind != yaml.MappingNode {
		return frontmatter.ErrNoKey
	}
	return nil
}

// unparsed tells what the YAML package says of a span. The line that it tells is relative,
// and not always right; the place never leaves the span.
func (m *mender) unparsed(s frontmatter.Span, of string, err error) {
	at := s.From
	left, why := conf.Cause(err)
	for next := range frontmatter.Lines(m.Text, s.From, s.To) {
		if at = next; left <= 1 {
			break
		}
		left--
	}
	m.Find(at, "invalid_yaml", "The YAML%s does not parse: %s.", of, why)
}

// Keys guesses the keys of YAML that does not parse by its lines, so that a malformed
// skill is shown as what it was meant to be.
func Keys(d *frontmatter.Doc) (keys []frontmatter.Entry) {
	m := &mender{Doc: d}
	for _, b := range m.blocks() {
		value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: m.Slice(b.value)}
		keys = append(keys, frontmatter.Entry{Key: b.key, Name: &yaml.Node{Kind: yaml.ScalarNode}, Value: value})
	}
	return keys
}
