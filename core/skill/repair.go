package skill

import (
	"slices"
	"strings"
)

// maxBlocks bounds how many entries are tried one by one.
const maxBlocks = 1000

// edit is a repair of invalid YAML: a span of the file, what replaces it, and
// where the cause of it stands.
type edit struct {
	at    span
	text  string
	cause int
	why   string
}

// repair says what is wrong with YAML that does not parse. Each top-level
// entry is parsed on its own, so that every bad one is listed; a fix is
// attached only when the entry parses with it (SK-9).
func (p *parser) repair(err error) {
	p.Format = p.guessFormat()
	if _, ok := err.(manyDocuments); ok {
		p.find(p.markerAt(), "many_documents", "The frontmatter holds a second YAML document; want one.")
		return
	}
	if at, ok := p.conflict(); ok {
		p.find(at, "invalid_yaml", "The line is a marker of a merge that was not resolved; keep one side of each conflict.")
		return
	}
	before := len(p.Findings)
	for _, b := range p.blocks() {
		if err := p.fault(b, nil); err != nil {
			p.repairBlock(b, err)
		}
	}
	if len(p.Findings) == before {
		p.find(p.errorAt(p.fm, err), "invalid_yaml", "The YAML does not parse: %s.", reason(err))
	}
}

// conflict finds the first marker of a merge's conflict.
func (p *parser) conflict() (int, bool) {
	for at := p.fm.from; at < p.fm.to; at = nextLine(p.text, at) {
		if line := lineAt(p.text, at); isConflict(line) && line[0] != '=' {
			return at, true
		}
	}
	return 0, false
}

// repairBlock records what is wrong with one entry.
func (p *parser) repairBlock(b block, err error) {
	if at, ok := p.loose(b); ok {
		p.find(at, "invalid_yaml", "The line is neither a key nor indented below one; a line --- that ends the frontmatter may be missing before it.")
		return
	}
	for _, edits := range p.attempts(b) {
		if p.fault(b, edits) != nil || !p.sound(b, edits) {
			continue
		}
		for _, e := range edits {
			p.fix(p.find(e.cause, "invalid_yaml", "%s.", e.why), e.at, e.text)
		}
		return
	}
	if e, ok := p.causeOfBlock(b); ok {
		p.find(e.cause, "invalid_yaml", "%s.", e.why)
		return
	}
	p.find(p.errorAt(span{b.from, b.to}, err), "invalid_yaml", "The YAML of %s does not parse: %s.", b.label(), reason(err))
}

// sound reports whether edits keep all that was written, in one key of the same
// name.
func (p *parser) sound(b block, edits []edit) bool {
	for _, e := range edits {
		if !letters(p.slice(e.at), e.text) {
			return false
		}
	}
	root, err := parseYAML(p.edited(b, edits))
	return err == nil && root != nil && len(root.Content) == 2 && resolve(root.Content[0]).Value == b.key
}

// loose finds a line of an entry that belongs to no key: text that is not
// indented, or an item below a key that has a value already.
func (p *parser) loose(b block) (int, bool) {
	filled := b.value.from < nextLine(p.text, b.from) && b.value.to > b.value.from && !strings.HasPrefix(p.slice(b.value), "- ")
	for at := nextLine(p.text, b.from); at < b.to; at = nextLine(p.text, at) {
		line := lineAt(p.text, at)
		if line == "" || line[0] == ' ' || line[0] == '\t' || line[0] == '#' || line[0] == '}' || line[0] == ']' {
			continue
		}
		if _, _, ok := cutKey(line); !ok && (filled || line[0] != '-') {
			return at, true
		}
	}
	return 0, false
}

// attempts lists sets of edits to try, the least intrusive first.
func (p *parser) attempts(b block) [][]edit {
	var list [][]edit
	tabs, lines := p.tabs(b), p.lineEdits(b)
	if len(tabs) > 0 {
		list = append(list, p.merged(tabs))
	}
	if len(lines) > 0 && len(tabs) > 0 {
		list = append(list, p.merged(slices.Concat(tabs, lines)))
	} else if len(lines) > 0 {
		list = append(list, lines)
	}
	raw := p.slice(b.value)
	if raw == "" || raw[0] == '|' || raw[0] == '>' {
		return list
	}
	gap, why := "", causeOf(b.label(), raw)
	why.cause += b.value.from
	if b.glued {
		gap = " "
		why = edit{cause: b.value.from - 1, why: "A blank must stand between " + b.label() + " and its value"}
		list = append(list, []edit{{b.value, gap + raw, why.cause, why.why}})
	}
	for _, text := range p.quotings(b) {
		list = append(list, []edit{{b.value, gap + text, why.cause, why.why}})
	}
	return list
}

// merged makes one edit of several that only hold together.
func (p *parser) merged(edits []edit) []edit {
	slices.SortFunc(edits, func(a, b edit) int { return a.at.from - b.at.from })
	one := edits[0]
	for _, e := range edits[1:] {
		one.text += p.slice(span{one.at.to, e.at.from}) + e.text
		one.at.to = e.at.to
	}
	return []edit{one}
}
