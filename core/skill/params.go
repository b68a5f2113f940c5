package skill

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"lily/core/argv"

	"lily/core/answer"
	"lily/core/frontmatter"
)

// paramTypes are the types of TS-1.
var paramTypes = []string{"string", "integer", "number", "boolean", "array"}

// params reads the table of a Parameters section. No table is right only when
// the section is empty or says None.
func (p *parser) params(q part) []Param {
	list := []Param{}
	for _, n := range q.blocks {
		if table, ok := n.(*tables.Table); ok {
			return p.table(q, table)
		}
	}
	if len(q.blocks) == 0 {
		return list
	}
	if line := p.rawLine(q.blocks[0]); !strings.EqualFold(strings.Trim(line, "*_. \t"), "none") {
		p.Find(q.at, "bad_parameters", "Parameters: got %q, want a table of Name, Type, Required, Description, or None.", answer.Short(line))
	}
	return list
}

// rawLine is the first line of a block as it was written.
func (p *parser) rawLine(n ast.Node) string {
	return strings.TrimSpace(frontmatter.LineAt(p.Text, p.Tail.From+max(0, n.Pos())))
}

func (p *parser) table(q part, table *tables.Table) []Param {
	list, known := []Param{}, map[string]bool{}
	columns := map[string]int{"name": -1, "type": -1, "required": -1, "description": -1}
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		cells, at := p.cells(row)
		if _, ok := row.(*tables.TableHeader); !ok {
			list = p.param(list, cells, columns, at)
			if name := list[len(list)-1].Name; known[name] {
				p.Find(at, "repeated_parameter", "The parameter %q is in the table a second time.", answer.Short(name))
			} else {
				known[name] = true
			}
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

func (p *parser) param(list []Param, cells []string, columns map[string]int, at int) []Param {
	cell := func(title string) string {
		if i := columns[title]; i >= 0 && i < len(cells) {
			return cells[i]
		}
		return ""
	}
	q := Param{Name: strings.Trim(cell("name"), "`"), Type: strings.Trim(cell("type"), "`"), Description: cell("description")}
	required, known := yesNo(cell("required"))
	q.Required = required
	if !argv.IsName(q.Name) {
		p.Find(at, "bad_parameter", "The parameter's name: got %q, want letters, digits, _ and -, beginning with a letter or _.", answer.Short(q.Name))
	}
	if !slices.Contains(paramTypes, q.Type) {
		p.Find(at, "bad_parameter", "The type of %q: got %q, want one of %s.", answer.Short(q.Name), answer.Short(q.Type), strings.Join(paramTypes, ", "))
	}
	if !known {
		p.Find(at, "bad_parameter", "Required of %q: got %q, want yes or no.", answer.Short(q.Name), answer.Short(cell("required")))
	}
	return append(list, q)
}

func yesNo(s string) (yes, known bool) {
	switch strings.ToLower(s) {
	case "yes", "true":
		return true, true
	case "no", "false":
		return false, true
	}
	return false, false
}
