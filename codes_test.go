package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// CM-8: every code that the engine can give is one of core/command's table: none is
// written out as a text where it is given. TestManualIsWhole holds the table to the manual.
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
}

// coded are the codes that the sources give: those of findings, reasons, notes, refusals
// and problems, and those of errors. Texts are all that could be one.
type coded struct{ named, errors, texts []string }

// codesInSources reads the codes where they are given: in a value that has one, in the
// first argument of what makes such a value, or as a constant.
func codesInSources(t *testing.T) (c coded) {
	t.Helper()
	for _, s := range sources(t) {
		if strings.HasPrefix(s.dir, "core/agents") && s.dir != "core/agents/portable" {
			continue // other agents' rules, which are listed with their sources
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				c.texts = append(c.texts, codeOf(n))
			case *ast.CompositeLit:
				c.value(n)
			case *ast.CallExpr:
				if name := nameOf(n.Fun); slices.Contains(makers, name[strings.LastIndex(name, ".")+1:]) {
					c.add(prefixed(s.dir), n.Args...)
				}
			case *ast.ReturnStmt:
				if s.dir == "core/tree" && len(n.Results) == 2 {
					c.add("", n.Results[0])
				}
			case *ast.ValueSpec:
				c.constant(n)
			}
			return true
		})
	}
	for _, what := range []string{"text", "world", "snapshot", "request"} {
		c.texts = append(c.texts, prefixed("core/record")+what)
	}
	return c
}

// makers are the functions that make a value with a code, and bearers the types of such
// values.
var (
	makers  = []string{"note", "reason", "warning", "refuse", "refuseAll", "wrong", "whole", "fault", "failure", "problem"}
	bearers = []string{"Finding", "Note", "Reason", "Skip", "Refusal", "Problem", "LimitError", "PathError", "Error", "CodeInfo"}
)

func (c *coded) value(n *ast.CompositeLit) {
	name := nameOf(n.Type)
	bears := slices.Contains(bearers, name[strings.LastIndex(name, ".")+1:])
	for _, e := range n.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		switch {
		case ok && nameOf(kv.Key) == "Code":
			c.add("", kv.Value)
		case !ok && bears:
			c.add("", e)
		}
	}
}

func (c *coded) constant(n *ast.ValueSpec) {
	for i, id := range n.Names {
		if i >= len(n.Values) {
			return
		}
		if nameOf(n.Type) == "Code" {
			c.errors = append(c.errors, codeOf(n.Values[i]))
		} else if strings.HasPrefix(id.Name, "Link") || id.Name == "Mended" {
			c.add("", n.Values[i])
		}
	}
}

// prefixed is what people read before the codes of a package.
func prefixed(dir string) string {
	if dir == "core/record" {
		return "event_"
	}
	return ""
}

// add adds what has the form of a code.
func (c *coded) add(before string, list ...ast.Expr) {
	for _, e := range list {
		if code := codeOf(e); code != "" {
			c.named = append(c.named, before+code)
		}
	}
}

var codeForm = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

func codeOf(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	if text, err := strconv.Unquote(lit.Value); err == nil && codeForm.MatchString(text) {
		return text
	}
	return ""
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
