// Package glance is a table of skills and agents in short, as one engine hands it to another: a letter for each cell,
// and the cells of one row with their reasons when that is looked at.
//
// It promises that nothing of a table is lost by it, since whoever has the table answers for each row. It judges nothing.
//
//	short := glance.Of(agents.Evaluate(in, list, terms))
//	short.Rows[0].State(1) // refused
package glance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lily/core/agents"
)

// Asked is what a table is asked for.
type Asked struct {
	Place  string `json:"place"`         // the name of a preset
	Window int    `json:"window"`        // in tokens
	Row    string `json:"row,omitempty"` // the path of the file whose cells are wanted; empty for the table in short
}

// Agent is whose column it is.
type Agent struct {
	Name    string       `json:"name"`
	Title   string       `json:"title"`
	Version string       `json:"version"`
	Known   agents.Known `json:"known"`
}

// Table is what each of some agents makes of each SKILL.md, in short.
type Table struct {
	Agents []Agent
	Rows   []Row // by path
}

// Row is one SKILL.md. States has a letter for each agent.
type Row struct{ Path, States string }

// State is what the agent of a column makes of the file.
func (r Row) State(agent int) agents.State { return agents.States[r.States[agent]-first] }

// Whole counts the agents that have the skill and tell their models of all of it.
func (r Row) Whole() (n int) {
	for i := range len(r.States) {
		if r.State(i).Whole() {
			n++
		}
	}
	return n
}

// Whole counts the skills that an agent has and tells its model of whole.
func (t Table) Whole(agent int) (n int) {
	for _, r := range t.Rows {
		if r.State(agent).Whole() {
			n++
		}
	}
	return n
}

// Count counts the skills that an agent has in a state.
func (t Table) Count(agent int, state agents.State) (n int) {
	for _, r := range t.Rows {
		if r.State(agent) == state {
			n++
		}
	}
	return n
}

// first is the letter of the first of [agents.States].
const first = 'a'

// Of is a table in short.
func Of(t agents.Table) Table {
	short := Table{Agents: make([]Agent, len(t.Agents)), Rows: make([]Row, len(t.Rows))}
	for i, a := range t.Agents {
		short.Agents[i] = Agent{a.Name, a.Title, a.Version, a.Known}
	}
	for i, r := range t.Rows {
		states := make([]byte, len(r.Cells))
		for k, c := range r.Cells {
			states[k] = first + byte(slices.Index(agents.States, c.State))
		}
		short.Rows[i] = Row{r.Path, string(states)}
	}
	return short
}

// Pack is the table as it travels: the agents in JSON on a line, the letters of all rows on the next one, and the paths,
// a byte 0 after each, which no path holds. Few long texts are read much faster than many short ones, and without JSON.
func (t Table) Pack() ([]byte, error) {
	data, err := json.Marshal(t.Agents)
	data = slices.Grow(append(data, '\n'), len(t.Rows)*(len(t.Agents)+40))
	for _, r := range t.Rows {
		data = append(data, r.States...)
	}
	data = append(data, '\n')
	for _, r := range t.Rows {
		data = append(append(data, r.Path...), 0)
	}
	return data, err
}

// Unpack reads what [Table.Pack] wrote. Every row has a state of each agent.
func Unpack(data []byte) (t Table, err error) {
	head, rest, _ := strings.Cut(string(data), "\n")
	states, paths, ok := strings.Cut(rest, "\n")
	if err := json.Unmarshal([]byte(head), &t.Agents); err != nil {
		return t, err
	}
	wide, rows := len(t.Agents), make([]Row, strings.Count(paths, "\x00"))
	if !ok || len(states) != wide*len(rows) || strings.Trim(states, letters) != "" || paths != "" && paths[len(paths)-1] != 0 {
		return Table{}, fmt.Errorf("got %d states of %d skills and %d agents", len(states), len(rows), wide)
	}
	for i := range rows {
		rows[i].Path, paths, _ = strings.Cut(paths, "\x00")
		rows[i].States = states[i*wide : (i+1)*wide]
	}
	t.Rows = rows
	return t, nil
}

var letters = func() string {
	var all []byte
	for i := range agents.States {
		all = append(all, first+byte(i))
	}
	return string(all)
}()

// Cell is one cell with its reasons, and the rules that these cite.
type Cell struct {
	agents.Cell
	Rules []agents.Rule `json:"rules,omitempty"`
}

// Cells are those of the row of a path, in the order of the agents; none where there is no such row.
func Cells(t agents.Table, path string) []Cell {
	i, ok := t.Find(path)
	if !ok {
		return nil
	}
	cells := make([]Cell, len(t.Agents))
	for k, c := range t.Rows[i].Cells {
		cells[k].Cell = *c
		for _, why := range c.Reasons {
			cells[k].Rules = append(cells[k].Rules, t.Agents[k].Rule(why.Rule))
		}
	}
	return cells
}
