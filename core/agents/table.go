package agents

import (
	"cmp"
	"path"
	"slices"
	"sync"

	"lily/core/order"
)

// Table is what each of some agents makes of each SKILL.md of an installation.
type Table struct {
	Agents   []*Agent
	Rows     []Row // by path
	Orders   [][]*Cell
	catalogs []func() string
}

// Row is what each agent makes of one SKILL.md.
type Row struct {
	Path  string
	Cells []*Cell // one for each agent, in their order
}

// Evaluate holds an installation against agents. A file that an agent does not find has a cell too, and one
// that cannot be read is refused, with the reason, and is not there for any agent.
func Evaluate(in *Install, list []*Agent, terms Terms) Table {
	t := Table{Agents: list}
	at := map[string]int{}
	for p := range in.tree.Walk() {
		if IsSkill(path.Base(p)) {
			in.file(p) // read once for all
			at[p] = len(t.Rows)
			t.Rows = append(t.Rows, Row{p, make([]*Cell, len(list))})
		}
	}
	if len(in.lost) > 0 {
		in.tree = in.tree.Without(func(p string) bool { return in.lost[p] != nil })
	}
	for i, v := range views(in, list, terms) {
		for _, c := range slices.Concat(v.Order, v.Rest) {
			n, ok := at[c.Path]
			if !ok { // a file that this agent alone takes for a skill
				n, at[c.Path] = len(t.Rows), len(t.Rows)
				t.Rows = append(t.Rows, Row{c.Path, make([]*Cell, len(list))})
			}
			if t.Rows[n].Cells[i] == nil { // what comes first decides
				t.Rows[n].Cells[i] = c
			}
		}
		t.catalogs, t.Orders = append(t.catalogs, v.Catalog), append(t.Orders, v.Order)
	}
	for _, row := range t.Rows {
		for i, a := range list {
			switch {
			case in.lost[row.Path] != nil:
				row.Cells[i] = in.missing(row.Path)
			case row.Cells[i] == nil:
				row.Cells[i] = (&Cell{Path: row.Path}).End(Ignored, PlaceRule, a.Title+" does not look here.", 0)
			}
		}
	}
	order.Func(t.Rows, func(a, b Row) int { return cmp.Compare(a.Path, b.Path) })
	return t
}

// views are what each agent makes of it. They look at once where nobody is to get on meanwhile, since no agent knows of
// another one.
func views(in *Install, list []*Agent, terms Terms) []View {
	all := make([]View, len(list))
	var looking sync.WaitGroup
	for i, a := range list {
		look := func() { all[i] = a.See(&Site{in, a.Usual}, terms) }
		if in.Breathe != nil {
			look()
			continue
		}
		looking.Go(look)
	}
	looking.Wait()
	return all
}

// Catalog is what the model of an agent is told of skills.
func (t Table) Catalog(agent int) string {
	if tell := t.catalogs[agent]; tell != nil {
		return tell()
	}
	return ""
}

// Find returns where the row of a path is, and whether there is one.
func (t Table) Find(path string) (int, bool) {
	return slices.BinarySearchFunc(t.Rows, path, func(r Row, path string) int { return cmp.Compare(r.Path, path) })
}

// PlaceRule is the id of the rule that every agent has: where it looks, and in which order.
const PlaceRule = "places"

// Count tells how many cells of an agent have each state.
func (t Table) Count(agent int) map[State]int {
	n := map[State]int{}
	for _, r := range t.Rows {
		n[r.Cells[agent].State]++
	}
	return n
}

// Whole counts the skills that an agent has and tells its model of whole.
func (t Table) Whole(agent int) (n int) {
	for s, many := range t.Count(agent) {
		if s.Whole() {
			n += many
		}
	}
	return n
}
