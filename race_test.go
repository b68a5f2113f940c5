package main

import (
	"go/ast"
	"os"
	"path"
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
	if m == nil {
		t.Fatal("got no list RACY in the Makefile")
	}
	list := strings.Fields(string(m[1]))
	for _, s := range sources(t) {
		dir := strings.TrimSuffix(s.dir, "/"+path.Base(path.Dir(s.dir))+"test")
		if s.starts() && !below(dir, "wasm") && !slices.ContainsFunc(list, func(p string) bool { return lists(p, dir) }) {
			t.Errorf("%s starts a goroutine, and RACY in the Makefile does not list its package", s.path)
		}
	}
}

// starts reports whether a file starts a goroutine.
func (s source) starts() (found bool) {
	ast.Inspect(s.file, func(n ast.Node) bool {
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
// target, but for the adapters to the disk.
func TestTargets(t *testing.T) {
	named := regexp.MustCompile(`_(js|wasm|linux|darwin|windows|unix)\.go$`)
	for _, s := range sources(t) {
		if below(s.dir, "wasm") || below(s.dir, "web/disk") {
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
