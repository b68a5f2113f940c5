package worktree

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lily/core/command"
	"lily/core/ground"
	"lily/core/ground/groundtest"
	"lily/core/loader"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// project is a folder with files, each of which says its own path unless it says a text after an equals sign.
func project(t *testing.T, files ...string) (*Project, string) {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, files...)
	p, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p, dir
}

func put(t *testing.T, dir string, files ...string) {
	t.Helper()
	for _, name := range files {
		name, text, said := strings.Cut(name, "=")
		if !said {
			text = name + "\n"
		}
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func link(t *testing.T, dir, to, at string) {
	t.Helper()
	if err := os.Symlink(to, filepath.Join(dir, at)); err != nil {
		t.Fatal(err)
	}
}

// held is a tree of files, as a session has changed them.
func held(t *testing.T, files ...string) (all tree.Tree) {
	t.Helper()
	for _, name := range files {
		name, text, _ := strings.Cut(name, "=")
		var err error
		if all, err = all.Put(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// call runs a tool over a project.
func call(t *testing.T, p *Project, now tree.Tree, name string, args command.Args) string {
	t.Helper()
	found, _ := tool.Builtin().Find(name)
	w := tool.World{Input: loader.Input{World: world.World{Tree: now}}, Project: p}
	e, _ := found.Call(w, args)
	return strings.ReplaceAll(strings.TrimSuffix(e.Text(), "\n"), "\n", " ")
}

// TM-3: the tools see the project as it is, by need, without what ignore files name and without .git; and over it what the
// session holds.
func TestToolsSeeTheProject(t *testing.T) {
	p, dir := project(t, "a.go", "a/x.go", "a/build/o.go", "b.log=x", ".gitignore=*.log\nbuild/\n", ".git/config=url = secret",
		"a/.gitignore=!keep.log\n/y.go\n", "a/keep.log", "a/y.go", "skills/s/SKILL.md")
	now := held(t, "workspace/a/new.go=new", "workspace/skills/s/SKILL.md=mine", "user/skills/u.go=u")
	for _, tt := range []struct {
		tool string
		args command.Args
		want string
	}{
		{"list", command.Args{}, ".gitignore a/ a.go b.log skills/"},
		{"list", command.Args{"path": "a"}, ".gitignore build/ keep.log new.go x.go y.go"},
		{"list", command.Args{"path": ".git"}, "Error: there is no folder /workspace/.git"},
		{"list", command.Args{"path": ".GIT"}, "Error: there is no folder /workspace/.GIT"},
		{"list", command.Args{"path": "/"}, "user/ workspace/"},
		{"find", command.Args{"pattern": "*.go"}, "/workspace/a/new.go /workspace/a/x.go /workspace/a.go"},
		{"find", command.Args{"pattern": "*.go", "path": "/"}, "/user/skills/u.go /workspace/a/new.go /workspace/a/x.go /workspace/a.go"},
		{"find", command.Args{"pattern": "*.log"}, "/workspace/a/keep.log"},
		{"find", command.Args{"pattern": "*", "path": "a/build"}, "/workspace/a/build/o.go"},
		{"find", command.Args{"pattern": "config"}, ""},
		{"grep", command.Args{"pattern": "^new$|x.go$"}, "/workspace/a/new.go:1:new /workspace/a/x.go:1:a/x.go"},
		{"grep", command.Args{"pattern": "SKILL|mine"}, "/workspace/skills/s/SKILL.md:1:mine"},
		{"grep", command.Args{"pattern": "secret"}, ""},
		{"grep", command.Args{"pattern": "x", "path": "nowhere"}, "Error: there is no folder /workspace/nowhere"},
	} {
		if got := call(t, p, now, tt.tool, tt.args); got != tt.want {
			t.Errorf("%s %v: got %s, want %s", tt.tool, tt.args, got, tt.want)
		}
	}
	put(t, dir, "late.go")
	if got := call(t, p, now, "find", command.Args{"pattern": "late*"}); got != "/workspace/late.go" {
		t.Errorf("what came later: got %s", got)
	}
}

// What is passed by is what git passes by.
func TestIgnoresAsGit(t *testing.T) {
	_, dir := project(t, ".gitignore=*.o\n/dist\nnode_modules/\n!keep.o\ndocs/**/tmp\n# note\n\\#x\n", "sub/.gitignore=*\n!*.go\n!.gitignore\n", "a.o", "keep.o",
		"dist/x", "in/dist/x", "node_modules/x/y", "in/node_modules/z", "docs/tmp/a", "docs/a/b/tmp/c", "docs/a/c", "#x", "sub/a.go", "sub/b.txt", "sub/deep/c.go", "sub/deep/d")
	for _, words := range [][]string{{"init", "-q"}, {"add", "-A"}} {
		c := exec.Command("git", words...)
		if c.Dir = dir; c.Run() != nil {
			t.Fatal(words)
		}
	}
	put(t, dir, ".git/info/exclude=in/\n", "untracked")
	p, _ := Open(dir)
	if p == nil {
		t.Fatal("it does not open")
	}
	defer p.Close()
	c := exec.Command("git", "ls-files", "--others", "--exclude-standard", "--full-name")
	c.Dir, c.Env = dir, append(os.Environ(), "GIT_INDEX_FILE="+filepath.Join(t.TempDir(), "none"))
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for f := range p.Walk(ground.Top, nil) {
		got = append(got, strings.TrimPrefix(f.Path, "workspace/"))
	}
	slices.Sort(got)
	want := strings.Fields(string(out))
	slices.Sort(want)
	if !slices.Equal(got, want) || len(got) < 6 {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// VF-8: a link within is read as what it leads to; one that leaves, dangles, loops, or leads into .git is not there.
func TestLinks(t *testing.T) {
	p, dir := project(t, "real/a", ".git/hooks/x")
	outside := t.TempDir()
	put(t, outside, "secret")
	for at, to := range map[string]string{
		"in": "real", "file": "real/a", "out": outside, "up": "..", "key": outside + "/secret", "loop": "loop", "gone": "nothing", "hooks": ".git/hooks", "hook": ".git/hooks/x",
	} {
		link(t, dir, to, at)
	}
	got := call(t, p, tree.Tree{}, "list", command.Args{})
	var names []string
	for word := range strings.FieldsSeq(strings.ReplaceAll(got, ", which is no file or folder of the workspace; it is not followed)", "")) {
		names = append(names, strings.Trim(word, "()\""))
	}
	want := "file gone a link to nothing hook a link to .git/hooks/x hooks a link to .git/hooks in/ key a link to " + outside + "/secret " +
		"loop a link to loop out a link to " + outside + " real/ up a link to .."
	if strings.Join(names, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(names, " "), want)
	}
	if got := call(t, p, tree.Tree{}, "list", command.Args{"path": "in"}); got != "a" {
		t.Errorf("got %s", got)
	}
	if got := call(t, p, tree.Tree{}, "find", command.Args{"pattern": "*"}); got != "/workspace/real/a" {
		t.Errorf("a file is found once, at its own place: got %s", got)
	}
	now, done, err := p.Bring(tree.Tree{}, []string{
		"workspace/in/a", "workspace/file", "workspace/key", "workspace/out/secret",
		"workspace/hook", "workspace/hooks/x", "workspace/.git/hooks/x", "workspace/loop", "workspace/gone", "workspace/up/x",
	})
	if err != nil {
		t.Fatal(err)
	}
	done()
	var brought []string
	for at := range now.Walk() {
		brought = append(brought, at)
	}
	if want := []string{"workspace/file", "workspace/in/a"}; !slices.Equal(brought, want) {
		t.Errorf("brought %q, want %q", brought, want)
	}
}

// A file is brought as it is now, until the session has changed it; one that was removed in the session does not come back.
func TestBring(t *testing.T) {
	p, dir := project(t, "a=1", "b=1", "c=1")
	now := tree.Tree{}
	bring := func(want string, paths ...string) {
		t.Helper()
		next, done, err := p.Bring(now, paths)
		if err != nil {
			t.Fatal(err)
		}
		done()
		now = next
		var got []string
		for at, f := range now.Walk() {
			text, _ := f.Bytes()
			got = append(got, strings.TrimPrefix(at, "workspace/")+"="+string(text))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("got %s, want %s", strings.Join(got, " "), want)
		}
	}
	all := []string{"workspace/a", "workspace/b", "workspace/c"}
	bring("a=1 b=1 c=1", all...)
	put(t, dir, "a=2", "b=2")
	now, _ = now.Put("workspace/b", []byte("mine"))
	now, _ = now.Remove("workspace/c")
	bring("a=2 b=mine", all...)
	os.Remove(filepath.Join(dir, "a"))
	os.Remove(filepath.Join(dir, "b"))
	bring("b=mine", all...)
	if got := call(t, p, now, "list", command.Args{}); got != "b" {
		t.Errorf("got %s", got)
	}
	put(t, dir, "a=3")
	bring("a=3 b=mine", all...)
}

// VF-9: it costs what is asked for: a list lists one folder, a find reads nothing, and a read reads one file.
func TestCostsWhatIsRead(t *testing.T) {
	var files []string
	for i := range 600 {
		files = append(files, fmt.Sprintf("d%d/f%d.txt", i%20, i))
	}
	p, _ := project(t, append(files, ".gitignore=d19\n")...)
	for _, tt := range []struct {
		tool         string
		args         command.Args
		listed, read int64
	}{
		{"list", command.Args{}, 2, 0}, // it is looked for, and listed
		{"find", command.Args{"pattern": "f6*"}, 1 + 1 + 19, 1},
		{"grep", command.Args{"pattern": "f599"}, 1 + 1 + 19, 1 + 1 + 570},
		{"grep", command.Args{"pattern": "f599", "path": "d7"}, 2, 30},
	} {
		listed, read := p.Listed.Load(), p.Read.Load()
		call(t, p, tree.Tree{}, tt.tool, tt.args)
		listed, read = p.Listed.Load()-listed, p.Read.Load()-read
		if listed > tt.listed || read > tt.read {
			t.Errorf("%s %v: listed %d folders and read %d files, want at most %d and %d", tt.tool, tt.args, listed, read, tt.listed, tt.read)
		}
	}
}

// A program gets all of a small project, and of a large one what its words name, and it says so.
func TestShare(t *testing.T) {
	p, dir := project(t, "a/x", "b", "c.log", ".gitignore=*.log\n")
	paths, said := p.Share(tree.Tree{}, nil)
	if got := strings.Join(paths, " "); got != "workspace/.gitignore workspace/a/x workspace/b" || said != "" {
		t.Errorf("got %s, %q", got, said)
	}
	var many []string
	for i := range MostShared {
		many = append(many, fmt.Sprintf("many/%d", i))
	}
	put(t, dir, many...)
	paths, said = p.Share(tree.Tree{}, []string{"cat", "a/x", "--in=many/7", "/workspace/many/8", "/etc/passwd", "../x", "."})
	if got := strings.Join(paths, " "); got != "workspace/a/x workspace/many/7 workspace/many/8 workspace/.gitignore workspace/b" || !strings.Contains(said, "it got the 5") {
		t.Errorf("got %s, %q", got, said)
	}
	if paths, said = p.Share(tree.Tree{}, []string{"ls", "many"}); len(paths) != MostShared || !strings.Contains(said, "had no room") {
		t.Errorf("got %d, %q", len(paths), said)
	}
}

// The disk keeps the promises of the suite.
func TestProject(t *testing.T) {
	groundtest.Test(t, func(files map[string]string) ground.Project {
		p, dir := project(t)
		for name, text := range files {
			put(t, dir, name+"="+text)
		}
		return p
	})
}
