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

	// othersKeys are what other programs write beside them, as often.
	othersKeys = []string{noModel, noPerson, "argument-hint", "tags", "homepage", "category", "keywords", "triggers", "model", "title"}
	textKeys   = []string{"summary", "name", "description", "license", "compatibility"}
)

// format tells the formats apart (SK-6). The body is parsed as Markdown only
// when a key makes it the question.
func (p *parser) format() Format {
	version, mark := p.has("version"), p.has(toolsMark...)
	switch {
	case version && mark, (version || mark) && p.hasToolSection():
		return Tools
	case p.hasLily():
		return Lily
	case p.has(standardOnly...):
		return AgentSkills
	}
	return Lily
}

// isCommonKey reports whether a key is one that frontmatters have.
func isCommonKey(key string) bool {
	for _, list := range [][]string{lilyOnly, standardOnly, toolsMark, toolsOther, othersKeys} {
		if slices.Contains(list, key) {
			return true
		}
	}
	return false
}

// hasLily reports whether a key of Lily's is there. A command alone that is no
// alias is some other program's (SK-4).
func (p *parser) hasLily() bool {
	return slices.ContainsFunc(p.keys, func(e entry) bool {
		return slices.Contains(lilyOnly, e.key) && (e.key != "command" || !p.foreign(e))
	})
}

// strayKey warns of a key of the tools format in a skill that is of another
// (SK-6), and reports whether it is one. A version and an author are what other
// programs write, too.
func (p *parser) strayKey(e entry) bool {
	stray := e.key == "timeout" || slices.Contains(toolsMark, e.key)
	if p.Format == Tools || !stray || e.name.Kind != yaml.ScalarNode {
		return false
	}
	p.find(e.at, "stray_tool_key", "The key %q is one of a skill with tools, which this is not: it has no H3 with an H4 Command and a fenced block. The key changes nothing.", e.key)
	return true
}

func (p *parser) known(key string) bool {
	if slices.Contains(lilyOnly, key) || slices.Contains(standardOnly, key) || key == noModel || key == noPerson {
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
		if !f.Known && p.strayKey(e) {
			continue
		}
		if !f.Known {
			p.find(e.at, "unknown_key", "The key %q is not one Lily knows; it is kept and changes nothing.", shorten(e.key))
		} else if isNull(e.value) {
			p.empty(e)
		}
	}
}

// empty tells of a known key without a value; callers tells of its own.
func (p *parser) empty(e entry) {
	switch {
	case p.commented(e):
		p.commentFix(e)
	case e.key != noModel && e.key != noPerson:
		p.find(e.at, "null_value", "The key %q has no value and counts as absent.", e.key)
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

// isText reports whether a key's value is text in every format.
func isText(key string) bool { return slices.Contains(textKeys, key) }
