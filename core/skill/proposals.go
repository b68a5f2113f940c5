package skill

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"lily/core/answer"
	"lily/core/frontmatter"
)

// flatPrefix begins the keys of metadata that propose (PO-8): its values are texts.
const flatPrefix = "lily."

// propose reads what metadata proposes: by flat keys, and by the older metadata.lily,
// whose entries count where no flat key says the same.
func (p *parser) propose(entries []frontmatter.Entry) {
	for _, k := range entries {
		if kind, ok := strings.CutPrefix(k.Key, flatPrefix); ok {
			p.proposal(k, kind, k.Key)
		}
	}
	for _, k := range entries {
		if k.Key == "lily" {
			p.nestedProposals(k)
		}
	}
}

func (p *parser) nestedProposals(e frontmatter.Entry) {
	if e.Value.Kind != yaml.MappingNode {
		p.Find(e.Raw.From, loose.code, "metadata.lily: got %s, want a mapping of proposals.", frontmatter.Describe(e.Value))
		return
	}
	p.Find(e.At, "nested_proposals", "metadata.lily nests, but metadata maps texts to texts: write lily.model, lily.context and lily.tool_defaults, the last as JSON.")
	for _, k := range p.Nested(e) {
		if slices.ContainsFunc(p.Proposals, func(f Proposal) bool { return f.Key == k.Key }) {
			p.Find(k.At, "repeated_proposal", "metadata.lily.%s is proposed by %s%s already, which counts.", answer.Short(k.Key), flatPrefix, answer.Short(k.Key))
			continue
		}
		p.proposal(k, k.Key, "metadata.lily."+k.Key)
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
func (p *parser) proposal(k frontmatter.Entry, kind, key string) {
	if kind != "model" && kind != "context" && kind != "tool_defaults" {
		p.Find(k.At, "unknown_proposal", "metadata has no proposal %s, want %smodel, %scontext or %stool_defaults.", answer.Short(key), flatPrefix, flatPrefix, flatPrefix)
		return
	}
	r := proposing{p, Proposal{Key: kind, Value: p.field(k).Value}, key}
	r.Line, r.Column = p.Place(k.Raw.From)
	list := r.read(k)
	if r.Fault == "" && kind == "tool_defaults" {
		p.Defaults = list
	}
	p.Proposals = append(p.Proposals, r.Proposal)
}

func (r *proposing) bad(at int, format string, args ...any) {
	fault := r.key + fmt.Sprintf(format, args...)
	r.Find(at, "bad_proposal", "%s", fault)
	if r.Fault == "" {
		r.Fault = fault
	}
}

func (r *proposing) read(k frontmatter.Entry) (list []Default) {
	switch {
	case r.Key == "tool_defaults" && !strings.HasPrefix(r.key, flatPrefix):
		return r.defaults(k)
	case k.Value.Kind != yaml.ScalarNode || k.Value.Value == "" || frontmatter.IsNull(k.Value):
		r.bad(k.Raw.From, ": got %s, want text.", frontmatter.Describe(k.Value))
	case r.Key == "context" && k.Value.Value != "message" && k.Value.Value != "conversation":
		r.bad(k.Raw.From, ": got %q, want message or conversation.", answer.Short(k.Value.Value))
	case r.Key == "tool_defaults":
		err := members(k.Value.Value, "the text", func(tool string, args json.RawMessage) error {
			return members(string(args), answer.Short(tool), func(arg string, value json.RawMessage) error {
				list = append(list, Default{tool, arg, string(value), true})
				return nil
			})
		})
		if err != nil {
			r.bad(k.Raw.From, ": %s.", err)
		}
	}
	return list
}

// defaults reads a nested tool_defaults: a tool, and under it arguments with their texts.
func (r *proposing) defaults(k frontmatter.Entry) (list []Default) {
	if k.Value.Kind != yaml.MappingNode {
		r.bad(k.Raw.From, ": got %s, want tools with arguments.", frontmatter.Describe(k.Value))
	}
	for _, tool := range r.Nested(k) {
		if tool.Value.Kind != yaml.MappingNode {
			r.bad(tool.Raw.From, ".%s: got %s, want arguments with texts.", answer.Short(tool.Key), frontmatter.Describe(tool.Value))
		}
		for _, arg := range r.Nested(tool) {
			if arg.Value.Kind != yaml.ScalarNode {
				r.bad(arg.Raw.From, ".%s.%s: got %s, want text.", answer.Short(tool.Key), answer.Short(arg.Key), frontmatter.Describe(arg.Value))
			}
			list = append(list, Default{Tool: tool.Key, Arg: arg.Key, Value: arg.Value.Value})
		}
	}
	return list
}

// Default is a value that a skill proposes for an argument of a tool (PO-8).
type Default struct {
	Tool, Arg string
	Value     string
	JSON      bool // Value is JSON, else a text that stands for it
}

// For is the default as JSON for a parameter: a text becomes what it reads as there.
func (d Default) For(p Param) json.RawMessage {
	if d.JSON || p.Type != "string" && json.Valid([]byte(d.Value)) {
		return json.RawMessage(d.Value)
	}
	text, _ := json.Marshal(d.Value) // a text always encodes
	return text
}

// members reads one JSON object, each key once and nothing after it.
func members(text, what string, each func(key string, value json.RawMessage) error) error {
	dec := json.NewDecoder(strings.NewReader(text))
	if first, err := dec.Token(); err != nil || first != json.Delim('{') {
		return fmt.Errorf("%s is not a JSON object", what)
	}
	seen := map[string]bool{}
	for dec.More() {
		key, err := dec.Token()
		var value json.RawMessage
		if err == nil {
			err = dec.Decode(&value)
		}
		name, _ := key.(string)
		switch {
		case err != nil:
			return fmt.Errorf("%s is not a JSON object: %w", what, err)
		case seen[name]:
			return fmt.Errorf("%s has %s twice", what, answer.Short(name))
		}
		seen[name] = true
		if err := each(name, value); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return fmt.Errorf("%s is not a JSON object: it is never closed", what)
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("%s is followed by more", what)
	}
	return nil
}
