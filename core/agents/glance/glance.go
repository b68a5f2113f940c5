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

// line is how a table travels. Few long texts are read much faster than many short ones. No path holds the byte 0.
type line struct {
	Agents []Agent `json:"agents"`
	Paths  string  `json:"paths"`
	States string  `json:"states"`
}

// MarshalJSON implements [json.Marshaler].
func (t Table) MarshalJSON() ([]byte, error) {
	var paths, states strings.Builder
	for _, r := range t.Rows {
		paths.WriteString(r.Path + "\x00")
		states.WriteString(r.States)
	}
	return json.Marshal(line{t.Agents, paths.String(), states.String()})
}

// UnmarshalJSON implements [json.Unmarshaler]. Every row has a state of each agent.
func (t *Table) UnmarshalJSON(data []byte) error {
	var l line
	if err := json.Unmarshal(data, &l); err != nil {
		return err
	}
	wide, rows := len(l.Agents), make([]Row, strings.Count(l.Paths, "\x00"))
	if len(l.States) != wide*len(rows) || strings.Trim(l.States, letters) != "" {
		return fmt.Errorf("got %d states of %d skills and %d agents", len(l.States), len(rows), wide)
	}
	for i := range rows {
		rows[i].Path, l.Paths, _ = strings.Cut(l.Paths, "\x00")
		rows[i].States = l.States[i*wide : (i+1)*wide]
	}
	*t = Table{l.Agents, rows}
	return nil
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
