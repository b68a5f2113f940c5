package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Imports, documents and tables of tests get the new path; what only looks like it stays, and so does
// all of it where the path is none.
func TestRename(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"go.mod": "module house\n\ngo 1.26.0\n\nrequire example.com/house/core v1.0.0\n",
		"a.go":   "package a\n\n// See [house/core/x].\nimport _ \"house/core/x\"\n\nvar own = \"house/\" + \"house/0\" + \"house/corest\"\n",
		"t.md":   "`house/web` and house/core, not ~/house/core, example.com/house/core or house/else.\n", "b": "\xffhouse/core",
		"core/x/x.go": "package x\n", "web/y": "", "bin/z": "house/core",
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"", "house", "Example.com/x", "example.com", "example.com/x y", "example.com/../x", "example.com/x/", "-x"} {
		if err := rename(dir, path); err == nil || !strings.Contains(err.Error(), "no path that go can fetch") {
			t.Errorf("%q: got %v", path, err)
		}
	}
	const to = "git.example.com/x/house-2.0"
	files["go.mod"] = strings.Replace(files["go.mod"], "module house", "module "+to, 1)
	files["a.go"] = "package a\n\n// See [" + to + "/core/x].\nimport _ \"" + to + "/core/x\"\n\nvar own = \"" + to + "/\" + \"house/0\" + \"house/corest\"\n"
	files["t.md"] = "`" + to + "/web` and " + to + "/core, not ~/house/core, example.com/house/core or house/else.\n"
	for range 2 { // the second time there is nothing to do
		if err := rename(dir, to); err != nil {
			t.Fatal(err)
		}
		for name, want := range files {
			path := filepath.Join(dir, name)
			data, err := os.ReadFile(path)
			if info, err2 := os.Stat(path); err != nil || err2 != nil || string(data) != want || info.Mode().Perm() != 0o755 {
				t.Errorf("%s: got %q, %v, want %q", name, data, err, want)
			}
		}
	}
}
