package skill

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxBlocks bounds how many entries are tried one by one.
const maxBlocks = 1000

// edit is a repair of invalid YAML: a span of the file and what replaces it.
type edit struct {
	at   span
	text string
	why  string
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
	before := len(p.Findings)
	for _, b := range p.blocks() {
		if err := p.fault(b, nil); err != nil {
			p.repairBlock(b, err)
		}
	}
	if len(p.Findings) == before {
		p.find(p.errorAt(p.fm, err), "invalid_yaml", "The YAML does not parse: %s.", reason(err))
	}
	p.proveFixes(p.Findings[before:])
}

// proveFixes drops fixes which together do not make the file's YAML good.
func (p *parser) proveFixes(list []Finding) {
	for _, f := range list {
		if f.Fix == nil {
			return // some entry stays bad, whatever the other fixes do
		}
	}
	data, _ := ApplyAll(p.data, list)
	q := &parser{Skill: blank(p.Name), data: data, text: string(data)}
	if q.fences() && q.keysOnly() {
		return
	}
	for i := range list {
		list[i].Fix = nil
	}
}

// repairBlock records what is wrong with one entry.
func (p *parser) repairBlock(b block, err error) {
	for _, edits := range p.attempts(b) {
		if p.fault(b, edits) != nil {
			continue
		}
		for _, e := range edits {
			p.fix(p.find(e.at.from, "invalid_yaml", "%s.", e.why), e.at, e.text)
		}
		return
	}
	p.find(p.errorAt(span{b.from, b.to}, err), "invalid_yaml", "The YAML of %s does not parse: %s.", b.label(), reason(err))
}

// attempts lists sets of edits to try, the least intrusive first.
func (p *parser) attempts(b block) [][]edit {
	tabs := p.tabs(b)
	var list [][]edit
	if len(tabs) > 0 {
		list = append(list, tabs)
	}
	if lines := p.lineEdits(b); len(lines) > 0 {
		list = append(list, slices.Concat(tabs, lines))
	}
	raw := p.slice(b.value)
	if raw == "" || raw[0] == '|' || raw[0] == '>' {
		return list
	}
	gap := ""
	if b.glued {
		gap = " "
		list = append(list, []edit{{b.value, gap + raw, "A blank must stand between " + b.label() + " and its value"}})
	}
	for _, text := range quotings(raw) {
		list = append(list, []edit{{b.value, gap + text, why(b.label(), raw)}})
	}
	return list
}

// quotings lists ways to quote a value that is no valid YAML. What has quotes
// around it already keeps their meaning.
func quotings(raw string) []string {
	list := []string{}
	if q := raw[:1]; q == `"` || q == `'` {
		inner := raw[1:]
		if trimmed, ok := strings.CutSuffix(inner, q); ok && inner != "" {
			list = append(list, quote(trimmed))
		} else if !strings.Contains(inner, q) {
			list = append(list, raw+q, quote(inner))
		}
	}
	return append(list, quote(raw))
}

// why says what YAML reads in a value that was meant as text.
func why(label, raw string) string {
	first := raw[:1]
	switch {
	case first == `"` || first == `'`:
		return fmt.Sprintf("The quotes of %s do not match", label)
	case strings.Contains("@`%*&[]{}!|>#,?-", first):
		return fmt.Sprintf("The value of %s begins with %s, which means something else in YAML; want quotes around it", label, first)
	case strings.Contains(raw, ": ") || strings.HasSuffix(raw, ":"):
		return fmt.Sprintf("The value of %s holds a colon that YAML reads as the end of a key; want quotes around it", label)
	}
	return fmt.Sprintf("The value of %s is no text in YAML as it stands; want quotes around it", label)
}

// tabs replaces the tabs that indent an entry's lines: YAML knows only
// spaces.
func (p *parser) tabs(b block) []edit {
	var list []edit
	for at := b.from; at < b.to; at = nextLine(p.text, at) {
		line := lineAt(p.text, at)
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if strings.Contains(indent, "\t") && len(indent) < len(line) {
			text := strings.ReplaceAll(indent, "\t", "  ")
			list = append(list, edit{span{at, at + len(indent)}, text, "The line is indented by a tab; YAML wants spaces"})
		}
	}
	return list
}

// lineEdits quotes the values of lines below a key that parse only so. A key
// with text on its own line has no such lines.
func (p *parser) lineEdits(b block) []edit {
	if b.value.from < nextLine(p.text, b.from) && !strings.HasPrefix(p.slice(b.value), "#") {
		return nil
	}
	var list []edit
	for at := nextLine(p.text, b.from); at < b.to; at = nextLine(p.text, at) {
		if e, ok := p.lineEdit(at); ok {
			list = append(list, e)
		}
	}
	return list
}

func (p *parser) lineEdit(at int) (edit, bool) {
	line := lineAt(p.text, at)
	rest := strings.TrimLeft(line, " \t")
	for strings.HasPrefix(rest, "- ") {
		rest = strings.TrimLeft(rest[2:], " ")
	}
	label := "the item"
	value := rest
	if key, v, ok := cutKey(rest); ok {
		label, value = strconv.Quote(key), v
	}
	if value == "" || value[0] == '#' || goodMapping("k: "+value) {
		return edit{}, false
	}
	from := at + strings.LastIndex(line, value)
	for _, text := range quotings(value) {
		if goodMapping("k: " + text) {
			return edit{span{from, from + len(value)}, text, why(label, value)}, true
		}
	}
	return edit{}, false
}
