package ui

import (
	"strings"
	"testing"

	"lily/core/policy"
	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/room/skills"
	"lily/web/room/trace"
)

// budgeted is a world with a long, a middling and a bundled skill, under a budget.
func budgeted(t *testing.T, tokens string, with ...func(*port.Ports)) *Store {
	t.Helper()
	s := smallPage(t, with...)
	s.put("workspace/skills/long/SKILL.md", "---\nsummary: "+strings.TrimSpace(strings.Repeat("Reads a board. ", 40))+"\n---\nDo.\n")
	if err := s.Engine.Edit(func(w world.World) (_ world.World, err error) {
		w.Policy, err = policy.Parse("policy.yaml", []byte("catalog_tokens: "+tokens))
		return w, err
	}); err != nil {
		t.Fatal(err)
	}
	say(t, s, "/reload_skills")
	return s
}

func list(s *Store) string {
	return htmltest.Seen(&skills.Pane{Store: s.Store, Catalog: s.Catalog.Now().Meter()})
}

// CV-2: the page says at each skill whether its entry is whole, cut, with the very text, or
// dropped; how many of how many are in the catalog; and what they take of which budget.
func TestCatalogIsShown(t *testing.T) {
	for _, tt := range []struct {
		tokens, meter string
		pane          map[string]string // by the folder
		badge, none   string
	}{
		{"8000", "In the catalog 2 of 2 skills, about ", map[string]string{"workspace/skills/long": "listed whole", "bundled/skills/plain": "listed whole"}, "In the catalog", "of-catalog"},
		{
			"150", "In the catalog 2 of 2 skills, about ",
			map[string]string{"workspace/skills/long": "cut to “Reads a board. Reads a", "bundled/skills/plain": "listed whole"},
			"cut in the catalog", "not in the catalog",
		},
		{
			"50", "In the catalog 1 of 2 skills, about ",
			map[string]string{"workspace/skills/long": "without its summary: ", "bundled/skills/plain": "dropped: "},
			"not in the catalog", "nothing",
		},
		{"0", "In the catalog 0 of 2 skills, about 0 of 0 tokens", map[string]string{"workspace/skills/long": "dropped: "}, "not in the catalog", "cut in the catalog"},
	} {
		s := budgeted(t, tt.tokens)
		htmltest.Has(t, list(s), tt.meter, "of "+tt.tokens+" tokens", tt.badge)
		htmltest.HasNot(t, list(s), tt.none)
		for path, want := range tt.pane {
			s.Shown.Selected = "/" + path
			htmltest.Has(t, htmltest.Seen(shownSkill(s)), want)
		}
	}
}

// CV-2: another budget is another catalog, at once for this session; a request shows its own.
func TestCatalogFollowsTheBudget(t *testing.T) {
	s := budgeted(t, "150")
	say(t, s, "/skill plain go")
	htmltest.Has(t, htmltest.Seen(&trace.Doc{Store: s.Store}), "of 150", "Shortened", "Sent: Reads a board. Reads a")
	if err := s.Engine.Edit(func(w world.World) (world.World, error) { w.Policy = policy.Default(); return w, nil }); err != nil {
		t.Fatal(err)
	}
	htmltest.Has(t, list(s), "of 150 tokens") // the session has its policy until it reloads
	say(t, s, "/reload_skills")
	htmltest.Has(t, list(s), "of 8000 tokens")
	htmltest.Has(t, htmltest.Seen(&trace.Doc{Store: s.Store}), "of 150", "Sent: Reads a board.")
}

// CV-2: of many skills the page answers before their catalog is worked out.
func TestCatalogTakesLong(t *testing.T) {
	w := &pausing{quick: true}
	s := budgeted(t, "150", func(p *port.Ports) { p.Work = w })
	w.quick = false
	if got := s.Catalog.Now().Meter(); got != "" || len(w.runs) != 1 {
		t.Fatalf("got %q and %d runs, want to wait", got, len(w.runs))
	}
	htmltest.HasNot(t, list(s), "In the catalog", "cut in the catalog")
	if len(w.runs) != 1 {
		t.Fatalf("got %d runs, want one for each catalog", len(w.runs))
	}
}
