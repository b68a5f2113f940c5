package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// These tests open the files that they judge, so that no cached result can hide
// a break of a rule.

// bans are imports that a folder's packages may not have themselves, and why.
var bans = []struct{ in, imports, reason string }{
	{"core", "os", "the engine runs where there is no disk; files come as trees"},
	{"core", "os/exec", "programs run behind a port"},
	{"core", "net", "the engine has no network"},
	{"core", "net/http", "the engine has no network, and the package is half the page's size"},
	{"core", "syscall", "the engine is the same on every platform"},
	{"core", "syscall/js", "the engine runs natively and under Node as in the page"},
	{"core", "math/rand", "equal input gives equal bytes"},
	{"core", "math/rand/v2", "equal input gives equal bytes"},
	{"core", "crypto/rand", "equal input gives equal bytes"},
	{"core", "unsafe", "a tree is immutable for everyone"},
	{"web/ui", "syscall/js", "what touches the browser is go-app's, or an adapter in wasm"},
	{"web/html", "syscall/js", "what touches the browser is go-app's, or an adapter in wasm"},
	{"web/editor", "syscall/js", "what touches the browser is go-app's, or an adapter in wasm"},
	{"web/room", "syscall/js", "what touches the browser is go-app's, or an adapter in wasm"},
	{"web/markdown", "syscall/js", "what touches the browser is go-app's, or an adapter in wasm"},
	{"web/room", "net/http", "linking it doubles the page's size"},
	{"web/room", "os", "the page has no disk"},
	{"web/ui", "net/http", "linking it doubles the page's size"},
	{"web/ui", "os", "the page has no disk"},
	{"wasm", "net/http", "linking it doubles the page's size"},
	{".", "lily/web/proxy/upstream", "scripted replies are for tests"},
	{"web", "lily/web/proxy/upstream", "scripted replies are for tests"},
	{"wasm", "lily/web/proxy/upstream", "scripted replies are for tests"},
	{"skills", "lily/core", "content is no part of the engine"},
	{"persona", "lily/core", "content is no part of the engine"},
}

// calls are functions that no file of a folder may call, and why.
var calls = []struct{ in, call, reason string }{
	{"core", "time.Now", "times enter as events, by a port"},
	{"core", "time.Since", "times enter as events, by a port"},
	{"core", "time.Sleep", "the engine never waits"},
	{"core", "time.After", "the engine never waits"},
	{"core", "time.NewTimer", "the engine never waits"},
	{"core", "time.Tick", "the engine never waits"},
}

// layers are core's packages, lowest first: each may import those of lower
// layers only.
var layers = [][]string{
	{"core/budget", "core/diff", "core/hostile", "core/near", "core/order", "core/plain", "core/sight"},
	{"core/alike", "core/tree", "core/argv", "core/network", "core/answer", "core/conf", "core/help"},
	{"core/frontmatter", "core/archive", "core/glob", "core/ground", "core/ignore", "core/origin", "core/wants"},
	{"core/mend", "core/agents", "core/ground/groundtest"},
	{"core/agents/dialect", "core/agents/agentstest", "core/agents/glance", "core/agents/report"},
	{
		"core/agents/codex", "core/agents/copilot", "core/agents/crush", "core/agents/cursor",
		"core/agents/gemini", "core/agents/goose", "core/agents/openclaw", "core/agents/opencode",
		"core/agents/pi", "core/agents/standard",
	},
	{"core/skill"},
	{"core/plugin", "core/fix", "core/rules"},
	{"core/agents/claude", "core/agents/plugins"},
	{"core/profile", "core/policy", "core/command", "core/agents/portable", "core/advice", "core/project"},
	{"core/world"},
	{"core/loader", "core/persona", "core/model", "core/program", "core/store"},
	{"core/model/modeltest", "core/program/programtest", "core/network/networktest", "core/store/storetest"},
	{"core/intake", "core/review", "core/tool", "core/check", "core/whatif"},
	{"core/prompt", "core/event", "core/format", "core/lock"},
	{"core/changes"},
	{"core/session"},
	{"core/settle"},
	{"core/scope"},
	{"core/record", "core/call"},
	{"core/bundle", "core/journal", "core/persist"},
	{"core"},
	{"core/replay", "core/coretest", "core/agents/lily"},
	{"core/agents/all"},
	{"core/script"},
}

