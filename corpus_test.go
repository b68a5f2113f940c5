package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"lily/core/loader"
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
