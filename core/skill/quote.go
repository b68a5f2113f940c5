package skill

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// quote writes a text as a YAML scalar that reads as that text. Double quotes
// are what people expect; single ones spare them every escape.
func quote(s string) string {
	switch {
	case !strings.ContainsAny(s, `"\`):
		return `"` + s + `"`
	case !strings.Contains(s, `'`):
		return `'` + s + `'`
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// quoteFix proposes quotes around a value as it was written.
func (p *parser) quoteFix(f *Finding, e entry) {
	raw := p.slice(e.raw)
	if raw == "" || strings.ContainsAny(raw, "\n") {
		return
	}
	p.fix(f, e.raw, quote(raw))
	p.verify(f, func(q *parser) bool { v, ok := q.get(e.key); return ok && isString(v.value) && v.value.Value == raw })
}

// listFix proposes brackets around a value as it was written.
func (p *parser) listFix(f *Finding, e entry) {
	raw := p.slice(e.raw)
	if e.value.Kind != yaml.ScalarNode || raw == "" || strings.ContainsAny(raw, "\n") {
		return
	}
	p.fix(f, e.raw, "["+raw+"]")
	p.verify(f, func(q *parser) bool { return q.goodList(e) })
}

// goodList reports whether at the place of e there is now a list of texts.
func (p *parser) goodList(e entry) bool {
	keys := p.keys
	if outer, ok := p.get("eligibility"); ok && outer.raw.from <= e.at && e.at < outer.raw.to {
		keys = p.nested(outer)
	}
	for _, k := range keys {
		if k.key == e.key && k.at == e.at {
			return k.value.Kind == yaml.SequenceNode && allStrings(k.value)
		}
	}
	return false
}

func allStrings(list *yaml.Node) bool {
	for _, item := range list.Content {
		if !isString(resolve(item)) {
			return false
		}
	}
	return true
}

// verify drops the finding's fix unless the file that it makes reads well.
func (p *parser) verify(f *Finding, good func(*parser) bool) {
	from, to, err := f.Fix.bounds(p.data)
	if err != nil {
		f.Fix = nil
		return
	}
	text := p.text[:from] + f.Fix.Text + p.text[to:]
	q := &parser{Skill: blank(p.Name), data: []byte(text), text: text}
	if !q.fences() || !q.keysOnly() || !good(q) {
		f.Fix = nil
	}
}

// keysOnly reads the frontmatter's keys without proposing repairs.
func (p *parser) keysOnly() bool {
	text := p.slice(p.fm)
	root, err := parseYAML(text)
	if err != nil || root == nil || root.Kind != yaml.MappingNode {
		return false
	}
	p.start = yamlLines(text)
	p.entries(root)
	return true
}
