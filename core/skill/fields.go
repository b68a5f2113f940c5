package skill

import (
	"slices"

	"gopkg.in/yaml.v3"
)

// The keys of each format.
var (
	lilyOnly     = []string{"summary", "invocation_mode", "command", "command_tool", "requires_tools", "eligibility"}
	standardOnly = []string{"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
	toolsMark    = []string{"modes", "read_only", "always_ask", "network"}
	toolsOther   = []string{"version", "author", "timeout"}
)

// format tells the formats apart (SK-6). The body is parsed as Markdown only
// when a version makes it the question.
func (p *parser) format() Format {
	switch {
	case p.has(toolsMark...), p.has("version") && p.hasToolSection():
		return Tools
	case p.has(lilyOnly...):
		return Lily
	case p.has(standardOnly...):
		return AgentSkills
	}
	return Lily
}

func (p *parser) known(key string) bool {
	if slices.Contains(lilyOnly, key) || slices.Contains(standardOnly, key) || key == "disable-model-invocation" {
		return true
	}
	return p.Format == Tools && (slices.Contains(toolsMark, key) || slices.Contains(toolsOther, key))
}

// fields keeps every key as it was written (SK-7).
func (p *parser) fields() {
	p.Fields = make([]Field, 0, len(p.keys))
	for _, e := range p.keys {
		f := p.field(e)
		f.Known = e.name.Kind == yaml.ScalarNode && p.known(e.key)
		p.Fields = append(p.Fields, f)
		if !f.Known {
			p.find(e.at, "unknown_key", "The key %q is not one Lily knows; it is kept and changes nothing.", shorten(e.key))
		} else if isNull(e.value) {
			p.find(e.at, "null_value", "The key %q has no value and counts as absent.", e.key)
		}
	}
}

func (p *parser) field(e entry) Field {
	f := Field{Key: e.key, Known: true, Scalar: e.value.Kind == yaml.ScalarNode}
	f.Line, _ = p.place(e.at)
	if f.Scalar {
		f.Value = e.value.Value
	} else {
		f.Value = p.slice(e.raw)
	}
	return f
}

// nested lists the entries of a mapping that is itself a value.
func (p *parser) nested(e entry) []entry {
	if e.value.Kind != yaml.MappingNode {
		return nil
	}
	return p.entriesOf(e.value, max(e.raw.to, e.at))
}
