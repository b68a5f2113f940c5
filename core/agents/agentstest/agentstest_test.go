package agentstest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core/agents"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

func TestCases(t *testing.T) {
	got, err := Cases(fstest.MapFS{
		"b.txtar": file("Fences.\n\nbom: a mark before the fence\n-- bom/skills/a/SKILL.md.bytes --\n\\xef\\xbb\\xbf---\\x0d\n\\n\n"),
		"a.txtar": file("many: a budget\ndeep: a folder below\n-- many/gen --\n2 skills/s-%02d 20\n1 home/.agents/skills/t-%d 16 é\n" +
			"-- many/windows --\n32000 1000000\n-- deep/cwd --\nproject/sub\n-- deep/project/.agents/skills/x/SKILL.md --\n"),
	})
	want := []Case{
		{"case/bom", "a mark before the fence", "project", nil, map[string][]byte{"skills/a/SKILL.md": []byte("\xef\xbb\xbf---\r\n\\n")}},
		{"case/deep", "a folder below", "project/sub", nil, map[string][]byte{"project/.agents/skills/x/SKILL.md": {}}},
		{"case/many", "a budget", "project", []int{32000, 1000000}, map[string][]byte{
			"skills/s-00/SKILL.md":             []byte("---\nname: s-00\ndescription: Does task 0 and-wha.\n---\n\n# Task 0\n"),
			"skills/s-01/SKILL.md":             []byte("---\nname: s-01\ndescription: Does task 1 and-wha.\n---\n\n# Task 1\n"),
			"home/.agents/skills/t-0/SKILL.md": []byte("---\nname: t-0\ndescription: Does task 0 ééé.\n---\n\n# Task 0\n"),
		}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v\nwant %v", got, err, want)
	}
}

// What breaks the format is told, and is no case less.
func TestCasesBroken(t *testing.T) {
	for _, tt := range []struct{ archive, want string }{
		{"-- a/skills/x --\n", `no line "a: why"`},
		{"a: why\n", "no file"},
		{"a: why\n-- a/skills/../../x --\n", "want one below"},
		{"a: why\n-- a/other/x --\n", "want one below"},
		{"a: why\n-- a/skills/ --\n", "want a file"},
		{"a: why\na: again\n-- a/skills/x --\n", "twice"},
		{"a: why\n-- a/skills/x --\n-- a/skills/x --\n", "twice"},
		{"a: why\n-- a/gen --\nten skills/x\n", "want COUNT"},
		{"a: why\n-- a/gen --\n10 skills/x 9\n", "one %d"},
	} {
		_, err := Cases(fstest.MapFS{"a.txtar": file(tt.archive)})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %s", tt.archive, err, tt.want)
		}
	}
}

