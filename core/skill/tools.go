package skill

import (
	"errors"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"lily/core/answer"
	"lily/core/argv"
	"lily/core/frontmatter"
)

// sections turns the H3 sections of the body into tools (TS-1).
func (p *parser) sections() {
	list, ok := p.readSections()
	if !ok {
		p.Find(p.Tail.From, "markdown_too_deep", "The body nests lists or quotations more than %d levels deep.", maxNesting)
		return
	}
	lines := map[string]int{}
	for _, s := range list {
		_, command := s.part("Command")
		if _, params := s.part("Parameters"); !command && !params {
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

func (p *parser) checkToolName(s *section, lines map[string]int) {
	if !isToolName(s.name) {
		f := p.Find(s.at, "bad_tool_name", "The tool's name: got %q, want 1 to 32 of a to z, 0 to 9 and _.", answer.Short(s.name))
		meant := strings.ToLower(strings.ReplaceAll(s.name, "-", "_")) // as by git-status
		if n := strings.Index(frontmatter.LineAt(p.Text, s.at), s.name); isToolName(meant) && n >= 0 {
			p.Fix(f, frontmatter.Span{From: s.at + n, To: s.at + n + len(s.name)}, meant)
		}
	}
	if line, ok := lines[s.name]; ok {
		p.Find(s.at, "repeated_tool", "The tool %q is defined a second time; it stands on line %d already.", answer.Short(s.name), line)
	}
}

func (p *parser) tool(s *section) Tool {
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
func (p *parser) command(s *section, t *Tool) {
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
	if n := len(t.Command); n > argv.MaxCommand {
		p.Find(at, "command_too_long", "The command of %q has %d bytes, want at most %d; put the rest into a script of the skill's folder.", answer.Short(t.Name), n, argv.MaxCommand)
		t.Command = answer.Cut(t.Command, 1000)
		return
	}
	p.template(t, at)
}

// template checks a command that begins at an offset. Within an indented
// fence the columns after the first line are those of the text, not the file.
func (p *parser) template(t *Tool, at int) {
	p.hiddenCommand(t, at)
	tmpl, err := argv.Parse(t.Command)
	var bad *argv.SyntaxError
	if errors.As(err, &bad) {
		p.Find(at+bad.Offset, "bad_command", "The command of %q cannot be read: %s.", answer.Short(t.Name), bad.Message)
		return
	}
	known, params := map[string]bool{}, []argv.Param{}
	for _, q := range t.Params {
		known[q.Name] = true
		params = append(params, argv.Param{Name: q.Name, Type: q.Type, Required: q.Required})
		if tmpl.Offset(q.Name) < 0 {
			p.Find(at, "unused_parameter", "The command of %q does not use its parameter %q.", answer.Short(t.Name), answer.Short(q.Name))
		}
	}
	for _, name := range tmpl.Params() {
		if !known[name] {
			p.Find(at+tmpl.Offset(name), "unknown_placeholder", "The command uses {{%s}}, and the tool %q has no such parameter.", name, answer.Short(t.Name))
		}
	}
	for _, f := range tmpl.Within(p.Budget).Check(params) {
		p.Find(at+f.Offset, faultCodes[f.Kind], "The command of %q %s.", answer.Short(t.Name), f.Message)
	}
	for _, w := range tmpl.Warnings() {
		p.Find(at+w.Offset, "shell_syntax", "The command of %q holds %s, which is literal text here: no shell reads it.", answer.Short(t.Name), w.Text)
	}
}

var faultCodes = [...]string{
	argv.ValueInCode: "value_in_code", argv.ValueInOption: "value_in_option", argv.BadDefault: "bad_default", argv.DropsFlag: "flag_left_out",
}

// paramTypes are the types of TS-1.
var paramTypes = []string{"string", "integer", "number", "boolean", "array"}

// params reads the table of a Parameters section. No table is right only when
// the section is empty or says None.
func (p *parser) params(q part) []Param {
	for _, n := range q.blocks {
		if table, ok := n.(*tables.Table); ok {
			return p.table(q, table)
		}
	}
	if len(q.blocks) == 0 {
		return []Param{}
	}
	line := strings.TrimSpace(frontmatter.LineAt(p.Text, p.Tail.From+max(0, q.blocks[0].Pos())))
	if !strings.EqualFold(strings.Trim(line, "*_. \t"), "none") {
		p.Find(q.at, "bad_parameters", "Parameters: got %q, want a table of Name, Type, Required, Description, or None.", answer.Short(line))
	}
	return []Param{}
}

func (p *parser) table(q part, table *tables.Table) []Param {
	list, known := []Param{}, map[string]bool{}
	columns := map[string]int{"name": -1, "type": -1, "required": -1, "description": -1}
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		cells, at := p.cells(row)
		if _, ok := row.(*tables.TableHeader); !ok {
			q := p.param(cells, columns, at)
			if known[q.Name] {
				p.Find(at, "repeated_parameter", "The parameter %q is in the table a second time.", answer.Short(q.Name))
			}
			known[q.Name], list = true, append(list, q)
			continue
		}
		for i, title := range cells {
			if _, ok := columns[strings.ToLower(title)]; ok {
				columns[strings.ToLower(title)] = i
			}
		}
		if columns["name"] < 0 || columns["type"] < 0 || columns["required"] < 0 {
			p.Find(at, "bad_parameters", "Parameters: got the columns %s, want Name, Type, Required, Description.", answer.Short(strings.Join(cells, ", ")))
			return list
		}
	}
	return list
}

// cells are a row's texts, and the offset of the row.
func (p *parser) cells(row ast.Node) ([]string, int) {
	cells, at := []string{}, -1
	body := p.data[p.Tail.From:p.Tail.To]
	for c := row.FirstChild(); c != nil; c = c.NextSibling() {
		text := strings.TrimSpace(string(c.Lines().Value(body)))
		cells = append(cells, strings.ReplaceAll(text, `\|`, "|"))
		if at < 0 && c.Lines().Len() > 0 {
			at = p.Tail.From + c.Lines().At(0).Start
		}
	}
	return cells, max(at, p.Tail.From)
}

func (p *parser) param(cells []string, columns map[string]int, at int) Param {
	cell := func(title string) string {
		if i := columns[title]; i >= 0 && i < len(cells) {
			return cells[i]
		}
		return ""
	}
	q := Param{Name: strings.Trim(cell("name"), "`"), Type: strings.Trim(cell("type"), "`"), Description: cell("description")}
	required := strings.ToLower(cell("required"))
	q.Required = required == "yes" || required == "true"
	if !argv.IsName(q.Name) {
		p.Find(at, "bad_parameter", "The parameter's name: got %q, want letters, digits, _ and -, beginning with a letter or _.", answer.Short(q.Name))
	}
	if !slices.Contains(paramTypes, q.Type) {
		p.Find(at, "bad_parameter", "The type of %q: got %q, want one of %s.", answer.Short(q.Name), answer.Short(q.Type), strings.Join(paramTypes, ", "))
	}
	if !q.Required && required != "no" && required != "false" {
		p.Find(at, "bad_parameter", "Required of %q: got %q, want yes or no.", answer.Short(q.Name), answer.Short(cell("required")))
	}
	return q
}
