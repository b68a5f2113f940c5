package agents

import (
	"slices"
	"strings"
	"testing"

	"lily/core/tree"
)

func files(t *testing.T, paths ...string) tree.Tree {
	t.Helper()
	b := tree.Builder{}
	for _, at := range paths {
		if err := b.Put(at, []byte(at)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

func TestWalk(t *testing.T) {
	in := Installed(files(t, "project/.a/SKILL.md", "project/.a/x/SKILL.md", "project/.a/x/y/SKILL.md", "project/.a/z/skill.md", "home/.a/h/SKILL.md"))
	any := func(string) bool { return true }
	for name, c := range map[string]struct {
		walk Walk
		want string
	}{
		"all":         {Walk{}, "x x/y"},
		"top":         {Walk{Top: true}, ". x x/y"},
		"stops above": {Walk{Top: true, Stop: true}, "."},
		"stops":       {Walk{Stop: true}, "x"},
		"children":    {Walk{Depth: 1}, "x"},
		"names":       {Walk{Is: any, Depth: 1}, "x z"},
		"enters":      {Walk{Enter: func(dir string) bool { return dir != "x" }}, ""},
	} {
		site := &Site{in, ".b"}
		var got []string
		for _, f := range site.Open(Project, ".a").Skills(c.walk) {
			got = append(got, f.Dir)
			if f.Text != f.Path || f.Real() != "/"+f.Path {
				t.Errorf("%s: got %q at %s, want the file %s", name, f.Text, f.Real(), f.Path)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

// A folder that is dropped stands in the usual place of each agent, and nowhere else.
func TestAsDropped(t *testing.T) {
	site := &Site{AsDropped(files(t, "x/SKILL.md")), ".b/skills"}
	for _, c := range []struct {
		scope  Scope
		folder string
		want   bool
	}{{Project, ".b/skills", true}, {Home, ".b/skills", false}, {Project, ".a/skills", false}} {
		root := site.Open(c.scope, c.folder)
		if root.Here != c.want || (len(root.Skills(Walk{})) == 1) != c.want {
			t.Errorf("%s %s: got %v", c.scope, c.folder, root.Here)
		}
	}
	if found := site.Open(Project, ".b/skills").Skills(Walk{}); found[0].Path != "x/SKILL.md" || found[0].Real() != "/project/.b/skills/x/SKILL.md" {
		t.Errorf("got %+v", found)
	}
}

// shelf has the blobs of a tree, but for one.
type shelf map[tree.Digest][]byte

func (s shelf) Blobs(list []tree.Digest) ([][]byte, error) {
	got := make([][]byte, len(list))
	for i, d := range list {
		got[i] = s[d]
	}
	return got, nil
}

// A file that cannot be read is no empty text: it is refused with the reason, is in no agent's catalog, and shadows
// no other.
func TestUnreadable(t *testing.T) {
	whole := files(t, "x/SKILL.md", "y/SKILL.md")
	kept := shelf{}
	for b := range whole.Blobs(nil) {
		data, err := b.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		kept[b.Digest()] = data
	}
	delete(kept, tree.Sum([]byte("x/SKILL.md")))
	opened, err := tree.Opener{From: kept}.Open(whole.Digest())
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	a := &Agent{Name: "a", Title: "A", Usual: ".b/skills", See: func(s *Site, _ Terms) (v View) {
		for _, f := range s.Open(Project, ".b/skills").Skills(Walk{}) {
			seen = append(seen, f.Path+"="+f.Text)
			v.Order = append(v.Order, (&Cell{Path: f.Path, Name: f.Text}).End(Loaded, PlaceRule, "It is here.", 0))
		}
		return v
	}}
	table := Evaluate(AsDropped(opened), []*Agent{a}, Terms{})
	if got := strings.Join(seen, " "); got != "y/SKILL.md=y/SKILL.md" {
		t.Errorf("got %s shown to the agent, want y alone", got)
	}
	if len(table.Rows) != 2 || table.Rows[1].Cells[0].State != Loaded {
		t.Fatalf("got %+v", table.Rows)
	}
	if c := table.Rows[0].Cells[0]; c.State != Refused || c.Path != "x/SKILL.md" || c.Reasons[0].Rule != PlaceRule || !strings.HasPrefix(c.Reasons[0].Text, "Lily could not read this file: ") {
		t.Errorf("got %+v, want it refused with the reason", c)
	}
}

func TestPresets(t *testing.T) {
	for _, c := range []struct {
		name string
		look Look
		want string
	}{
		{AsIs, Look{Project, ".b/skills"}, "x/SKILL.md"},
		{"agents", Look{Project, ".agents/skills"}, "x/SKILL.md"},
		{"home-claude", Look{Home, ".claude/skills"}, "x/SKILL.md"},
		{"project", Look{Project, "."}, "project/x/SKILL.md"},
	} {
		p, ok := PresetOf(c.name)
		site := &Site{p.Install(files(t, "x/SKILL.md")), ".b/skills"}
		found := site.Open(c.look.Scope, c.look.Folder).Skills(Walk{})
		if !ok || len(found) != 1 || found[0].Path != c.want {
			t.Errorf("%s: got %v", c.name, found)
		}
		if other := site.Open(Home, ".c"); other.Here {
			t.Errorf("%s: got a folder that there is not", c.name)
		}
	}
	if _, ok := PresetOf("nowhere"); ok {
		t.Error("got a preset that there is not")
	}
}

func TestLooks(t *testing.T) {
	look := func(s *Site, _ Terms) (v View) {
		s.Open(Home, ".b")
		s.Open(Project, ".b")
		s.Open(Project, ".b")
		return v
	}
	got := Looks([]*Agent{{See: look}, {See: look}})
	if want := []Look{{Home, ".b"}, {Project, ".b"}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// What no agent's YAML is sure of: which plain words are numbers.
func TestIsNumber(t *testing.T) {
	for s, want := range map[string]bool{
		"0": true, "-1": true, "+12": true, "1.": true, ".5": true, "1e3": true, "1.5E-7": true, "0x1F": true, "0o17": true, ".inf": true, "-.INF": true, ".nan": true,
		"": false, "-": false, "--1": false, "1_000": false, "1e": false, "e3": false, "1.2.3": false, "0b1": false, "-.nan": false, "1e+": false, ".": false, "x": false,
	} {
		if got := IsNumber(s); got != want {
			t.Errorf("%q: got %v", s, got)
		}
	}
}
