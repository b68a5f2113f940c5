package mend

import (
	"slices"
	"strings"

	"lily/core/frontmatter"
	"lily/core/order"
)

// maxBlocks bounds how many entries are tried one by one.
const maxBlocks = 1000

// remedy is a repair of invalid YAML: a span of the file, what replaces it, and
// where the cause of it stands.
type remedy struct {
	at    frontmatter.Span
	text  string
	cause int
	why   string
}

// Repair says what is wrong with YAML that does not parse. Each top-level
// entry is parsed on its own, so that every bad one is listed; a fix is
// attached only when the entry parses with it (SK-9).
func Repair(d *frontmatter.Doc) {
	m := &mender{Doc: d}
	if d.Err == frontmatter.ErrManyDocuments {
		m.Find(m.markerAt(), "many_documents", "The frontmatter holds a second YAML document; want one.")
		return
	}
	for at, line := range frontmatter.Lines(m.Text, m.Head.From, m.Head.To) {
		if isConflict(line) && line[0] != '=' {
			m.Find(at, "invalid_yaml", "The line is a marker of a merge that was not resolved; keep one side of each conflict.")
			return
		}
	}
	before := len(m.Faults)
	for _, b := range m.blocks() {
		if err := m.fault(b); err != nil {
			m.repairBlock(b, err)
		}
	}
	if len(m.Faults) == before {
		m.unparsed(m.Head, "", d.Err)
	}
}

// markerAt is the line that ends the first YAML document.
func (m *mender) markerAt() int {
	for at, line := range frontmatter.Lines(m.Text, frontmatter.NextLine(m.Text, m.Head.From), m.Head.To) {
		if strings.HasPrefix(line, "...") || strings.HasPrefix(line, frontmatter.Fence) {
			return at
		}
	}
	return m.Head.From
}

func (m *mender) repairBlock(b block, err error) {
	if at, ok := m.loose(b); ok {
		m.Find(at, "invalid_yaml", "The line is neither a key nor indented below one; a line --- that ends the frontmatter may be missing before it.")
		return
	}
	for _, edits := range m.attempts(b) {
		if !m.sound(b, edits) {
			continue
		}
		for _, e := range edits {
			m.Fix(m.Find(e.cause, "invalid_yaml", "%s.", e.why), e.at, e.text)
		}
		return
	}
	if e, ok := m.causeOfBlock(b); ok {
		m.Find(e.cause, "invalid_yaml", "%s.", e.why)
	} else {
		m.unparsed(b.Span, " of "+b.label(), err)
	}
}

// sound reports whether a block parses with edits made, and keeps all that was written, in
// one key of the same name.
func (m *mender) sound(b block, edits []remedy) bool {
	text := m.Slice(b.Span)
	for _, e := range slices.Backward(edits) {
		if !letters(m.Slice(e.at), e.text) {
			return false
		}
		text = text[:e.at.From-b.From] + e.text + text[e.at.To-b.From:]
	}
	root, err := m.Parse(text)
	return err == nil && isMapping(root) && len(root.Content) == 2 && frontmatter.Resolve(root.Content[0]).Value == b.key
}

// loose finds a line of an entry that belongs to no key: text that is not
// indented, or an item below a key that has a value already.
func (m *mender) loose(b block) (int, bool) {
	filled := b.value.From < frontmatter.NextLine(m.Text, b.From) && b.value.To > b.value.From && !strings.HasPrefix(m.Slice(b.value), "- ")
	for at, line := range frontmatter.Lines(m.Text, frontmatter.NextLine(m.Text, b.From), b.To) {
		if line == "" || strings.IndexByte(" \t#}]", line[0]) >= 0 {
			continue
		}
		if _, _, ok := frontmatter.CutKey(line); !ok && (filled || line[0] != '-') {
			return at, true
		}
	}
	return 0, false
}

// attempts lists sets of edits to try, the least intrusive first.
func (m *mender) attempts(b block) [][]remedy {
	var list [][]remedy
	lines := m.lineEdits(b)
	tabs, mixed := m.tabbed(b)
	switch tabbed := len(tabs) > 0 && !mixed; {
	case tabbed && len(lines) > 0:
		list = append(list, m.merged(tabs), m.merged(slices.Concat(tabs, lines)))
	case tabbed:
		list = append(list, m.merged(tabs))
	case len(lines) > 0:
		list = append(list, lines)
	}
	raw := m.Slice(b.value)
	if raw == "" || raw[0] == '|' || raw[0] == '>' {
		return list
	}
	gap, texts, one := "", m.quotings(b), causeOf(b.label(), raw)
	one.at, one.cause = b.value, one.cause+b.value.From
	if b.glued {
		gap, texts = " ", slices.Concat([]string{raw}, texts)
		one.cause, one.why = b.value.From-1, blankWanted(b.label())
	}
	for _, text := range texts {
		one.text = gap + text
		list = append(list, []remedy{one})
	}
	return list
}

// merged makes one remedy of several that only hold together.
func (m *mender) merged(edits []remedy) []remedy {
	order.Func(edits, func(a, b remedy) int { return a.at.From - b.at.From })
	one := edits[0]
	for _, e := range edits[1:] {
		one.text += m.Slice(frontmatter.Span{From: one.at.To, To: e.at.From}) + e.text
		one.at.To = e.at.To
	}
	return []remedy{one}
}
