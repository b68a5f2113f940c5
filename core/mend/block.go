package mend

import (
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"lily/core/frontmatter"
)

// block is a top-level entry of YAML that does not parse, found by its lines
// alone.
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
	if m.cut == nil {
		m.cut = m.cutBlocks()
	}
	return m.cut
}

func (m *mender) cutBlocks() []block {
	var list []block
	for at := m.Head.From; at < m.Head.To; at = frontmatter.NextLine(m.Text, at) {
		line := frontmatter.LineAt(m.Text, at)
		key, _, ok := frontmatter.CutKey(line)
		glued := false
		if !ok {
			key, glued = frontmatter.GluedKey(line)
		}
		if ok || glued || len(list) == 0 {
			list = append(list, block{Span: frontmatter.Span{From: at}, key: key, glued: glued})
		}
	}
	for i := range list {
		list[i].To = m.Head.To
		if i+1 < len(list) {
			list[i].To = list[i+1].From
		}
		list[i].value = m.blockValue(list[i])
	}
	return list[:min(len(list), maxBlocks)]
}

func (m *mender) blockValue(b block) frontmatter.Span {
	if b.key == "" {
		return frontmatter.Span{From: b.From, To: b.From}
	}
	from := b.From + len(b.key) + 1
	raw := frontmatter.TrimComments(strings.TrimRight(m.Text[from:b.To], " \t\r\n"))
	if b.glued {
		return frontmatter.Span{From: from, To: from + len(raw)}
	}
	text := strings.TrimLeft(raw, " \t\r\n")
	return frontmatter.Span{From: from + len(raw) - len(text), To: from + len(raw)}
}

// fault parses a block with edits made, and returns what is wrong with it.
func (m *mender) fault(b block, edits []remedy) error {
	root, err := frontmatter.Parse(m.edited(b, edits))
	switch {
	case err != nil && m.anchored(err):
		return nil
	case err != nil:
		return err
	case root == nil:
		return nil
	case root.Kind != yaml.MappingNode:
		return frontmatter.ErrNoKey
	}
	return nil
}

// edited is a block with edits made.
func (m *mender) edited(b block, edits []remedy) string {
	text := m.Slice(b.Span)
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		text = text[:e.at.From-b.From] + e.text + text[e.at.To-b.From:]
	}
	return text
}

// anchored reports whether the error is only that an anchor is in another
// block.
func (m *mender) anchored(err error) bool {
	_, rest, ok := strings.Cut(err.Error(), "unknown anchor '")
	name, _, _ := strings.Cut(rest, "'")
	return ok && strings.Contains(m.Slice(m.Head), "&"+name)
}

// errorAt is the place of a YAML error in a span. The line that the YAML
// package tells is relative, and not always right; it never leaves the span.
func (m *mender) errorAt(s frontmatter.Span, err error) int {
	at := s.From
	for n := errorLine(err); n > 1; n-- {
		next := frontmatter.NextLine(m.Text, at)
		if next >= s.To {
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
func (m *mender) markerAt() int {
	for at := frontmatter.NextLine(m.Text, m.Head.From); at < m.Head.To; at = frontmatter.NextLine(m.Text, at) {
		if line := frontmatter.LineAt(m.Text, at); strings.HasPrefix(line, "...") || strings.HasPrefix(line, frontmatter.Fence) {
			return at
		}
	}
	return m.Head.From
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