const goApp = "github.com/maxence-charriere/go-app/v10/pkg/app"

// reaches are packages that must not be linked into something, and why.
var reaches = []struct{ target, banned, reason string }{
	{"./core", "net/http", "the engine has no network"},
	{"./core", goApp, "the engine knows no page"},
	{"./core", "golang.org/x/tools/txtar", "scripts are for tests"},
	{"./web/words", goApp, "it is pure"},

	{"./web/turns", goApp, "it is pure"},
	{"./web/review", goApp, "it is pure"},
	{"./web/drafts", goApp, "state draws nothing"},
	{"./web/folder", goApp, "state draws nothing"},
	{"./web/live", goApp, "state draws nothing"},
	{"./web/others", goApp, "state draws nothing"},
	{"./wasm", "lily/web/html/htmltest", "it is for tests"},
	{"./wasm", "lily/web/state/statetest", "it is for tests"},
	{"./wasm", "lily/web/port/porttest", "it is for tests"},
	{"./wasm", "golang.org/x/tools/txtar", "scripts are for tests"},
	{"./wasm", "lily/core/script", "scripts are for tests"},
	{"./wasm", "lily/core/model/modeltest", "conformance suites are for tests"},
	{"./wasm", "lily/core/program/programtest", "conformance suites are for tests"},
	{"./wasm", "lily/core/network/networktest", "conformance suites are for tests"},
	{"./wasm", "lily/core/store/storetest", "conformance suites are for tests"},
	{"./wasm", "lily/core/ground/groundtest", "conformance suites are for tests"},
	{".", "lily/core/ground/groundtest", "conformance suites are for tests"},
	{"./wasm", "lily/wasm/costtest", "it is for tests"},
	{"./wasm", "lily/core/coretest", "conformance suites are for tests"},
	{".", "lily/core/agents/agentstest", "golden files are for tests"},
	{"./wasm", "lily/core/agents/agentstest", "golden files are for tests"},
	{".", "lily/core/hostile", "attacks are for tests"},
	{".", "lily/web/source/sourcetest", "attacks are for tests"},
	{".", "lily/web/terminal/screentest", "it is for tests"},
	{"./wasm", "golang.org/x/term", "the page is no terminal"},
	{"./wasm", "lily/web/terminal/row", "the page is no terminal"},
	{"./wasm", "lily/core/hostile", "attacks are for tests"},
	{"./wasm", "lily/core/agents/all", "the second engine judges for agents, so that the first load is without them"},
	{"./wasm", "lily/web/second", "the second engine is another program"},
	{"./wasm/second", goApp, "it draws nothing"},
	{"./wasm/second", "net/http", "it has no network"},
	{"./wasm/second", "lily/web/state", "it has no page"},
	{"./wasm/second", "lily/web/port/porttest", "it is for tests"},
	{"./wasm/second", "lily/core/agents/agentstest", "golden files are for tests"},
	{"./wasm/second", "lily/core/hostile", "attacks are for tests"},
	{"./wasm/second", "lily/core/coretest", "conformance suites are for tests"},
	{"./wasm", "lily/wasm/bridge/bridgetest", "it is for tests"},
	{"./wasm", "lily/web/server", "the page does not serve itself"},
	{"./wasm", "lily/web/proxy", "the page holds no keys"},
	{"./wasm", "lily/web/pack", "the page is not its own packer"},
	{"./wasm", "github.com/andybalholm/brotli", "the browser decompresses"},
	{"./wasm", "github.com/go-git/go-git/v5/plumbing", "the page fetches no repository, and git is a third of the command"},
	{"./wasm", "lily/web/source", "the page fetches no source"},
	{"./wasm", "lily/web/install", "the page has no disk"},
}

// source is one parsed Go file that is no test.
type source struct {
	path, dir string
	set       *token.FileSet
	file      *ast.File
}

