package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The race detector runs the tests of every package that starts a goroutine. A conformance
// suite starts its own where it is run: in the package that it is for.
func TestRaces(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^RACY +\?= (.+)$`).FindSubmatch(makefile)
	still := regexp.MustCompile(`(?m)^STILL +:= (.+)\$\$$`).FindSubmatch(makefile)
	if m == nil || still == nil {
		t.Fatal("got no lists RACY and STILL in the Makefile")
	}
	list := strings.Fields(string(m[1]))
	stays(t, list, regexp.MustCompile(string(still[1])+"$"))
	for _, s := range sources(t) {
		dir := strings.TrimSuffix(s.dir, "/"+path.Base(path.Dir(s.dir))+"test")
		if s.starts() && !below(dir, "wasm") && !slices.ContainsFunc(list, func(p string) bool { return lists(p, dir) }) {
			t.Errorf("%s starts a goroutine, and RACY in the Makefile does not list its package", s.path)
		}
	}
}

// stays holds that no test that the race detector does not run starts a goroutine itself.
func stays(t *testing.T, dirs []string, still *regexp.Regexp) {
	t.Helper()
	for _, dir := range dirs {
		files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
		for _, path := range files {
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && still.MatchString(f.Name.Name) && starts(f) {
					t.Errorf("%s: %s starts a goroutine, and STILL in the Makefile keeps it from the race detector", path, f.Name.Name)
				}
			}
		}
	}
}

// starts reports whether a file starts a goroutine.
func (s source) starts() bool { return starts(s.file) }

func starts(in ast.Node) (found bool) {
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "AfterFunc"
		}
		return !found
	})
	return found
}

// lists reports whether a pattern of packages has a folder.
func lists(pattern, dir string) bool {
	if tree, all := strings.CutSuffix(pattern, "/..."); all {
		return below(dir, path.Clean(tree))
	}
	return path.Clean(pattern) == dir
}

// The linters look for WebAssembly at packages of wasm alone: no others have files for one
// target, but for the adapters to the disk, to processes and to a terminal.
func TestTargets(t *testing.T) {
	named := regexp.MustCompile(`_(js|wasm|linux|darwin|windows|unix)\.go$`)
	for _, s := range sources(t) {
		if below(s.dir, "wasm") || below(s.dir, "web/disk") || below(s.dir, "web/native") || s.dir == "web/terminal/device" {
			continue
		}
		for _, c := range s.file.Comments {
			if c.Pos() < s.file.Package && strings.HasPrefix(c.List[0].Text, "//go:build") {
				t.Errorf("%s: got %s, want it in wasm, where both linters look", s.path, c.List[0].Text)
			}
		}
		if named.MatchString(s.path) {
			t.Errorf("%s is for one target by its name; want it in wasm, where both linters look", s.path)
		}
	}
}
