package skill

import "gopkg.in/yaml.v3"

// proposals reads metadata.lily: a model, a context, and defaults of tools. What
// it does not know, or cannot read, is a finding and proposes nothing (PO-8).
func (p *parser) proposals(e entry) {
	if e.value.Kind != yaml.MappingNode {
		p.find(e.raw.from, "odd_type", "metadata.lily: got %s, want a mapping of proposals.", describe(e.value))
	}
	for _, k := range p.nested(e) {
		if p.proposal(k) {
			p.Proposals = append(p.Proposals, p.field(k))
		}
	}
}

func (p *parser) proposal(k entry) bool {
	switch {
	case k.key == "tool_defaults":
		return p.defaults(k)
	case k.key != "model" && k.key != "context":
		p.find(k.at, "unknown_proposal", "metadata.lily has no proposal %q, want model, context or tool_defaults.", shorten(k.key))
		return false
	case k.value.Kind != yaml.ScalarNode || k.value.Value == "":
		p.find(k.raw.from, "bad_proposal", "metadata.lily.%s: got %s, want text.", k.key, describe(k.value))
		return false
	case k.key == "context" && k.value.Value != "message" && k.value.Value != "conversation":
		p.find(k.raw.from, "bad_proposal", "metadata.lily.context: got %q, want message or conversation.", shorten(k.value.Value))
		return false
	}
	return true
}

// defaults reads tool_defaults: a tool, and under it arguments with their texts.
func (p *parser) defaults(k entry) bool {
	before := len(p.Findings)
	if k.value.Kind != yaml.MappingNode {
		p.find(k.raw.from, "bad_proposal", "metadata.lily.tool_defaults: got %s, want tools with arguments.", describe(k.value))
	}
	for _, tool := range p.nested(k) {
		if tool.value.Kind != yaml.MappingNode {
			p.find(tool.raw.from, "bad_proposal", "metadata.lily.tool_defaults.%s: got %s, want arguments with texts.", shorten(tool.key), describe(tool.value))
		}
		for _, arg := range p.nested(tool) {
			if arg.value.Kind != yaml.ScalarNode {
				p.find(arg.raw.from, "bad_proposal", "metadata.lily.tool_defaults.%s.%s: got %s, want text.", shorten(tool.key), shorten(arg.key), describe(arg.value))
				continue
			}
			p.Defaults = append(p.Defaults, Default{tool.key, arg.key, arg.value.Value})
		}
	}
	if len(p.Findings) > before {
		p.Defaults = nil
	}
	return len(p.Findings) == before
}
