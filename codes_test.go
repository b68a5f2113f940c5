package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
)

// CM-8: every code that the engine can give is one of core/command's table, whose names
// stand in README.md's: none is written out as a text where it is given.
func TestCodesAreInTheTable(t *testing.T) {
	files, given := token.NewFileSet(), 0
	for _, file := range sourcesOf(t, ".") {
		tree, err := parser.ParseFile(files, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			for _, code := range codesGiven(n) {
				name := code
				if s, ok := code.(*ast.SelectorExpr); ok {
					name = s.Sel
				}
				given++
				if lit, ok := name.(*ast.BasicLit); ok {
					t.Errorf("%s: got the code %s, want a name of the table", files.Position(lit.Pos()), lit.Value)
				}
			}
			return true
		})
	}
	if given < 40 {
		t.Errorf("got %d places that give a code, want 40 or more", given)
	}
	text := document(t, "README.md")
	codes := found(t, "core/command/command.go", `(?m)^\t\w+ +Code = "(\w+)"$`, "`$1`", 20)
	for _, code := range codes {
		if _, errors, _ := strings.Cut(text, "| code | when |"); !strings.Contains(strings.Split(errors, "\n\n")[0], code) {
			t.Errorf("README.md: got no %s in the table of codes", code)
		}
	}
}

// codesGiven are the expressions that give a code: of an error, or of an event that
// tells of one.
func codesGiven(n ast.Node) (list []ast.Expr) {
	switch n := n.(type) {
	case *ast.CallExpr:
		if name := nameOf(n.Fun); len(n.Args) > 0 && (name == "command.Errorf" || name == "Errorf" || name == "command.Code") {
			list = append(list, n.Args[0])
		}
	case *ast.CompositeLit:
		if name := nameOf(n.Type); name != "command.Error" && name != "event.Error" && name != "event.CallRefused" {
			return nil
		}
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && nameOf(kv.Key) == "Code" {
				list = append(list, kv.Value)
			}
		}
	}
	return list
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return nameOf(e.X) + "." + e.Sel.Name
	}
	return ""
}

// sourcesOf lists the Go files below a folder that are no tests. Those of a Go toolchain
// that is linked beside them are none of ours.
func sourcesOf(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (file == "bin" || strings.HasPrefix(d.Name(), ".") && file != ".") {
			return fs.SkipDir
		}
		if err == nil && path.Ext(file) == ".go" && !strings.HasSuffix(file, "_test.go") {
			list = append(list, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
