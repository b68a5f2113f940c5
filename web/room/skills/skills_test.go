package skills

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

func pane(t testing.TB, files fstest.MapFS) *Pane {
	t.Helper()
	w, err := world.New(files, fstest.MapFS{"SOUL.md": {Data: []byte("You are Lily.\n")}})
	if err != nil {
		t.Fatal(err)
	}
	s := statetest.Of(t, core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}})).Store
	return &Pane{Store: s, Snapshot: s.Sessions.SnapshotKey(), Catalog: s.Catalog.Now().Meter()}
}

func md(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

var mixed = fstest.MapFS{
	"alpha/SKILL.md":     md("---\nname: alpha\ndescription: Compare two tables.\n---\nDo.\n"),
	"beta/SKILL.md":      md("---\nsummary: Ask git.\neligibility:\n  binaries: [git]\n---\nDo.\n"),
	"gamma/SKILL.md":     md("---\nname: gamma\n---\n"),
	"only-you/SKILL.md":  md("---\nname: only-you\ndescription: For a person.\ndisable-model-invocation: true\n---\nDo.\n"),
	"tab-tools/SKILL.md": md("---\nname: tab-tools\ndescription: Make tables.\n---\nDo.\n"),
}

func (p *Pane) names() string {
	p.look()
	var list []string
	for i := range p.found {
		list = append(list, p.candidate(i).Name)
	}
	return strings.Join(list, " ")
}

// What does not count stands first, then what was found to be odd, each by name.
func TestProblemsFirst(t *testing.T) {
	p := pane(t, mixed)
	if got, want := p.names(), "beta gamma alpha only-you tab-tools"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	seen := htmltest.Seen(p)
	htmltest.Has(t, seen, "ineligible", "Excluded", "Hidden", " from the model", "Bundled")
	htmltest.HasNot(t, seen, "Workspace", "Untrusted", "Selected skills")
}

func TestChips(t *testing.T) {
	for k, want := range map[kind]string{
		0:                  "beta gamma alpha only-you tab-tools",
		excluded:           "beta",
		hidden:             "only-you",
		bundled:            "beta gamma alpha only-you tab-tools",
		workspace:          "",
		excluded | bundled: "beta",
	} {
		p := pane(t, mixed)
		p.chip = k
		if got := p.names(); got != want {
			t.Errorf("kind %b: got %q, want %q", k, got, want)
		}
	}
}

// A search looks into names, with letters between, and summaries; names come first, and what was found is marked.
func TestSearch(t *testing.T) {
	p := pane(t, mixed)
	for query, want := range map[string]string{
		"tab":          "tab-tools alpha",
		"tt":           "tab-tools",
		"TAB":          "tab-tools alpha",
		"two tab":      "alpha",
		"person":       "only-you",
		"nothing else": "",
	} {
		p.search(query)
		if got := p.names(); got != want {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
	if p.search("tab"); p.Store.Loop.Status != "2 skills" {
		t.Errorf("got the status %q", p.Store.Loop.Status)
	}
	seen := strings.Join(strings.Fields(htmltest.Seen(p)), " ")
	htmltest.Has(t, seen, "<mark>", "excerpt")
	p.search("nothing else")
	htmltest.Has(t, htmltest.Seen(p), "No skill matches “nothing else”.")
}

// Ten thousand skills are as many rows as a few are.
func TestManyAreFewRows(t *testing.T) {
	files := fstest.MapFS{}
	for i := range 3000 {
		files[fmt.Sprintf("made-%05d/SKILL.md", i)] = md(fmt.Sprintf("---\nname: made-%05d\ndescription: Number %d.\n---\nDo.\n", i, i))
	}
	p := pane(t, files)
	seen := htmltest.Seen(p)
	if n := strings.Count(seen, `role="option"`); n == 0 || n > 60 {
		t.Errorf("got %d rows of 3000, want those that are seen", n)
	}
	htmltest.Has(t, seen, `aria-setsize="3000"`)
}

// What a search found in a summary is marked at its place, whatever its case and its letters.
func TestExcerpt(t *testing.T) {
	for _, tt := range []struct{ text, word, want string }{
		{"Über Äpfel", "äpfel", "Äpfel"},
		{"Make tables.", "tab", "tab"},
		{"abab", "bab", "bab"},
		{"İstanbul", "stan", "stan"},
		{"none", "x", ""},
	} {
		var got strings.Builder
		for _, at := range within(tt.text, tt.word) {
			for _, r := range tt.text[at:] {
				got.WriteString(string(r))
				break
			}
		}
		if got.String() != tt.want {
			t.Errorf("%q in %q: got %q, want %q", tt.word, tt.text, got.String(), tt.want)
		}
	}
	long := strings.Repeat("word ", 20) + "needle and more"
	p := pane(t, fstest.MapFS{"a/SKILL.md": md("---\nname: a\ndescription: " + long + "\n---\nDo.\n")})
	p.look()
	seen := htmltest.Seen(excerpt(p.candidate(0), within(long, "needle"), false))
	htmltest.Has(t, seen, "<mark>needle</mark>")
	htmltest.HasNot(t, seen, "word word word word")
}

func BenchmarkFind(b *testing.B) {
	files := fstest.MapFS{}
	for i := range 10_000 {
		files[fmt.Sprintf("made-%05d/SKILL.md", i)] = md(fmt.Sprintf("---\nname: made-%05d\ndescription: Number %d, with a line as long as they often are, which says when to use it.\n---\nDo.\n", i, i))
	}
	p := pane(b, files)
	p.look()
	p.shelf.summary(0)
	for _, query := range []string{"made-01777", "7 number", "m17", "zzz"} {
		b.Run(query, func(b *testing.B) {
			for b.Loop() {
				p.shelf.find(query, 0)
			}
		})
	}
}

// What a list was searched for is there again after another list was.
func TestSearchIsKept(t *testing.T) {
	p := pane(t, fstest.MapFS{"bundled/skills/plain/SKILL.md": md("---\nsummary: Plain.\n---\nDo.\n")})
	htmltest.Seen(p)
	p.search("pla")
	p.choose(bundled, 1)
	again := &Pane{Store: p.Store, Snapshot: p.Snapshot, Catalog: p.Catalog}
	htmltest.Has(t, htmltest.Seen(again), `value="pla"`, `aria-pressed`)
	if again.chip != bundled || again.query != "pla" || len(again.found) != len(p.found) {
		t.Errorf("got %q and chip %d, %d found, want what was left", again.query, again.chip, len(again.found))
	}
}

// What a reload of nothing new leaves as it is, is not looked through again, nor shown again.
func TestReloadOfNothingNew(t *testing.T) {
	p := pane(t, mixed)
	p.look()
	was, shelf, rows := p.Store.Sessions.SnapshotKey(), p.shelf, p.of
	reload := func() {
		t.Helper()
		if r := p.Store.Engine.Turn(t.Context(), p.Store.Sessions.Session, "/reload_skills"); r.Err != nil {
			t.Fatal(r.Err)
		}
		p.look()
	}
	reload()
	if v := p.Store.Sessions.Snapshot().Version; v != 2 {
		t.Fatalf("got version %d, want 2", v)
	}
	if p.Store.Sessions.SnapshotKey() != was || p.shelf != shelf || p.of != rows {
		t.Error("got another list of the same skills, want that of before")
	}
	if err := p.Store.Engine.Edit(func(w world.World) (world.World, error) {
		next, err := w.Tree.Put("workspace/skills/new/SKILL.md", []byte("---\nname: new\ndescription: Is new.\n---\nDo.\n"))
		w.Tree = next
		return w, err
	}); err != nil {
		t.Fatal(err)
	}
	reload()
	if got := p.names(); p.shelf == shelf || !strings.Contains(got, "new") {
		t.Errorf("got %s, want the new skill among them", got)
	}
}
