package frontmatter

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// Quote writes a text as a YAML scalar that reads as that text. Double quotes
// are what people expect; single ones spare them every escape.
func Quote(s string) string {
	switch {
	case !strings.ContainsAny(s, `"\`):
		return `"` + s + `"`
	case !strings.Contains(s, `'`):
		return `'` + s + `'`
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// Wrap proposes a value as it was written with something around it, such as the quotes of
// [Quote]. It does so only for a scalar that is all of what was written: one line, without a
// comment, a tag or an anchor.
func (d *Doc) Wrap(f *Fault, e Entry, wrapped func(raw string) string) {
	raw := d.Slice(e.Raw)
	if e.Value.Kind != yaml.ScalarNode || raw == "" || strings.Contains(raw, "\n") || HasComment(raw) {
		return
	}
	if strings.IndexByte("!&*|>", raw[0]) < 0 {
		d.Fix(f, e.Raw, wrapped(raw))
	}
}

// HasComment reports whether YAML reads the end of a line as a comment.
func HasComment(raw string) bool {
	return strings.HasPrefix(raw, "#") || strings.Contains(raw, " #") || strings.Contains(raw, "\t#") || strings.Contains(raw, "\n#")
}

// Replace proposes another value for a scalar on one line. What stands around
// it, such as a comment, is left.
func (d *Doc) Replace(f *Fault, e Entry, text string) {
	if plain, ok := d.Plain(e.Value, e.Raw.From); ok {
		d.Fix(f, plain, text)
		return
	}
	for _, q := range []string{`"`, `'`} { // quoted without an escape
		if was := q + e.Value.Value + q; strings.HasPrefix(d.Text[e.Raw.From:], was) {
			d.Fix(f, Span{e.Raw.From, e.Raw.From + len(was)}, text)
			return
		}
	}
}

// Commented reports whether a key of text has a comment for its value.
func (d *Doc) Commented(e Entry) bool {
	return e.Value != nil && IsNull(e.Value) && e.Value.Value == "" && e.Name.Kind == yaml.ScalarNode && IsText(e.Key) && d.comment(e).To > 0
}

// comment is the comment that stands beside a key of a block.
func (d *Doc) comment(e Entry) Span {
	line := LineAt(d.Text, e.At)
	key, value, ok := CutKey(line)
	if !ok || key != e.Key || !strings.HasPrefix(value, "#") {
		return Span{}
	}
	from := e.At + strings.Index(line, "#")
	return Span{from, from + len(value)}
}

// CommentFix says that a value is a comment and proposes the quotes that make it one.
func (d *Doc) CommentFix(e Entry) {
	at := d.comment(e)
	f := d.Find(at.From, "comment_value", "%s: its value begins with #, so it is a comment and the key is empty; want quotes around it.", e.Key)
	if text := d.Slice(at); !strings.Contains(text[1:], " # ") {
		d.Fix(f, at, Quote(text))
	}
}