// sources parses every Go file of the tree for every platform.
func sources(t *testing.T) []source {
	t.Helper()
	var list []source
	err := fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git"):
			return fs.SkipDir
		case path.Ext(p) != ".go" || strings.HasSuffix(p, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, p, nil, parser.ParseComments)
		if err == nil {
			list = append(list, source{p, path.Dir(p), set, f})
		}
		return err
	})
	if err != nil || len(list) < 50 {
		t.Fatalf("got %d files, %v", len(list), err)
	}
	return list
}

func (s source) imports() []string {
	list := make([]string, 0, len(s.file.Imports))
	for _, spec := range s.file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			list = append(list, p)
		}
	}
	return list
}

// below reports whether a folder or package is dir or lies below it.
func below(p, dir string) bool { return p == dir || strings.HasPrefix(p, dir+"/") }

func (s source) at(n ast.Node) token.Position { return s.set.Position(n.Pos()) }

func TestBannedImports(t *testing.T) {
	for _, s := range sources(t) {
		for _, ban := range bans {
			for _, imported := range s.imports() {
				if below(s.dir, ban.in) && (imported == ban.imports || strings.HasPrefix(ban.imports, "lily/") && below(imported, ban.imports)) {
					t.Errorf("%s imports %s: %s", s.path, imported, ban.reason)
				}
			}
		}
	}
}

func TestBannedCalls(t *testing.T) {
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, _ := sel.X.(*ast.Ident)
			for _, ban := range calls {
				if x != nil && below(s.dir, ban.in) && x.Name+"."+sel.Sel.Name == ban.call {
					t.Errorf("%s: %s: %s", s.at(n), ban.call, ban.reason)
				}
			}
			return true
		})
	}
}

// Imports point down the list of layers, never up or sideways, and what is
// outside of core imports no test package.
func TestLayers(t *testing.T) {
	rank := map[string]int{}
	for i, layer := range layers {
		for _, p := range layer {
			rank[p] = i + 1
		}
	}
	for _, s := range sources(t) {
		for _, imported := range s.imports() {
			to, own := strings.CutPrefix(imported, "lily/")
			if own && below(s.dir, "core") && (!below(to, "core") || rank[to] >= rank[s.dir]) {
				t.Errorf("%s imports %s: imports point down the list of layers only", s.path, imported)
			}
		}
		if below(s.dir, "core") && rank[s.dir] == 0 {
			t.Errorf("%s: the package is in no layer; give it a place", s.path)
		}
	}
}

// A room shows one document: it reaches no other room, nor the frame that places them all.
func TestRooms(t *testing.T) {
	for _, s := range sources(t) {
		for _, imported := range s.imports() {
			other := below(imported, "lily/web/room") && imported != "lily/"+s.dir
			if below(s.dir, "web/room") && (other || below(imported, "lily/web/ui")) {
				t.Errorf("%s imports %s: rooms know no other room, nor the frame", s.path, imported)
			}
			if other && !below(s.dir, "web/ui") {
				t.Errorf("%s imports %s: only the frame places rooms", s.path, imported)
			}
		}
	}
}

// What is linked, everything that is imported by what is imported included.
func TestReach(t *testing.T) {
	for _, platform := range []string{"", "GOOS=js GOARCH=wasm"} {
		linked := map[string][]string{}
		for _, r := range reaches {
			if below(r.target, "./wasm") && platform == "" {
				continue // has no files there
			}
			if linked[r.target] == nil {
				linked[r.target] = deps(t, r.target, platform)
			}
			if slices.Contains(linked[r.target], r.banned) {
				t.Errorf("%s %s reaches %s: %s", platform, r.target, r.banned, r.reason)
			}
		}
	}
}

func deps(t *testing.T, target, platform string) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", target)
	cmd.Env = append(os.Environ(), strings.Fields(platform)...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list -deps %s: %v", target, err)
	}
	return strings.Fields(string(out))
}

