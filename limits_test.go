package main

import (
	"bytes"
	"go/ast"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// These tests hold how big a part may grow: a reader keeps a package, a struct or the
// files of the engine in mind only up to a size.

// limits of the code, tests aside.
const (
	mostLines  = 2500 // of a package
	mostFiles  = 10   // of the engine, core's own folder
	mostFields = 20   // of a struct
)

// suites are the packages that hold every implementation of a port to its promises. A
// field of a struct Ports is an interface of this table, or no port at all but a value.
var suites = map[string]string{
	"model.Model":    "core/model/modeltest",
	"program.Runner": "core/program/programtest",
	"network.Port":   "core/network/networktest",
	"store.Store":    "core/store/storetest",
	"ground.Project": "core/ground/groundtest",
	"model.Finder":   "core/model/modeltest",
	"core.Person":    "core/coretest",
	"core.Source":    "core/coretest",
	"core.Keeper":    "core/coretest",
	"core.Sessions":  "core/coretest",
	"core.Work":      "core/coretest",
	"port.Files":     "web/port/porttest",
	"port.Reader":    "web/port/porttest",
	"port.Work":      "web/port/porttest",
	"port.History":   "web/port/porttest",
	"port.Mount":     "web/port/porttest",
	"port.Drafts":    "web/port/porttest",
	"port.Models":    "web/port/porttest",
	"port.Sessions":  "web/port/porttest",
	"port.Bundles":   "web/port/porttest",
	"port.Storage":   "web/port/porttest",
	"port.Manual":    "web/port/porttest",
	"port.Editors":   "web/port/porttest",
	"port.Second":    "web/port/porttest",
}

// left are the places that are over a limit still, with what they had when it was set.
// No entry is ever added.
var left = map[string]int{}

func TestLimits(t *testing.T) {
	over := map[string]int{}
	for what, n := range measured(t) {
		kind, _, _ := strings.Cut(what, " ")
		if most := map[string]int{"package": mostLines, "files": mostFiles, "struct": mostFields, "port": 0}[kind]; n > most {
			over[what] = n
		}
	}
	for what, n := range over {
		switch had, known := left[what]; {
		case !known:
			t.Errorf("%s: got %d, over the limit", what, n)
		case n > had:
			t.Errorf("%s: got %d, which grows: it had %d", what, n, had)
		default:
			t.Logf("%s: %d are left", what, n)
		}
	}
	for what := range left {
		if over[what] == 0 {
			t.Logf("%s: within its limit; its entry can go", what)
		}
	}
}

// measured counts the lines of packages, the files of the engine, the fields of structs,
// and the ports without a suite.
func measured(t *testing.T) map[string]int {
	t.Helper()
	sizes := map[string]int{}
	for _, s := range sources(t) {
		data, err := os.ReadFile(s.path)
		if err != nil {
			t.Fatal(err)
		}
		sizes["package "+s.dir] += bytes.Count(data, []byte("\n"))
		if s.dir == "core" {
			sizes["files core"]++
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				s.fields(t, spec, sizes)
			}
			return true
		})
	}
	return sizes
}

// fields counts those of a struct; each of a struct Ports that is a function, or an
// interface without a suite, is one port.
func (s source) fields(t *testing.T, spec *ast.TypeSpec, sizes map[string]int) {
	t.Helper()
	typ, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	name := s.dir + "." + spec.Name.Name
	for _, f := range typ.Fields.List {
		sizes["struct "+name] += max(1, len(f.Names))
		if spec.Name.Name != "Ports" {
			continue
		}
		for _, id := range f.Names {
			if s.unproven(f.Type) {
				t.Logf("%s: the port %s.%s has no suite", s.at(id), name, id.Name)
				sizes["port "+name]++
			}
		}
	}
}

// unproven reports whether a field of ports has a type that no suite is for.
func (s source) unproven(typ ast.Expr) bool {
	switch typ := typ.(type) {
	case *ast.FuncType:
		return true
	case *ast.SelectorExpr:
		return suites[nameOf(typ)] == ""
	case *ast.Ident:
		return typ.IsExported() && suites[path.Base(s.dir)+"."+typ.Name] == ""
	}
	return false
}

// A suite is a package that only tests import, and runs what it is given.
func TestSuites(t *testing.T) {
	all := sources(t)
	for port, dir := range suites {
		i := slices.IndexFunc(all, func(s source) bool { return s.dir == dir })
		if i < 0 {
			t.Errorf("%s: got no package %s, want its suite", port, dir)
		}
	}
}
