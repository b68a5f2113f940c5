package second

import (
	"encoding/json"
	"fmt"

	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/agents/glance"
	"lily/core/tree"
	"lily/web/port"
)

// table is one that was made, and of what.
type table struct {
	agents.Table
	of tree.Digest
	at glance.Asked
}

// seldom is how many files an agent looks at between two breaths: to ask for the time costs as much as to look at one.
const seldom = 16

// most is how many tables are kept, for the rows that are asked for next.
const most = 4

// agents answers what other agents make of skills: the table in short, or the cells of a row.
func (e *Engine) agents(q port.Question, tick tree.Tick) ([]byte, error) {
	var asked glance.Asked
	if err := json.Unmarshal(q.Terms, &asked); err != nil {
		return nil, err
	}
	row := asked.Row
	asked.Row = ""
	t, err := e.table(q.Files, asked, tick)
	switch {
	case err != nil:
		return nil, err
	case row != "":
		return json.Marshal(glance.Cells(t, row))
	}
	return glance.Of(t).Pack()
}

// eyes answers to which agents the skills of two folders are something else in the second one.
func (e *Engine) eyes(q port.Question, tick tree.Tick) ([]byte, error) {
	var asked glance.Between
	if err := json.Unmarshal(q.Terms, &asked); err != nil {
		return nil, err
	}
	var sides [2]agents.Table
	for i, at := range []string{glance.Was, glance.Is} {
		files, err := q.Files.At(at)
		if err != nil {
			files = tree.Tree{} // no skill of it
		}
		if sides[i], err = e.table(files, glance.Asked{Place: agents.AsIs, Window: asked.Window}, tick); err != nil {
			return nil, err
		}
	}
	list := make([][]glance.Eye, len(asked.Skills))
	for i, at := range asked.Skills {
		list[i] = glance.Eyes(sides[0], sides[1], at)
	}
	return glance.PackEyes(list)
}

func (e *Engine) table(files tree.Tree, asked glance.Asked, tick tree.Tick) (agents.Table, error) {
	for _, t := range e.tables {
		if t.at == asked && t.of == files.Digest() {
			return t.Table, nil
		}
	}
	preset, ok := agents.PresetOf(asked.Place)
	if !ok {
		return agents.Table{}, fmt.Errorf("there is no place %q", asked.Place)
	}
	if err := tree.Load(read(files)); err != nil {
		return agents.Table{}, err
	}
	in := preset.Install(files)
	n := 0
	in.Breathe = func() {
		if n++; n%seldom == 0 {
			check(tick, 0, 1)
		}
	}
	t := agents.Evaluate(in, all.List, agents.Terms{Window: asked.Window})
	e.tables = append(e.tables[max(0, len(e.tables)-most+1):], table{t, files.Digest(), asked})
	return t, nil
}

// read are the files that agents read, as their names tell. What an agent reads besides is fetched when it does.
func read(files tree.Tree) (list []tree.Blob) {
	seen := map[tree.Digest]bool{}
	for at, f := range files.Walk() {
		if agents.IsRead(at) && !seen[f.Digest()] {
			seen[f.Digest()] = true
			list = append(list, f)
		}
	}
	return list
}
