// Package groundtest is the suite that every [ground.Project] passes; only tests import it.
//
//	groundtest.Test(t, func(files map[string]string) ground.Project { return onDisk(t, files) })
package groundtest

import (
	"slices"
	"strings"
	"testing"

	"lily/core/ground"
	"lily/core/tree"
)

var files = map[string]string{
	"b.txt": "b\n", "a.txt": "one\ntwo\n", "a/z.txt": "z\n", "a/deep/x.txt": "x\n", "out/o.txt": "o\n",
	".gitignore": "out/\n", ".git/config": "secret\n",
}

// Test checks the promises of [ground.Project] on what open makes of files.
func Test(t *testing.T, open func(files map[string]string) ground.Project) {
	t.Helper()
	p := open(files)
	lists(t, p)
	walks(t, p)
	brings(t, p)
	paths, _ := p.Share(tree.Tree{}, []string{"cat", "a.txt"})
	if !slices.Contains(paths, "workspace/a.txt") || slices.Contains(paths, "workspace/.git/config") {
		t.Errorf("a program gets %q", paths)
	}
}

func lists(t *testing.T, p ground.Project) {
	t.Helper()
	for dir, want := range map[string]string{"workspace": ".gitignore a/ a.txt b.txt out/", "workspace/a": "deep/ z.txt", "workspace/out": "o.txt"} {
		list, err := p.List(dir)
		var got []string
		for _, e := range list {
			if e.Dir {
				e.Name += "/"
			}
			got = append(got, e.Name)
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%s: got %q, %v, want %s", dir, got, err, want)
		}
	}
	for _, dir := range []string{"workspace/none", "workspace/a.txt", "workspace/.git", "workspace/..", "user", ""} {
		if list, err := p.List(dir); err == nil {
			t.Errorf("%s: got %v, want none", dir, list)
		}
	}
}

func walks(t *testing.T, p ground.Project) {
	t.Helper()
	var names, read []string
	for f := range p.Walk(ground.Top, nil) {
		names = append(names, f.Path)
		if f.Data != nil {
			t.Errorf("%s was read unasked", f.Path)
		}
	}
	for f := range p.Walk("workspace/a", func(path string, data []byte) bool { return string(data) == "x\n" }) {
		if f.Fault != nil || f.Size == 0 {
			t.Errorf("%s: got %d bytes, %v", f.Path, f.Size, f.Fault)
		}
		read = append(read, f.Path+"="+string(f.Data))
	}
	want := []string{"workspace/.gitignore", "workspace/a/deep/x.txt", "workspace/a/z.txt", "workspace/a.txt", "workspace/b.txt"}
	if !slices.Equal(names, want) {
		t.Errorf("a walk: got %q, want %q", names, want)
	}
	if want := []string{"workspace/a/deep/x.txt=x\n", "workspace/a/z.txt="}; !slices.Equal(read, want) {
		t.Errorf("a walk that reads: got %q, want %q", read, want)
	}
	for range p.Walk(ground.Top, func(string, []byte) bool { return true }) {
		break // it ends, and nothing is left running
	}
}

func brings(t *testing.T, p ground.Project) {
	t.Helper()
	now, done, err := p.Bring(tree.Tree{}, []string{"workspace/a.txt", "workspace/none", "workspace/.git/config"})
	if err != nil || now.Files() != 1 {
		t.Fatalf("got %d files, %v, want 1", now.Files(), err)
	}
	if p.Brought("workspace/a.txt") {
		t.Error("it is brought before it holds")
	}
	if done(); !p.Brought("workspace/a.txt") || p.Brought("workspace/none") {
		t.Error("what was brought is not said")
	}
	gone, err := now.Remove("workspace/a.txt")
	if err != nil {
		t.Fatal(err)
	}
	if again, _, err := p.Bring(gone, []string{"workspace/a.txt"}); err != nil || again.Files() != 0 {
		t.Errorf("what was removed came back: %d files, %v", again.Files(), err)
	}
}
