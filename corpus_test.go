package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lily/core/check"
	"lily/core/loader"
	"lily/core/skill"
)

const corpus = "../shared/corpus"

// collections are the corpus's roots: the folders that hold a folder skills.
func collections(t *testing.T) []string {
	t.Helper()
	if _, err := os.Stat(corpus); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("the corpus beside the project is missing, and in CI nothing is skipped")
		}
		t.Skip("no corpus beside the project")
	}
	var list []string
	err := filepath.WalkDir(corpus, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "skills" {
			list = append(list, filepath.Dir(path))
		}
		return err
	})
	if err != nil || len(list) < 5 {
		t.Fatalf("got the collections %v, %v", list, err)
	}
	return list
}

// printed is the part of `lily snapshot` that the test judges.
type printed struct {
	Skills     []struct{ Name string }
	Candidates []struct {
		Name, Path string
		State      loader.State
		Reasons    []struct{ Code, Message, Clause string }
	}
}

// LD-6, LD-8: over all real skills, no crash, one state each with
// reasons, at least 99% available, and two runs give the same bytes.
func TestCorpusSnapshots(t *testing.T) {
	for _, scan := range []string{"children", "tree"} {
		all, available := 0, 0
		for _, dir := range collections(t) {
			args := []string{"--workspace", dir, "--bundled", t.TempDir() + "/", "--scan", scan}
			if err := os.Mkdir(filepath.Join(args[3], "skills"), 0o755); err != nil {
				t.Fatal(err)
			}
			first, second := printedBy(t, args), printedBy(t, args)
			if !bytes.Equal(first, second) {
				t.Errorf("%s, %s: two runs differ", dir, scan)
			}
			var s printed
			if err := json.Unmarshal(first, &s); err != nil {
				t.Fatal(err)
			}
			all, available = all+len(s.Candidates), available+len(s.Skills)
			judged(t, dir, s)
		}
		t.Logf("%s: %d of %d available", scan, available, all)
		if all < 400 || available*100 < all*99 {
			t.Errorf("%s: got %d of %d available, want 99 in 100", scan, available, all)
		}
	}
}

// printedBy runs `lily snapshot` and returns what it prints.
func printedBy(t *testing.T, args []string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(t.Context(), append([]string{"snapshot"}, args...), terminal{nil, &out, &errs}); code != 0 {
		t.Fatalf("snapshot %v: got exit %d, %s", args, code, &errs)
	}
	return out.Bytes()
}

func judged(t *testing.T, dir string, s printed) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range s.Candidates {
		if seen[c.Path] || (len(c.Reasons) == 0) != (c.State == loader.Available) {
			t.Errorf("%s: got %s twice, or %s for %v", dir, c.Path, c.State, c.Reasons)
		}
		seen[c.Path] = true
		if c.State != loader.Available {
			t.Logf("%s: %s for %v", c.Path, c.State, c.Reasons)
		}
	}
}

// Every SKILL.md of the corpus can be checked, alone or from above; from above,
// those inside another skill are a part of it.
func TestCorpusCheck(t *testing.T) {
	collections(t)
	var files []string
	filepath.WalkDir(corpus, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Base(path) == loader.File {
			files = append(files, path)
		}
		return err
	})
	if all := checkedOf(t, files...); all != len(files) || all < 500 {
		t.Errorf("got %d skills of %d files", all, len(files))
	}
	if below := checkedOf(t, corpus); below < 500 || below > len(files) {
		t.Errorf("got %d skills below the corpus, want most of %d", below, len(files))
	}
}

// checkedOf is how many skills `lily check --json` says it has checked.
func checkedOf(t *testing.T, paths ...string) int {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), append([]string{"check", "--json"}, paths...), terminal{nil, &out, &errs})
	var got struct {
		Skills []struct{ Path string }
		Errors int
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err, &errs)
	}
	if (code == 1) != (got.Errors > 0) {
		t.Errorf("got exit %d for %d errors", code, got.Errors)
	}
	return len(got.Skills)
}

