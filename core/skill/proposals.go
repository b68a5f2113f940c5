package skill

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// flatPrefix begins the keys of metadata that propose (PO-8): its values are texts.
const flatPrefix = "lily."

// propose reads what metadata proposes: by flat keys, and by the older metadata.lily,
// whose entries count where no flat key says the same.
func (p *parser) propose(entries []entry) {
	for _, k := range entries {
		if kind, ok := strings.CutPrefix(k.key, flatPrefix); ok {
			p.proposal(k, kind, k.key)
		}
	}
	for _, k := range entries {
		if k.key == "lily" {
			p.nestedProposals(k)
		}
	}
}

func (p *parser) nestedProposals(e entry) {
	if e.value.Kind != yaml.MappingNode {
		p.find(e.raw.from, "odd_type", "metadata.lily: got %s, want a mapping of proposals.", describe(e.value))
		return
	}
	p.find(e.at, "nested_proposals", "metadata.lily nests, but metadata maps texts to texts: write lily.model, lily.context and lily.tool_defaults, the last as JSON.")
	for _, k := range p.nested(e) {
		if slices.ContainsFunc(p.Proposals, func(f Proposal) bool { return f.Key == k.key }) {
			p.find(k.at, "repeated_proposal", "metadata.lily.%s is proposed by %s%s already, which counts.", shorten(k.key), flatPrefix, shorten(k.key))
			continue
		}
		p.proposal(k, k.key, "metadata.lily."+k.key)
	}
}

// proposing is one proposal that is read. What cannot be taken is a finding, and is kept
// with its first fault, to be shown and recorded.
type proposing struct {
	*parser
	Proposal
	key string // as it is written
}

// proposal reads one. What is not known is a finding and proposes nothing.
func (p *parser) proposal(k entry, kind, key string) {
	if kind != "model" && kind != "context" && kind != "tool_defaults" {
		p.find(k.at, "unknown_proposal", "metadata has no proposal %s, want %smodel, %scontext or %stool_defaults.", shorten(key), flatPrefix, flatPrefix, flatPrefix)
		return
	}
	r := proposing{p, Proposal{Key: kind, Value: p.field(k).Value}, key}
	r.Line, r.Column = p.place(k.raw.from)
	r.read(k)
	p.Proposals = append(p.Proposals, r.Proposal)
}

func (r *proposing) bad(at int, format string, args ...any) {
	fault := r.key + fmt.Sprintf(format, args...)
	r.find(at, "bad_proposal", "%s", fault)
	if r.Fault == "" {
		r.Fault = fault
	}
}

func (r *proposing) read(k entry) {
	switch {
	case r.Key == "tool_defaults" && !strings.HasPrefix(r.key, flatPrefix):
		r.defaults(k)
	case k.value.Kind != yaml.ScalarNode || k.value.Value == "" || isNull(k.value):
		r.bad(k.raw.from, ": got %s, want text.", describe(k.value))
	case r.Key == "context" && k.value.Value != "message" && k.value.Value != "conversation":
		r.bad(k.raw.from, ": got %q, want message or conversation.", shorten(k.value.Value))
	case r.Key == "tool_defaults":
		list, err := readDefaults(k.value.Value)
		if err != nil {
			r.bad(k.raw.from, ": %s.", err)
		}
		r.take(list)
	}
}

// take takes the defaults of a proposal that has no fault.
func (r *proposing) take(list []Default) {
	if r.Fault == "" {
		r.Defaults = list
	}
}

// defaults reads a nested tool_defaults: a tool, and under it arguments with their texts.
func (r *proposing) defaults(k entry) {
	var list []Default
	if k.value.Kind != yaml.MappingNode {
		r.bad(k.raw.from, ": got %s, want tools with arguments.", describe(k.value))
	}
	for _, tool := range r.nested(k) {
		if tool.value.Kind != yaml.MappingNode {
			r.bad(tool.raw.from, ".%s: got %s, want arguments with texts.", shorten(tool.key), describe(tool.value))
		}
		for _, arg := range r.nested(tool) {
			if arg.value.Kind != yaml.ScalarNode {
				r.bad(arg.raw.from, ".%s.%s: got %s, want text.", shorten(tool.key), shorten(arg.key), describe(arg.value))
			}
			list = append(list, Default{Tool: tool.key, Arg: arg.key, Value: arg.value.Value})
		}
	}
	r.take(list)
}
