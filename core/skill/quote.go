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

// quoteFix proposes quotes around a value as it was written. A mapping and a list
// stay what they are, and a comment stays beside the value.
func (p *parser) quoteFix(f *Finding, e entry) {
	if raw := p.slice(e.raw); e.value.Kind == yaml.ScalarNode && isBare(raw) {
		p.fix(f, e.raw, quote(raw))
	}
}

// listFix proposes brackets around a value as it was written.
func (p *parser) listFix(f *Finding, e entry) {
	if raw := p.slice(e.raw); e.value.Kind == yaml.ScalarNode && isBare(raw) {
		p.fix(f, e.raw, "["+raw+"]")
	}
}

// isBare reports whether a value is all of what was written: one line, without
// a comment, a tag or an anchor.
func isBare(raw string) bool {
	return raw != "" && !strings.Contains(raw, "\n") && !hasComment(raw) && strings.IndexByte("!&*|>", raw[0]) < 0
}

// hasComment reports whether YAML reads the end of a line as a comment.
func hasComment(raw string) bool {
	return strings.HasPrefix(raw, "#") || strings.Contains(raw, " #") || strings.Contains(raw, "\t#") || strings.Contains(raw, "\n#")
}

// replace proposes another value for a scalar on one line. What stands around
// it, such as a comment, is left.
func (p *parser) replace(f *Finding, e entry, text string) {
	if at, ok := p.exact(e); ok {
		p.fix(f, at, text)
	}
}

// exact is the span of a scalar that is plain, or quoted without an escape.
func (p *parser) exact(e entry) (span, bool) {
	if plain, ok := p.plain(e.value, e.raw.from); ok {
		return plain, true
	}
	for _, q := range []string{`"`, `'`} {
		if text := q + e.value.Value + q; strings.HasPrefix(p.text[e.raw.from:], text) {
			return span{e.raw.from, e.raw.from + len(text)}, true
		}
	}
	return span{}, false
}

// commented reports whether a key of text has a comment for its value.
func (p *parser) commented(e entry) bool {
	return e.value != nil && isNull(e.value) && e.value.Value == "" && e.name.Kind == yaml.ScalarNode && isText(e.key) && p.comment(e).to > 0
}

// comment is the comment that stands beside a key of a block.
func (p *parser) comment(e entry) span {
	line := lineAt(p.text, e.at)
	key, value, ok := cutKey(line)
	if !ok || key != e.key || !strings.HasPrefix(value, "#") {
		return span{}
	}
	from := e.at + strings.Index(line, "#")
	return span{from, from + len(value)}
}

// commentFix says that a value is a comment and proposes the quotes that make
// it one.
func (p *parser) commentFix(e entry) {
	at := p.comment(e)
	f := p.find(at.from, "comment_value", "%s: its value begins with #, so it is a comment and the key is empty; want quotes around it.", e.key)
	if text := p.slice(at); !strings.Contains(text[1:], " # ") {
		p.fix(f, at, quote(text))
	}
}
