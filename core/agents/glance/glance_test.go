package glance_test

import (
	"reflect"
	"testing"

	"lily/core/agents"
	"lily/core/agents/glance"
)

func table() agents.Table {
	rule := agents.Rule{ID: "name_long", Text: "A name is short.", Source: "a file", Known: agents.Read}
	a := &agents.Agent{Name: "a", Title: "An Agent", Version: "1", Known: agents.Read, Rules: []agents.Rule{rule}}
	b := &agents.Agent{Name: "b", Title: "B", Version: "2", Known: agents.Documented}
	cell := func(at string, s agents.State) *agents.Cell { return &agents.Cell{Path: at, State: s} }
	return agents.Table{Agents: []*agents.Agent{a, b}, Rows: []agents.Row{
		{Path: "x/SKILL.md", Cells: []*agents.Cell{cell("x/SKILL.md", agents.Loaded), cell("x/SKILL.md", agents.Repaired)}},
		{Path: "ü \"/SKILL.md", Cells: []*agents.Cell{cell("ü \"/SKILL.md", "").End(agents.Refused, "name_long", "It is long.", 2), cell("ü \"/SKILL.md", agents.Cut)}},
	}}
}

// What travels is what was seen.
func TestTravels(t *testing.T) {
	want := glance.Of(table())
	data, err := want.Pack()
	var got glance.Table
	if err == nil {
		got, err = glance.Unpack(data)
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if w := [...]int{got.Whole(0), got.Whole(1), got.Rows[0].Whole(), got.Rows[1].Whole()}; w != [...]int{1, 1, 2, 0} {
		t.Errorf("got %v whole", w)
	}
	if s := got.Rows[1].State(0); s != agents.Refused {
		t.Errorf("got %s, want %s", s, agents.Refused)
	}
}

// A table that does not fit itself is none.
func TestRefuses(t *testing.T) {
	for _, text := range []string{
		"[{}]\n\nx\x00", "[{}]\nz\nx\x00", "[{}]\na\n", "[{}]\n\x00\nx\x00", "[{}]\na\nx\x00y", "{}\na\nx\x00", "[{}]", "",
	} {
		if got, err := glance.Unpack([]byte(text)); err == nil {
			t.Errorf("%s: got %+v", text, got)
		}
	}
}

// Each reason of a cell brings its rule along.
func TestCells(t *testing.T) {
	got := glance.Cells(table(), "ü \"/SKILL.md")
	if len(got) != 2 || got[0].Reasons[0].Line != 2 || got[0].Rules[0].Source != "a file" || len(got[1].Rules) != 0 {
		t.Errorf("got %+v", got)
	}
	if got := glance.Cells(table(), "nowhere"); got != nil {
		t.Errorf("got %+v, want none", got)
	}
}