// Every exported name of the engine says what it is.
func TestDocs(t *testing.T) {
	for _, s := range sources(t) {
		if !below(s.dir, "core") {
			continue
		}
		said := map[string]bool{}
		for _, decl := range s.file.Decls {
			for _, name := range undocumented(decl) {
				if !said[name] {
					t.Errorf("%s: %s has no doc comment", s.at(decl), name)
				}
			}
			// A method that many types have is documented at the first.
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil && f.Doc != nil {
				said[f.Name.Name] = true
			}
		}
	}
}

// undocumented lists the exported names of a declaration without a comment.
func undocumented(decl ast.Decl) (names []string) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if d.Doc == nil {
				names = append(names, bare(spec)...)
			}
		}
	}
	return names
}

// exportedReceiver reports whether a function is no method, or one that can be
// called from outside.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	x := d.Recv.List[0].Type
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	id, ok := x.(*ast.Ident)
	return ok && id.IsExported()
}

func bare(spec ast.Spec) (names []string) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && s.Doc == nil {
			names = append(names, s.Name.Name)
		}
	case *ast.ValueSpec:
		for _, id := range s.Names {
			if id.IsExported() && s.Doc == nil && s.Comment == nil {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

// Every package of the engine begins with what it promises.
func TestPackageDocs(t *testing.T) {
	docs := map[string]int{}
	for _, s := range sources(t) {
		if below(s.dir, "core") && s.file.Doc != nil {
			docs[s.dir]++
		} else {
			docs[s.dir] += 0
		}
	}
	for dir, n := range docs {
		if below(dir, "core") && n != 1 {
			t.Errorf("%s: got %d package comments, want 1", dir, n)
		}
	}
}

// No file names a place of one machine.
func TestNoHomes(t *testing.T) {
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	banned := []string{root + "/", filepath.Dir(root) + "/shared"}
	if home, err := os.UserHomeDir(); err == nil && len(home) > 1 {
		banned = append(banned, home+"/")
	}
	for _, p := range texts(t) {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range append(banned, homes(string(data))...) {
			if i := strings.Index(string(data), b); i >= 0 {
				t.Errorf("%s:%d names %s, a place of one machine", p, 1+strings.Count(string(data[:i]), "\n"), b)
			}
		}
	}
}

// home finds the absolute path of a person's folder.
var home = regexp.MustCompile(`(?:^|[^A-Za-z0-9_-])((?:/home/|/Users/|C:\\{1,2}Users\\{1,2})([A-Za-z0-9_-][A-Za-z0-9._-]*))`)

// homes lists the home folders of people; those of the presets are nobody's.
func homes(text string) (list []string) {
	for _, m := range home.FindAllStringSubmatch(text, -1) {
		if !slices.Contains([]string{"dev", "ci", "x"}, m[2]) {
			list = append(list, m[1])
		}
	}
	return list
}

// texts lists the project's own text files.
func texts(t *testing.T) (list []string) {
	t.Helper()
	kinds := []string{".go", ".md", ".txtar", ".html", ".js", ".css", ".svg", ".yaml", ".mod", ""}
	err := fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "bin", "dist", "axe", "vendor", "fuzz"}, d.Name()):
			return fs.SkipDir
		case d.Type().IsRegular() && slices.Contains(kinds, path.Ext(p)):
			list = append(list, p)
		}
		return nil
	})
	if err != nil || len(list) < 100 {
		t.Fatalf("got %d files, %v", len(list), err)
	}
	return list
}

// The rules themselves find what they are for.
func TestRules(t *testing.T) {
	if got := len(homes(strings.ReplaceAll("a /home/@ann/x /home/dev /Users/@bob C:\\Users\\@eve\\y", "@", ""))); got != 3 {
		t.Errorf("homes: got %d, want 3", got)
	}
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\ntype A int\n// B is.\ntype B int\nfunc C() {}\nfunc (a A) D() {}\nfunc (e e) F() {}\nvar G, h int\n", parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range f.Decls {
		got = append(got, undocumented(d)...)
	}
	if want := "A C D G"; strings.Join(got, " ") != want {
		t.Errorf("undocumented: got %q, want %q", got, want)
	}
	if below("core/treetop", "core/tree") || !below("core/tree", "core") || !below("core", "core") {
		t.Error("below: got a wrong answer")
	}
}
