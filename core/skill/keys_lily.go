package skill

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"lily/core/answer"
	"lily/core/frontmatter"
)

// lilyKeys reads the keys of SK-4, each by its exact type, in every format.
func (p *parser) lilyKeys() {
	p.Summary = p.text("summary", strict)
	p.Command = p.alias()
	p.CommandTool = p.text("command_tool", strict)
	if e, ok := p.Get("requires_tools"); ok {
		p.Requires = p.texts(e)
	}
	for _, k := range p.mapping("eligibility", strict.code, "a mapping with os, env and binaries") {
		p.condition(k)
	}
	p.mode()
}

func (p *parser) alias() string {
	e, ok := p.Get("command")
	if ok && p.foreign(e) && !p.hasLily() {
		p.Find(e.Raw.From, "foreign_command", "command: got %s, want one or more of a to z, 0 to 9, _ and -; it is taken for another program's and gives no alias.", frontmatter.Describe(e.Value))
		return ""
	}
	name := p.text("command", strict)
	if !ok || !frontmatter.IsString(e.Value) || isAlias(name) {
		return name
	}
	f := p.Find(e.Raw.From, "bad_alias", "command: got %q, want one or more of a to z, 0 to 9, _ and -.", answer.Short(name))
	if bare := strings.TrimLeft(name, "/"); isAlias(bare) {
		p.Replace(f, e, bare)
	}
	return ""
}

// foreign reports whether a command is none that Lily could have been meant by.
func (p *parser) foreign(e frontmatter.Entry) bool {
	return e.Name.Kind == yaml.ScalarNode && !frontmatter.IsNull(e.Value) && !(frontmatter.IsString(e.Value) && isAlias(e.Value.Value))
}

func isAlias(s string) bool { return s != "" && strings.Trim(s, small+"_-") == "" }

const small = "abcdefghijklmnopqrstuvwxyz0123456789"

func (p *parser) condition(e frontmatter.Entry) {
	list := map[string]*[]string{"os": &p.Eligibility.OS, "env": &p.Eligibility.Env, "binaries": &p.Eligibility.Binaries}[e.Key]
	switch {
	case list == nil:
		p.Find(e.At, "unknown_key", "eligibility has no key %q; it is kept and changes nothing.", answer.Short(e.Key))
		return
	case frontmatter.IsNull(e.Value):
		p.Find(e.At, "null_value", "The key %q has no value and counts as absent.", e.Key)
		return
	}
	*list = p.texts(e)
	if e.Key != "os" {
		return
	}
	systems := []string{"darwin", "linux", "win32"}
	for _, item := range e.Value.Content {
		if n := frontmatter.Resolve(item); frontmatter.IsString(n) && !slices.Contains(systems, n.Value) {
			p.Find(p.At(item), "unknown_os", "os: got %q, want darwin, linux or win32; no profile can meet it.", answer.Short(n.Value))
		}
	}
}

// mode reads invocation_mode; a skill of tools is always dispatched.
func (p *parser) mode() {
	mode := Mode(p.text("invocation_mode", strict))
	e, ok := p.Get("invocation_mode")
	tool, named := p.Get("command_tool") // of another type it has a finding already
	switch {
	case ok && frontmatter.IsString(e.Value) && mode != PromptRewrite && mode != ToolDispatch:
		p.Find(e.Raw.From, "unknown_mode", "invocation_mode: got %q, want prompt_rewrite or tool_dispatch.", answer.Short(string(mode)))
	case p.Format == Tools:
		p.Mode = ToolDispatch
	case mode == ToolDispatch:
		p.Mode = mode
		if p.CommandTool == "" && !(named && !frontmatter.IsString(tool.Value)) {
			p.Find(e.At, "missing_command_tool", "invocation_mode is tool_dispatch, and no command_tool says which tool to call.")
		}
	}
}
