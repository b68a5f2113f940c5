package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"lily/core/agents/agentstest"
)

// What was saved is read again as it was, and the same runs give the same bytes, one run a line.
func TestSave(t *testing.T) {
	g := peer{name: "a", version: "1", how: "by hand", usual: ".a/skills", window: 9}.golden()
	g.Runs["case/y"] = agentstest.Run{Skills: []agentstest.Skill{{Path: "skills/y/SKILL.md", Name: "y", Description: "<b> & \u2028"}}, Catalog: "y\n"}
	g.Runs["case/x"] = agentstest.Run{Errors: []agentstest.Error{{Path: "skills/x/SKILL.md", Text: "no"}}}
	g.Runs["case/y@9"] = agentstest.Run{Catalog: "few"}
	dir := t.TempDir()
	var texts []string
	for range 2 {
		if err := save(filepath.Join(dir, "golden/a.json"), g); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, "golden/a.json"))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	if texts[0] != texts[1] || strings.Count(texts[0], "\n") != 5 || !strings.Contains(texts[0], "<b> &") {
		t.Errorf("got %q, then %q", texts[0], texts[1])
	}
	got, err := agentstest.Read(os.DirFS(filepath.Join(dir, "golden")), "a")
	want := g
	want.Runs["case/y@9"] = agentstest.Run{Skills: g.Runs["case/y"].Skills, Catalog: "few"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
}

// Texts that are not the project's, and long ones, are not written down.
func TestShort(t *testing.T) {
	run := func() agentstest.Run {
		return agentstest.Run{
			Skills: []agentstest.Skill{{Description: "d"}}, Errors: []agentstest.Error{{Text: "e"}}, Catalog: "c",
		}
	}
	long := map[string][]byte{"skills/x/SKILL.md": make([]byte, long)}
	for _, tt := range []struct {
		c    agentstest.Case
		want bool
	}{
		{agentstest.Case{Name: "case/x"}, true},
		{agentstest.Case{Name: "case/x", Files: long}, false},
		{agentstest.Case{Name: "corpus/x"}, false},
		{agentstest.Case{Name: "bundled"}, false},
	} {
		got := short(tt.c, run())
		whole := got.Skills[0].Description == "d" && got.Errors[0].Text == "e" && got.Catalog == "c"
		digests := got.Skills[0].Digest == agentstest.Digest("d") && got.Errors[0].Text == agentstest.Digest("e") && got.Catalog == agentstest.Digest("c")
		if whole != tt.want || digests == tt.want || got.Skills[0].Description != "" && digests {
			t.Errorf("%s: got %+v", tt.c.Name, got)
		}
	}
}

func TestInCase(t *testing.T) {
	c := agentstest.Case{Files: map[string][]byte{"skills/x/SKILL.md": nil, "project/.a/skills/y/SKILL.md": nil}}
	for at, want := range map[string]string{
		stage + "/project/.a/skills/x/SKILL.md": "skills/x/SKILL.md",
		stage + "/project/.a/skills/y/SKILL.md": "project/.a/skills/y/SKILL.md",
		stage + "/home/.a/skills/x/SKILL.md":    "home/.a/skills/x/SKILL.md",
		"/opt/program/skills/z/SKILL.md":        "bundled/z/SKILL.md",
	} {
		if got := (peer{usual: ".a/skills"}).inCase(c, at); got != want {
			t.Errorf("%s: got %s, want %s", at, got, want)
		}
	}
}

// A run of a case that is gone goes, and those of a window stay with their case.
func TestKept(t *testing.T) {
	got := kept(map[string]agentstest.Run{"case/x": {}, "case/x@9": {}, "case/gone": {}, "case/gone@9": {}, "bundled": {}}, []agentstest.Case{{Name: "case/x"}})
	want := map[string]agentstest.Run{"case/x": {}, "case/x@9": {}, "bundled": {}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Windows that an agent does not know make no runs.
func TestKeep(t *testing.T) {
	runs := map[string]agentstest.Run{}
	c := agentstest.Case{Name: "case/x", Windows: []int{8, 9}}
	peer{}.keep(c, reply{}, runs)
	peer{}.keep(c, reply{Windows: map[string]string{"9": "few"}}, runs)
	want := map[string]agentstest.Run{"case/x": {}, "case/x@9": {Catalog: "few"}}
	if !reflect.DeepEqual(runs, want) {
		t.Errorf("got %v, want %v", runs, want)
	}
}

// Each program has a driver, and a name of its own.
func TestPeers(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range peers {
		if _, err := os.Stat("drive/" + p.name + ".mjs"); err != nil || seen[p.name] {
			t.Errorf("%s: %v, seen before: %v", p.name, err, seen[p.name])
		}
		seen[p.name] = true
	}
}

// The project's own cases keep to the format, and are as many as were promised.
func TestCases(t *testing.T) {
	cases, err := agentstest.Cases(os.DirFS("../../core/agents/testdata/cases"))
	if err != nil || len(cases) < 200 {
		t.Errorf("got %d cases, %v", len(cases), err)
	}
}

// What a loader took counts where it loaded the skills that it was given, and those of its own.
func TestTimesOfPeers(t *testing.T) {
	for text, want := range map[string]float64{
		`{"skillsLoaded":1000,"medianMs":12.5}`:             12.5,
		"it says\n" + `{"skillsLoaded":1005,"medianMs":20}`: 20,
		`{"skillsLoaded":999,"medianMs":12.5}`:              0,
		`{"skillsLoaded":2000,"medianMs":12.5}`:             0,
		"nothing":                                           0,
	} {
		if got, err := read(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%s: got %v, %v, want %v", text, got, err, want)
		}
	}
}