func TestPut(t *testing.T) {
	got := Case{Files: map[string][]byte{"skills/a/SKILL.md": nil, "home/x": nil}}.Put(".agents/skills")
	want := map[string][]byte{"project/.agents/skills/a/SKILL.md": nil, "home/x": nil}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestCorpus(t *testing.T) {
	got, err := Corpus(fstest.MapFS{
		"README.md":           file("no collection"),
		"one/skills/SKILL.md": file("root"), "one/skills/a/skills/b/SKILL.md": file("b"), "one/LICENSE": file("l"),
		"two/skills/a/SKILL.md": file("second"), "two/.github/skills/a/SKILL.md": file("first"),
	})
	windows := []int{32_000, 200_000, 1_000_000}
	want := []Case{
		{"corpus/one", "real skills, as they are", "project", windows, map[string][]byte{"skills/SKILL.md": []byte("root"), "skills/a/skills/b/SKILL.md": []byte("b")}},
		{"corpus/one/flat", "real skills, each a direct child", "project", windows, map[string][]byte{"skills/skills/SKILL.md": []byte("root"), "skills/b/SKILL.md": []byte("b")}},
		{"corpus/two/.github/skills", "real skills, as they are", "project", windows, map[string][]byte{"skills/a/SKILL.md": []byte("first")}},
		{"corpus/two/flat", "real skills, each a direct child", "project", windows, map[string][]byte{"skills/a/SKILL.md": []byte("first")}},
		{"corpus/two/skills", "real skills, as they are", "project", windows, map[string][]byte{"skills/a/SKILL.md": []byte("second")}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v\nwant %v", got, err, want)
	}
}

func TestRead(t *testing.T) {
	text := `{"agent":"a","version":"1","how":"h","runs":{"case/x":{"skills":[{"path":"skills/x/SKILL.md","name":"x","digest":"` + Digest("d") + `"}],"catalog":"all"},"case/x@9":{"catalog":"few"}}}`
	fsys := fstest.MapFS{"a.json": file(text), "b.json": file(text), "c.json": file("{")}
	g, err := Read(fsys, "a")
	if few := g.Runs["case/x@9"]; err != nil || few.Catalog != "few" || len(few.Skills) != 1 || !few.Skills[0].Says("d") || few.Skills[0].Says("e") {
		t.Errorf("got %+v, %v", g, err)
	}
	for _, name := range []string{"b", "c", "none"} {
		if _, err := Read(fsys, name); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	if !Same("all", "all") || !Same(Digest("all"), "all") || Same(Digest("all"), "al") {
		t.Error("Same does not tell texts apart")
	}
}

func TestCompare(t *testing.T) {
	see := func(name, text, catalog string) *agents.Agent {
		return &agents.Agent{Name: "a", See: func(s *agents.Site, terms agents.Terms) (v agents.View) {
			for _, f := range s.Open(agents.Project, ".a/skills").Skills(agents.Walk{}) {
				v.Order = append(v.Order, &agents.Cell{Path: f.Path, Name: name, Text: text})
			}
			v.Catalog = func() string { return fmt.Sprint(catalog, terms.Window) }
			return v
		}}
	}
	list := []Case{{Name: "case/x", Cwd: "project", Windows: []int{9}, Files: map[string][]byte{"skills/x/SKILL.md": nil}}}
	skills := []Skill{{Path: "skills/x/SKILL.md", Name: "x", Digest: Digest("d")}}
	g := Golden{Usual: ".a/skills", Window: 5, Runs: map[string]Run{
		"case/x": {Skills: skills, Catalog: "all5"}, "case/x@9": {Skills: skills, Catalog: Digest("all9")}, "corpus/y": {},
	}}
	for _, tt := range []struct {
		a    *agents.Agent
		want string
	}{
		{see("x", "d", "all"), ""},
		{see("y", "d", "all"), "got the skills [skills/x/SKILL.md y], want [skills/x/SKILL.md x]"},
		{see("x", "e", "all"), "got the description"},
		{see("x", "d", "any"), "got the catalog"},
	} {
		runs, differs := Compare(tt.a, list, g)
		if len(runs) != 2 || (len(differs) == 0) != (tt.want == "") || !strings.Contains(differs["case/x"], tt.want) {
			t.Errorf("got %v, %v; want %s", runs, differs, tt.want)
		}
	}
}

func TestKnown(t *testing.T) {
	got, err := Known("# aside\n\na case/x: because: it is so\n")
	if err != nil || !reflect.DeepEqual(got, map[string]string{"a case/x": "because: it is so"}) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, text := range []string{"a case/x", "case/x: why", "a x: why\na x: again"} {
		if _, err := Known(text); err == nil {
			t.Errorf("%q: got no error", text)
		}
	}
}

// Of an agent whose reads race any twin may have won, and the list has no order; all else is held as ever.
func TestCompareRaces(t *testing.T) {
	a := &agents.Agent{Name: "a", See: func(s *agents.Site, _ agents.Terms) (v agents.View) {
		var last *agents.Cell
		for _, f := range s.Open(agents.Project, ".a/skills").Skills(agents.Walk{}) {
			c := &agents.Cell{Path: f.Path, Name: "x", Text: f.Text, State: agents.Loaded}
			if last != nil {
				v.Rest = append(v.Rest, last.Losing(c, "twin"))
			}
			last = c
		}
		v.Order, v.Catalog = []*agents.Cell{last}, func() string { return "one " + last.Text }
		return v
	}}
	list := []Case{{Name: "case/x", Cwd: "project", Files: map[string][]byte{"skills/a/SKILL.md": []byte("a"), "skills/b/SKILL.md": []byte("b")}}}
	for _, tt := range []struct {
		path, text, catalog string
		races, equal        bool
	}{
		{"skills/b/SKILL.md", "b", "one b", false, true},
		{"skills/a/SKILL.md", "a", "one a", false, false},
		{"skills/a/SKILL.md", "a", "one a", true, true},
		{"skills/a/SKILL.md", "b", "one a", true, false},
		{"skills/a/SKILL.md", "a", "one b", true, false},
		{"skills/c/SKILL.md", "a", "one a", true, false},
	} {
		run := Run{Skills: []Skill{{Path: tt.path, Name: "x", Description: tt.text}}, Catalog: tt.catalog}
		if _, differs := Compare(a, list, Golden{Usual: ".a/skills", Races: tt.races, Runs: map[string]Run{"case/x": run}}); (len(differs) == 0) != tt.equal {
			t.Errorf("%+v: got %v", tt, differs)
		}
	}
}
