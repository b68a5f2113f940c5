package skill

import (
	"slices"

	"gopkg.in/yaml.v3"

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

// hasLily reports whether a key of Lily's is there. A command that is no alias is some
// other program's (SK-4).
func (p *parser) hasLily() bool {
	return slices.ContainsFunc(p.Keys, func(e frontmatter.Entry) bool {
		return slices.Contains(frontmatter.LilyKeys, e.Key) && (e.Key != "command" || !p.foreign(e))
	})
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
		f, named := p.field(e), e.Name.Kind == yaml.ScalarNode
		f.Known = named && p.known(e.Key)
		p.Fields = append(p.Fields, f)
		// A version and an author are what other programs write, too.
		stray := named && (e.Key == "timeout" || slices.Contains(frontmatter.ToolMarks, e.Key))
		switch {
		case !f.Known && stray: // of another format (SK-6)
			p.Find(e.At, "stray_tool_key", "The key %q is one of a skill with tools, which this is not: it has no H3 with an H4 Command and a fenced block. The key changes nothing.", e.Key)
		case !f.Known:
			p.Find(e.At, "unknown_key", "%s", strange(e.Key))
		case !frontmatter.IsNull(e.Value):
		case p.Commented(e):
			p.CommentFix(e)
		case e.Key != frontmatter.NoModel && e.Key != frontmatter.NoPerson: // which said tells of
			p.Find(e.At, "null_value", "The key %q has no value and counts as absent.", e.Key)
		}
	}
}

func (p *parser) field(e frontmatter.Entry) Field {
	f := Field{Key: e.Key, Value: p.Slice(e.Raw), Known: true, Scalar: isScalar(e.Value)}
	f.Line, _ = p.Place(e.At)
	if f.Scalar {
		f.Value = e.Value.Value
	}
	return f
}
