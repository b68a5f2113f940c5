package skill

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// lilyKeys reads the keys of SK-4, each by its exact type, in every format.
func (p *parser) lilyKeys() {
	p.Summary = p.strictText("summary")
	p.Command = p.alias()
	p.CommandTool = p.strictText("command_tool")
	if e, ok := p.get("requires_tools"); ok {
		p.Requires = p.texts(e)
	}
	p.eligibility()
	p.mode()
}

// strictText reads a key that must be text. A number or a date is refused
// with the quotes that make it text.
func (p *parser) strictText(key string) string {
	e, ok := p.get(key)
	if !ok {
		return ""
	}
	if !isString(e.value) {
		f := p.find(e.raw.from, "wrong_type", "%s: got %s, want text.", key, describe(e.value))
		p.quoteFix(f, e)
		return ""
	}
	return e.value.Value
}

// texts reads a list whose items must be text.
func (p *parser) texts(e entry) []string {
	list := []string{}
	if e.value.Kind != yaml.SequenceNode {
		f := p.find(e.raw.from, "wrong_type", "%s: got %s, want a list of texts.", e.key, describe(e.value))
		p.listFix(f, e)
		return list
	}
	for _, item := range e.value.Content {
		if n := resolve(item); isString(n) {
			list = append(list, n.Value)
		} else {
			at := p.at(item)
			f := p.find(at, "wrong_type", "%s: got %s in the list, want text.", e.key, describe(n))
			if raw, ok := p.plain(item, at); ok && raw.to > raw.from {
				p.fix(f, raw, quote(item.Value))
			}
		}
	}
	return list
}

func (p *parser) alias() string {
	e, ok := p.get("command")
	if ok && p.foreign(e) && !p.hasLily() {
		p.find(e.raw.from, "foreign_command", "command: got %s, want one or more of a to z, 0 to 9, _ and -; it is taken for another program's and gives no alias.", describe(e.value))
		return ""
	}
	name := p.strictText("command")
	if !ok || !isString(e.value) || isAlias(name) {
		return name
	}
	f := p.find(e.raw.from, "bad_alias", "command: got %q, want one or more of a to z, 0 to 9, _ and -.", shorten(name))
	if bare := strings.TrimLeft(name, "/"); isAlias(bare) {
		p.replace(f, e, bare)
	}
	return ""
}

// foreign reports whether a command is none that Lily could have been meant by.
func (p *parser) foreign(e entry) bool {
	return e.name.Kind == yaml.ScalarNode && !isNull(e.value) && !(isString(e.value) && isAlias(e.value.Value))
}

func isAlias(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' && c != '-' {
			return false
		}
	}
	return s != ""
}

func (p *parser) eligibility() {
	e, ok := p.get("eligibility")
	if !ok {
		return
	}
	if e.value.Kind != yaml.MappingNode {
		p.find(e.raw.from, "wrong_type", "eligibility: got %s, want a mapping with os, env and binaries.", describe(e.value))
		return
	}
	for _, k := range p.nested(e) {
		p.condition(k)
	}
}

func (p *parser) condition(e entry) {
	list := map[string]*[]string{"os": &p.Eligibility.OS, "env": &p.Eligibility.Env, "binaries": &p.Eligibility.Binaries}[e.key]
	switch {
	case list == nil:
		p.find(e.at, "unknown_key", "eligibility has no key %q; it is kept and changes nothing.", shorten(e.key))
		return
	case isNull(e.value):
		p.find(e.at, "null_value", "The key %q has no value and counts as absent.", e.key)
		return
	}
	*list = p.texts(e)
	if e.key != "os" {
		return
	}
	for _, item := range e.value.Content {
		if n := resolve(item); isString(n) && !slices.Contains(systems, n.Value) {
			p.find(p.at(item), "unknown_os", "os: got %q, want darwin, linux or win32; no profile can meet it.", shorten(n.Value))
		}
	}
}

var systems = []string{"darwin", "linux", "win32"}

// mode reads invocation_mode; a skill of tools is always dispatched.
func (p *parser) mode() {
	mode := Mode(p.strictText("invocation_mode"))
	e, ok := p.get("invocation_mode")
	switch {
	case ok && isString(e.value) && mode != PromptRewrite && mode != ToolDispatch:
		p.find(e.raw.from, "unknown_mode", "invocation_mode: got %q, want prompt_rewrite or tool_dispatch.", shorten(string(mode)))
	case p.Format == Tools:
		p.Mode = ToolDispatch
	case mode == ToolDispatch:
		p.Mode = mode
		if p.CommandTool == "" && !p.mistyped("command_tool") {
			p.find(e.at, "missing_command_tool", "invocation_mode is tool_dispatch, and no command_tool says which tool to call.")
		}
	}
}

// mistyped reports whether a key has a value that is no text, of which its
// own finding speaks already.
func (p *parser) mistyped(key string) bool {
	e, ok := p.get(key)
	return ok && !isString(e.value)
}
