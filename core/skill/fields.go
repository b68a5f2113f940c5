package skill

import (
	"slices"

	"gopkg.in/yaml.v3"

	"lily/core/answer"
	"lily/core/frontmatter"
)

// format tells the formats apart (SK-6). The body is parsed as Markdown only
// when a key makes it the question.
func (p *parser) format() Format {
	version, mark := p.Has("version"), p.Has(frontmatter.ToolMarks...)
	switch {
	case version && mark, (version || mark) && p.hasToolSection():
		return Tools
	case p.hasLily():
		return Lily
	case p.Has(frontmatter.StandardKeys...):
		return AgentSkills
	}
	return Lily
}

// hasLily reports whether a key of Lily's is there. A command alone that is no
// alias is some other program's (SK-4).
func (p *parser) hasLily() bool {
	return slices.ContainsFunc(p.Keys, func(e frontmatter.Entry) bool {
		return slices.Contains(frontmatter.LilyKeys, e.Key) && (e.Key != "command" || !p.foreign(e))
	})
}

// strayKey warns of a key of the tools format in a skill that is of another
// (SK-6), and reports whether it is one. A version and an author are what other
// programs write, too.
func (p *parser) strayKey(e frontmatter.Entry) bool {
	stray := e.Key == "timeout" || slices.Contains(frontmatter.ToolMarks, e.Key)
	if p.Format == Tools || !stray || e.Name.Kind != yaml.ScalarNode {
		return false
	}
	p.Find(e.At, "stray_tool_key", "The key %q is one of a skill with tools, which this is not: it has no H3 with an H4 Command and a fenced block. The key changes nothing.", e.Key)
	return true
}

func (p *parser) known(key string) bool {
	if slices.Contains(frontmatter.LilyKeys, key) || slices.Contains(frontmatter.StandardKeys, key) || key == frontmatter.NoModel || key == frontmatter.NoPerson {
		return true
	}
	return p.Format == Tools && (slices.Contains(frontmatter.ToolMarks, key) || slices.Contains(frontmatter.ToolKeys, key))
}

// fields keeps every key as it was written (SK-7).
func (p *parser) fields() {
	p.Fields = make([]Field, 0, len(p.Keys))
	for _, e := range p.Keys {
		f := p.field(e)
		f.Known = e.Name.Kind == yaml.ScalarNode && p.known(e.Key)
		p.Fields = append(p.Fields, f)
		if !f.Known && p.strayKey(e) {
			continue
		}
		if !f.Known {
			p.Find(e.At, "unknown_key", "The key %q is not one Lily knows; it is kept and changes nothing.", answer.Short(e.Key))
		} else if frontmatter.IsNull(e.Value) {
			p.empty(e)
		}
	}
}

// empty tells of a known key without a value; callers tells of its own.
func (p *parser) empty(e frontmatter.Entry) {
	switch {
	case p.Commented(e):
		p.CommentFix(e)
	case e.Key != frontmatter.NoModel && e.Key != frontmatter.NoPerson:
		p.Find(e.At, "null_value", "The key %q has no value and counts as absent.", e.Key)
	}
}

func (p *parser) field(e frontmatter.Entry) Field {
	f := Field{Key: e.Key, Known: true, Scalar: e.Value.Kind == yaml.ScalarNode}
	f.Line, _ = p.Place(e.At)
	if f.Scalar {
		f.Value = e.Value.Value
	} else {
		f.Value = p.Slice(e.Raw)
	}
	return f
}
