package skill

import (
	"errors"
	"strings"

	"lily/core/argv"

	"lily/core/answer"
	"lily/core/frontmatter"
)

// sections turns the H3 sections of the body into tools (TS-1).
func (p *parser) sections() {
	if nestedBlocks(p.Slice(p.Tail)) {
		p.Find(p.Tail.From, "markdown_too_deep", "The body nests lists or quotations more than %d levels deep.", maxNesting)
		return
	}
	lines := map[string]int{}
	for _, s := range p.readSections() {
		if !s.isTool() {
			p.Find(s.at, "section_not_a_tool", "The section %q has neither Command nor Parameters and is read as prose.", answer.Short(s.name))
			continue
		}
		t := p.tool(s)
		p.checkToolName(s, lines)
		lines[t.Name] = t.Line
		p.Tools = append(p.Tools, t)
	}
	if len(p.Tools) == 0 {
		p.Find(p.Tail.From, "no_tools", "No tool is defined; want an H3 heading with an H4 Command and a fenced block below it.")
	}
}

func (p *parser) checkToolName(s section, lines map[string]int) {
	if !isToolName(s.name) {
		f := p.Find(s.at, "bad_tool_name", "The tool's name: got %q, want 1 to 32 of a to z, 0 to 9 and _.", answer.Short(s.name))
		p.toolNameFix(f, s)
	}
	if line, ok := lines[s.name]; ok {
		p.Find(s.at, "repeated_tool", "The tool %q is defined a second time; it stands on line %d already.", answer.Short(s.name), line)
	}
}

// toolNameFix proposes the name with underscores for hyphens and in lower
// case, which is what is meant by git-status.
func (p *parser) toolNameFix(f *frontmatter.Fault, s section) {
	name := strings.ToLower(strings.ReplaceAll(s.name, "-", "_"))
	n := strings.Index(frontmatter.LineAt(p.Text, s.at), s.name)
	if isToolName(name) && n >= 0 {
		p.Fix(f, frontmatter.Span{From: s.at + n, To: s.at + n + len(s.name)}, name)
	}
}

func (p *parser) tool(s section) Tool {
	t := Tool{Name: s.name, Description: strings.TrimSpace(p.Slice(s.prose)), Params: []Param{}}
	t.Line, _ = p.Place(s.at)
	if params, ok := s.part("Parameters"); ok {
		t.Params = p.params(params)
	} else {
		p.Find(s.at, "no_parameters", "The tool %q has no Parameters section and takes no arguments.", answer.Short(s.name))
	}
	p.command(s, &t)
	return t
}

// command reads the fenced block and checks it against the parameters.
func (p *parser) command(s section, t *Tool) {
	part, ok := s.part("Command")
	if !ok {
		p.Find(s.at, "bad_command", "The tool %q has no Command section.", answer.Short(s.name))
		return
	}
	blocks := part.fences()
	if len(blocks) == 0 {
		p.Find(part.at, "bad_command", "The Command section has no fenced block.")
		return
	}
	lines := blocks[0].Lines()
	at := part.at
	if lines.Len() > 0 {
		at = p.Tail.From + lines.At(0).Start
	}
	if len(blocks) > 1 {
		p.Find(p.Tail.From+blocks[1].Pos(), "extra_block", "The Command section has %d fenced blocks; only the first is the command.", len(blocks))
	}
	t.Command = strings.TrimRight(string(lines.Value(p.data[p.Tail.From:p.Tail.To])), "\r\n")
	p.template(t, at)
}

// template checks a command that begins at an offset. Within an indented
// fence the columns after the first line are those of the text, not the file.
func (p *parser) template(t *Tool, at int) {
	tmpl, err := argv.Parse(t.Command)
	var bad *argv.SyntaxError
	if errors.As(err, &bad) {
		p.Find(at+bad.Offset, "bad_command", "The command of %q cannot be read: %s.", answer.Short(t.Name), bad.Message)
		return
	}
	params, known := argvParams(t.Params)
	for _, name := range tmpl.Params() {
		if !known[name] {
			p.Find(at+tmpl.Offset(name), "unknown_placeholder", "The command uses {{%s}}, and the tool %q has no such parameter.", name, answer.Short(t.Name))
		}
	}
	for _, q := range t.Params {
		if tmpl.Offset(q.Name) < 0 {
			p.Find(at, "unused_parameter", "The command of %q does not use its parameter %q.", answer.Short(t.Name), answer.Short(q.Name))
		}
	}
	for _, f := range tmpl.Check(params) {
		p.Find(at+f.Offset, faultCodes[f.Kind], "The command of %q %s.", answer.Short(t.Name), f.Message)
	}
	for _, w := range tmpl.Warnings() {
		p.Find(at+w.Offset, "shell_syntax", "The command of %q holds %s, which is literal text here: no shell reads it.", answer.Short(t.Name), w.Text)
	}
}

// faultCodes are the codes of what is wrong with a template.
var faultCodes = [...]string{
	argv.ValueInCode: "value_in_code", argv.ValueInOption: "value_in_option", argv.BadDefault: "bad_default", argv.DropsFlag: "flag_left_out",
}

// argvParams are the parameters as a template takes them, and their names.
func argvParams(list []Param) (params []argv.Param, known map[string]bool) {
	known = map[string]bool{}
	for _, q := range list {
		known[q.Name] = true
		params = append(params, argv.Param{Name: q.Name, Type: q.Type, Required: q.Required})
	}
	return params, known
}
