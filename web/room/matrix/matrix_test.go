package matrix

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

// EN-4: a row a skill, a column a profile, each cell the verdict that a reload under it would give.
func TestMatrix(t *testing.T) {
	s := statetest.Small(t)
	d := &Doc{Store: s.Store}
	got := htmltest.Seen(d)
	htmltest.Has(t, got, "choosy", "plain", "now", "linux-dev", "windows-dev", "Available", "Ineligible", "2 skills, 7 profiles", `role="rowheader"`, `role="columnheader"`)
	if n := strings.Count(got, `role="gridcell"`); n != 2*7 {
		t.Errorf("got %d cells, want two rows of seven", n)
	}
	d.press("ArrowRight", 0)
	d.ask(0)
	htmltest.Has(t, htmltest.Seen(d), "choosy", "This browser: the programs that the page can run", "git")
}

// Only what differs is left when a person asks for that, and what matches what was typed.
func TestMatrixIsFiltered(t *testing.T) {
	s := statetest.Small(t)
	d := &Doc{Store: s.Store, differs: true}
	got := htmltest.Seen(d)
	htmltest.Has(t, got, "choosy", "1 skill,")
	htmltest.HasNot(t, got, ">plain<")
	d.query = "nothing"
	htmltest.Has(t, htmltest.Seen(d), "No skill matches.")
	d.query, d.differs = "pla", false
	htmltest.Has(t, htmltest.Seen(d), ">plain<")
}

// The columns are of the world as it is: an edit is judged again.
func TestMatrixFollowsTheWorld(t *testing.T) {
	s := statetest.Small(t)
	d := &Doc{Store: s.Store}
	htmltest.Seen(d)
	s.Put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\neligibility:\n  os: [darwin]\n---\nDo.\n")
	htmltest.Has(t, htmltest.Seen(d), ">mine<", "3 skills")
	if err := s.Engine.Edit(func(w world.World) (world.World, error) { w.Policy = w.Policy.Disable("mine", true); return w, nil }); err != nil {
		t.Fatal(err)
	}
	htmltest.Has(t, htmltest.Seen(d), "Disabled")
}

// Of ten thousand skills only the rows near those that are seen are made.
func TestMatrixIsVirtual(t *testing.T) {
	s := statetest.Small(t)
	if err := s.Engine.Edit(func(w world.World) (_ world.World, err error) {
		for i := range 500 {
			if w.Tree, err = w.Tree.Put(fmt.Sprintf("workspace/skills/s%03d/SKILL.md", i), []byte("---\nsummary: S.\n---\nS.\n")); err != nil {
				return w, err
			}
		}
		return w, nil
	}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(htmltest.Seen(&Doc{Store: s.Store}), `role="gridcell"`); n == 0 || n > 60*7 {
		t.Errorf("got %d cells of 502 rows, want those of the rows that are seen", n)
	}
}