// LD-2, LD-8: check finds the skills that a snapshot finds, with the same states, has an
// error for those that count nowhere and for no other, and tells the same notes and limits.
func TestCheckAgreesWithSnapshot(t *testing.T) {
	dirs := collections(t)
	for seed := range uint64(20) {
		dirs = append(dirs, grown(t, seed))
	}
	errors, unseen := 0, 0
	for _, dir := range dirs {
		for _, scan := range []string{"children", "tree"} {
			root := filepath.Join(dir, "skills")
			want, seen := workspace(t, printedBy(t, []string{"--workspace", dir, "--scan", scan}))
			_, out, _ := lily(t, "", "check", "--json", "--scan="+scan, root)
			got, errs := agreed(t, out, root)
			for i, line := range got {
				if i >= len(want) || line != want[i] {
					t.Fatalf("%s, %s: check says %q, of\n%q, and the snapshot\n%q", dir, scan, line, got, want)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s, %s: got %d lines, want %d", dir, scan, len(got), len(want))
			}
			errors, unseen = errors+errs, unseen+seen
		}
	}
	if errors < 20 || unseen < 10 {
		t.Errorf("got %d errors and %d folders not looked at, which are too few to hold anything", errors, unseen)
	}
}

// workspace is what a snapshot says of the workspace, in lines.
func workspace(t *testing.T, out []byte) (lines []string, unseen int) {
	t.Helper()
	var s struct {
		Roots []struct {
			Path   string
			Unseen int `json:"not_looked_at"`
			Notes  []loader.Note
		}
		Candidates []struct {
			Path  string
			State loader.State
		}
	}
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Candidates {
		if path, ok := strings.CutPrefix(c.Path, "/workspace/skills/"); ok {
			lines = append(lines, verdict(path, c.State, everywhere(c.State)))
		}
	}
	root := s.Roots[len(s.Roots)-1]
	for _, n := range root.Notes {
		lines = append(lines, n.Code+" "+strings.TrimPrefix(strings.TrimPrefix(n.Path, root.Path), "/"))
	}
	slices.Sort(lines)
	return append(lines, fmt.Sprint("not looked at: ", root.Unseen)), root.Unseen
}

// agreed is what a check says, in the same lines.
func agreed(t *testing.T, out, root string) (lines []string, errors int) {
	t.Helper()
	var r check.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err, out)
	}
	for _, c := range r.Skills {
		wrong := slices.ContainsFunc(c.Findings, func(f skill.Finding) bool { return f.Severity == skill.Error })
		if wrong {
			errors++
		}
		lines = append(lines, verdict(strings.TrimPrefix(filepath.Dir(c.Path), root+"/"), c.State, wrong))
	}
	for _, n := range r.Roots[0].Notes {
		lines = append(lines, n.Code+" "+strings.TrimPrefix(strings.TrimPrefix(n.Path, root), "/"))
	}
	for _, u := range r.Unchecked {
		if u.Code != "no_skill" { // which a snapshot need not say
			lines = append(lines, u.Code+" "+strings.TrimPrefix(u.Path, root+"/"))
		}
	}
	slices.Sort(lines)
	return append(lines, fmt.Sprint("not looked at: ", r.LeftOut)), errors
}

func verdict(path string, state loader.State, wrong bool) string {
	return fmt.Sprintf("%s %s error=%t", path, state, wrong)
}

func everywhere(s loader.State) bool {
	return s == loader.Malformed || s == loader.CommandReserved || s == loader.ToolMissing
}

// grown makes a random workspace: skills of every state at every level, parts of skills,
// names that are almost right, links, and folders that no scan enters.
func grown(t *testing.T, seed uint64) string {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 0))
	pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
	dir := t.TempDir()
	for range 60 {
		path := filepath.Join(dir, "skills")
		for range rnd.IntN(9) {
			path = filepath.Join(path, pick("a", "b", "c", "d", "plan", ".git", "node_modules", ".x", "skills", "with blank"))
		}
		file := filepath.Join(path, pick("SKILL.md", "SKILL.md", "SKILL.md", "skill.md", "README.md", "x.sh", "SKILL.md/x"))
		if os.MkdirAll(filepath.Dir(file), 0o755) != nil {
			continue // a file stands there
		}
		_ = os.WriteFile(file, []byte("---\n"+pick("summary: x", "open: [", "command: help", "command: plan", "command: same", "requires_tools: [nope]", "command_tool: nope",
			"requires_tools: [read]", "eligibility:\n  os: [win32]", "version: 1.0\nmodes: [Dev]", "summary: a: b", "name: x\ndescription: y", "unknown: 1")+"\n---\n"), 0o644)
	}
	_ = os.MkdirAll(filepath.Join(dir, "skills"), 0o755)
	for range 4 {
		_ = os.Symlink(pick("a", "../a", "b/c", "nowhere", "..", "README.md"), filepath.Join(dir, "skills", pick("l1", "l2", "a/l", "b/SKILL.md", "c")))
	}
	return dir
}
