package glance_test

import (
	"fmt"
	"reflect"
	"strings"
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

// The eyes of each skill travel, and those that many have do so once.
func TestEyesTravel(t *testing.T) {
	one := []glance.Eye{{Name: "a", Title: "An Agent", Was: agents.Loaded, Is: agents.Refused, Why: "It is \"long\".\n"}}
	two := []glance.Eye{one[0], {Name: "b", Title: "B", Is: agents.Cut}}
	for _, want := range [][][]glance.Eye{{}, {{}}, {one, two, {}, one}} {
		data, err := glance.PackEyes(want)
		got, wrong := glance.UnpackEyes(data)
		if err != nil || wrong != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v, %v, want %+v", data, got, err, wrong, want)
		}
	}
	var many [][]glance.Eye
	for i := range 10_000 {
		many = append(many, [][]glance.Eye{one, two}[i%2])
	}
	data, err := glance.PackEyes(many)
	if err != nil || len(data) > 25_000 {
		t.Errorf("got %d bytes for 10,000 skills, %v, want some two for each", len(data), err)
	}
	if allocs := testing.AllocsPerRun(3, func() { _, _ = glance.UnpackEyes(data) }); allocs > 100 {
		t.Errorf("got %.0f allocations to read them, want those of two lists", allocs)
	}
	for _, text := range []string{"", "{}\n", "[]\n0 ", "[[]]\n1 ", "[[]]\n-1 ", "[[]]\nx ", "[[]]\n 0", "[[]]\n0  0 "} {
		if got, err := glance.UnpackEyes([]byte(text)); err == nil {
			t.Errorf("%q: got %+v", text, got)
		}
	}
	if _, err := glance.UnpackEyes([]byte("[[]]\n" + strings.Repeat(fmt.Sprint(0, " "), 3))); err != nil {
		t.Error(err)
	}
}
