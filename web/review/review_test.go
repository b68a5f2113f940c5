package review

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/intake"
	"lily/core/loader"
	"lily/core/skill"
)

func plan(skills ...intake.Planned) intake.Plan { return intake.Plan{Skills: skills} }

func shown(r *Review) string {
	var b strings.Builder
	for i := range r.Len() {
		row := r.Row(i)
		fmt.Fprintf(&b, "%s%s:%s ", map[bool]string{true: "+", false: "-"}[row.Taken], row.Name, row.State)
	}
	return strings.TrimSpace(b.String())
}

var drop = plan(
	intake.Planned{Name: "a", State: loader.Available},
	intake.Planned{Name: "b", State: loader.Available, Brings: intake.Brings{Unseen: 1}},
	intake.Planned{Name: "c", State: loader.Malformed, Findings: []skill.Finding{{Severity: skill.Error}}},
	intake.Planned{Name: "d", State: loader.Shadowed, ShadowedBy: "/x"},
	intake.Planned{Name: "e", State: loader.Available, Replaces: true, Brings: intake.Brings{Programs: []string{"git"}}},
)

// VF-6: what does not count stands first, and the order does not follow the choice.
func TestOrder(t *testing.T) {
	r := New(drop)
	if got, want := shown(r), "+c:malformed +d:shadowed +b:available +e:available +a:available"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	r.Turn("c")
	r.Turn("a")
	r.Turn("a")
	r.Planned(plan(drop.Skills[0], drop.Skills[1], intake.Planned{Name: "d", State: loader.Available}, drop.Skills[4]))
	if got, want := shown(r), "-c:malformed +d:available +b:available +e:available +a:available"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if r.Taken() != 4 || r.Total() != 5 || !r.Left()["c"] {
		t.Errorf("got %d of %d without %v", r.Taken(), r.Total(), r.Left())
	}
}

// A search and a filter show less, and a choice of all is of what is shown.
func TestSift(t *testing.T) {
	for _, tt := range []struct {
		lead Show
		find string
		want string
	}{
		{All, "B", "b"}, {Excluded, "", "c d"}, {Clashing, "", "d e"}, {Running, "", "e"}, {Hidden, "", "b"}, {Found, "", "c"}, {Out, "", ""}, {Excluded, "a", ""},
	} {
		r := New(drop)
		r.Sift(tt.lead, tt.find)
		var got []string
		for i := range r.Len() {
			got = append(got, r.Row(i).Name)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s %q: got %v, want %s", tt.lead, tt.find, got, tt.want)
		}
	}
	r := New(drop)
	r.Sift(Excluded, "")
	r.Take(func(Row) bool { return false })
	r.Sift(All, "")
	if got, want := shown(r), "-c:malformed -d:shadowed +b:available +e:available +a:available"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var counts []int
	for _, s := range r.Shows() {
		counts = append(counts, r.Count(s))
	}
	if got := fmt.Sprint(counts); got != "[5 2 2 1 1 1 2]" {
		t.Errorf("got %s", got)
	}
	r.Take(func(row Row) bool { return row.State == loader.Available })
	if got := r.Taken(); got != 3 {
		t.Errorf("got %d taken, want those that are available", got)
	}
	r.Name = "c"
	if row, ok := r.Shown(); !ok || row.Taken || row.Name != "c" {
		t.Errorf("got %+v, want c, left out", row)
	}
}
