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
	if at, ok := m.conflict(); ok {
		m.Find(at, "invalid_yaml", "The line is a marker of a merge that was not resolved; keep one side of each conflict.")
		return
	}
	before := len(m.Faults)
	for _, b := range m.blocks() {
		if err := m.fault(b, nil); err != nil {
			m.repairBlock(b, err)
		}
	}
	if len(m.Faults) == before {
		m.Find(m.errorAt(m.Head, d.Err), "invalid_yaml", "The YAML does not parse: %s.", reason(d.Err))
	}
}

// conflict finds the first marker of a merge's conflict.
func (m *mender) conflict() (int, bool) {
	for at := m.Head.From; at < m.Head.To; at = frontmatter.NextLine(m.Text, at) {
		if line := frontmatter.LineAt(m.Text, at); isConflict(line) && line[0] != '=' {
			return at, true
		}
	}
	return 0, false
}

// repairBlock records what is wrong with one entry.
func (m *mender) repairBlock(b block, err error) {
	if at, ok := m.loose(b); ok {
		m.Find(at, "invalid_yaml", "The line is neither a key nor indented below one; a line --- that ends the frontmatter may be missing before it.")
		return
	}
	for _, edits := range m.attempts(b) {
		if m.fault(b, edits) != nil || !m.sound(b, edits) {
			continue
		}
		for _, e := range edits {
			m.Fix(m.Find(e.cause, "invalid_yaml", "%s.", e.why), e.at, e.text)
		}
		return
	}
	if e, ok := m.causeOfBlock(b); ok {
		m.Find(e.cause, "invalid_yaml", "%s.", e.why)
		return
	}
	m.Find(m.errorAt(frontmatter.Span{From: b.From, To: b.To}, err), "invalid_yaml", "The YAML of %s does not parse: %s.", b.label(), reason(err))
}

// sound reports whether edits keep all that was written, in one key of the same
// name.
func (m *mender) sound(b block, edits []remedy) bool {
	for _, e := range edits {
		if !letters(m.Slice(e.at), e.text) {
			return false
		}
	}
	root, err := frontmatter.Parse(m.edited(b, edits))
	return err == nil && root != nil && len(root.Content) == 2 && frontmatter.Resolve(root.Content[0]).Value == b.key
}

// loose finds a line of an entry that belongs to no key: text that is not
// indented, or an item below a key that has a value already.
func (m *mender) loose(b block) (int, bool) {
	filled := b.value.From < frontmatter.NextLine(m.Text, b.From) && b.value.To > b.value.From && !strings.HasPrefix(m.Slice(b.value), "- ")
	for at := frontmatter.NextLine(m.Text, b.From); at < b.To; at = frontmatter.NextLine(m.Text, at) {
		line := frontmatter.LineAt(m.Text, at)
		if line == "" || line[0] == ' ' || line[0] == '\t' || line[0] == '#' || line[0] == '}' || line[0] == ']' {
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
	tabs, lines := m.tabs(b), m.lineEdits(b)
	if len(tabs) > 0 {
		list = append(list, m.merged(tabs))
	}
	if len(lines) > 0 && len(tabs) > 0 {
		list = append(list, m.merged(slices.Concat(tabs, lines)))
	} else if len(lines) > 0 {
		list = append(list, lines)
	}
	raw := m.Slice(b.value)
	if raw == "" || raw[0] == '|' || raw[0] == '>' {
		return list
	}
	gap, why := "", causeOf(b.label(), raw)
	why.cause += b.value.From
	if b.glued {
		gap = " "
		why = remedy{cause: b.value.From - 1, why: "A blank must stand between " + b.label() + " and its value"}
		list = append(list, []remedy{{b.value, gap + raw, why.cause, why.why}})
	}
	for _, text := range m.quotings(b) {
		list = append(list, []remedy{{b.value, gap + text, why.cause, why.why}})
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
