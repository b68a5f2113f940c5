package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// build makes a tree of files in any order.
func build(tb testing.TB, files map[string]string) Tree {
	tb.Helper()
	var b Builder
	for path, data := range files {
		if err := b.Put(path, []byte(data)); err != nil {
			tb.Fatal(err)
		}
	}
	return b.Tree()
}

func contents(t Tree) map[string]string {
	files := map[string]string{}
	for path, f := range t.Walk() {
		data, err := f.Bytes()
		files[path] = string(data) + codeOf(err)
	}
	return files
}

// codeOf is the code of either of the package's errors, or the error's text.
func codeOf(err error) string {
	var p *PathError
	var l *LimitError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &p):
		return p.Code
	case errors.As(err, &l):
		return l.Code
	}
	return err.Error()
}

// VF-3
func TestFS(t *testing.T) {
	files := map[string]string{
		"a": "1", "b/c": "", "b/d/e": "long " + strings.Repeat("x", 5000), "B/c": "case", "with blank/ü": "\x00\xff", "emoji 🌸": "",
	}
	tr := build(t, files)
	if err := fstest.TestFS(tr, slices.Collect(maps.Keys(files))...); err != nil {
		t.Error(err)
	}
	if err := fstest.TestFS(Tree{}); err != nil {
		t.Errorf("the empty tree: %v", err)
	}
	sub, err := tr.At("b")
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(sub, "c", "d/e"); err != nil {
		t.Errorf("a folder of the tree: %v", err)
	}
}

func TestOpenErrors(t *testing.T) {
	tr := build(t, map[string]string{"a": "1", "b/c": "2"})
	_, notDir := tr.At("a")
	_, isDir := tr.ReadFile("b")
	_, listed := tr.ReadDir("a")
	_, missing := tr.Stat("b/x")
	_, below := tr.Open("a/x")
	_, invalid := tr.Open("../a")
	_, gone := tr.At("x")
	for _, c := range []struct {
		got, want error
	}{
		{notDir, errNotDir},
		{isDir, errIsDir},
		{listed, errNotDir},
		{missing, fs.ErrNotExist},
		{below, fs.ErrNotExist},
		{invalid, fs.ErrInvalid},
		{gone, fs.ErrNotExist},
	} {
		var at *fs.PathError
		if !errors.Is(c.got, c.want) || !errors.As(c.got, &at) {
			t.Errorf("got %v, want a path error of %v", c.got, c.want)
		}
	}
	for _, path := range []string{"b", "x", "", "/a", "a/.."} {
		if _, ok := tr.File(path); ok {
			t.Errorf("File(%q): got a file, want none", path)
		}
	}
}

// VF-2: what is given out is a copy, so nobody can change a tree.
func TestReadFileCopies(t *testing.T) {
	tr := build(t, map[string]string{"a": "one"})
	data, err := tr.ReadFile("a")
	if err != nil {
		t.Fatal(err)
	}
	data[0] = 'X'
	if got := contents(tr)["a"]; got != "one" {
		t.Errorf("got %q, want it as it was", got)
	}
}

// VF-2: the digest is the content's, in whatever order it came.
func TestDigest(t *testing.T) {
	files := map[string]string{"a": "1", "b/c": "2", "b/d": "3", "e/f/g": "4"}
	want := build(t, files)
	for range 20 {
		paths := slices.Collect(maps.Keys(files))
		rand.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
		var got Tree
		var err error
		for _, path := range paths {
			if got, err = got.Put(path, []byte(files[path])); err != nil {
				t.Fatal(err)
			}
		}
		if got.Digest() != want.Digest() || !got.Equal(want) || got.Files() != 4 || got.Bytes() != 4 {
			t.Fatalf("order %v: got %s, want %s", paths, got.Digest(), want.Digest())
		}
	}
	if got := Sum([]byte("abc")).String(); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("got %s, want what sha256sum prints", got)
	}
	if got := Sum(nil).Short(); got != "e3b0c44298fc" {
		t.Errorf("got %s, want twelve digits", got)
	}
}

// Trees that are easily mistaken for each other have different digests.
func TestDigestsDiffer(t *testing.T) {
	seen := map[Digest]string{}
	for name, tr := range map[string]Tree{
		"empty":        {},
		"file a":       build(t, map[string]string{"a": ""}),
		"folder a":     build(t, map[string]string{"a/b": ""}),
		"file ab":      build(t, map[string]string{"ab": ""}),
		"a and b":      build(t, map[string]string{"a": "", "b": ""}),
		"empty folder": graft(t, Tree{}, "a", Tree{}),
		"other bytes":  build(t, map[string]string{"a": "x"}),
		"other case":   build(t, map[string]string{"A": ""}),
		"longer name":  build(t, map[string]string{"aa": ""}),
	} {
		if other, ok := seen[tr.Digest()]; ok {
			t.Errorf("got one digest for %q and %q", name, other)
		}
		seen[tr.Digest()] = name
	}
}

func graft(tb testing.TB, t Tree, path string, sub Tree) Tree {
	tb.Helper()
	next, err := t.Graft(path, sub)
	if err != nil {
		tb.Fatal(err)
	}
	return next
}

func TestEdit(t *testing.T) {
	start := map[string]string{"a": "1", "b/c": "2", "b/d/e": "3"}
	sub := build(t, map[string]string{"x": "9"})
	for _, c := range []struct {
		name string
		edit func(Tree) (Tree, error)
		want string // the files, or the error's code
	}{
		{"replace", func(t Tree) (Tree, error) { return t.Put("a", []byte("X")) }, "a=X b/c=2 b/d/e=3"},
		{"new file in a new folder", func(t Tree) (Tree, error) { return t.Put("n/m", []byte("X")) }, "a=1 b/c=2 b/d/e=3 n/m=X"},
		{"file over a folder", func(t Tree) (Tree, error) { return t.Put("b", nil) }, "path_taken"},
		{"file below a file", func(t Tree) (Tree, error) { return t.Put("a/x", nil) }, "path_taken"},
		{"file far below a file", func(t Tree) (Tree, error) { return t.Put("b/c/x/y", nil) }, "path_taken"},
		{"bad path", func(t Tree) (Tree, error) { return t.Put("../x", nil) }, "path_parent"},
		{"graft over a folder", func(t Tree) (Tree, error) { return t.Graft("b", sub) }, "a=1 b/x=9"},
		{"graft in a new place", func(t Tree) (Tree, error) { return t.Graft("n/m", sub) }, "a=1 b/c=2 b/d/e=3 n/m/x=9"},
		{"graft over a file", func(t Tree) (Tree, error) { return t.Graft("a", sub) }, "path_taken"},
		{"graft at the root", func(t Tree) (Tree, error) { return t.Graft(".", sub) }, "path_empty"},
		{"remove a file", func(t Tree) (Tree, error) { return t.Remove("b/c") }, "a=1 b/d/e=3"},
		{"remove a folder", func(t Tree) (Tree, error) { return t.Remove("b") }, "a=1"},
		{"remove a missing file", func(t Tree) (Tree, error) { return t.Remove("b/x") }, "remove b/x: file does not exist"},
		{"remove below a file", func(t Tree) (Tree, error) { return t.Remove("a/x") }, "remove a/x: file does not exist"},
		{"remove a bad path", func(t Tree) (Tree, error) { return t.Remove("/a") }, "path_absolute"},
	} {
		before := build(t, start)
		after, err := c.edit(before)
		got := codeOf(err)
		if err == nil {
			got = line(contents(after))
		} else if !after.Equal(before) {
			t.Errorf("%s: an edit that fails changed the tree", c.name)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if !maps.Equal(contents(before), start) {
			t.Errorf("%s: the edit changed the tree it began with", c.name)
		}
	}
}

func line(files map[string]string) string {
	var list []string
	for path, data := range files {
		list = append(list, path+"="+data)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// A folder stays when the last file in it goes.
func TestRemoveKeepsFolder(t *testing.T) {
	tr, err := build(t, map[string]string{"a/b": "1"}).Remove("a/b")
	if err != nil {
		t.Fatal(err)
	}
	if info, err := tr.Stat("a"); err != nil || !info.IsDir() {
		t.Errorf("got %v, want the empty folder a", err)
	}
}

// VF-2: an edit makes new folders on the way to it and shares all others.
func TestSharing(t *testing.T) {
	files := map[string]string{}
	for i := range 100 {
		files[fmt.Sprintf("top%02d/mid%02d/file", i%10, i)] = fmt.Sprint(i)
	}
	before := build(t, files)
	after, err := before.Put("top03/mid13/new", []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	old := map[*node]bool{}
	every(before.node(), func(n *node) { old[n] = true })
	fresh := 0
	every(after.node(), func(n *node) {
		if !old[n] {
			fresh++
		}
	})
	if want := 4; fresh != want { // the file and three folders
		t.Errorf("got %d new nodes, want %d", fresh, want)
	}
}

func every(n *node, f func(*node)) {
	f(n)
	for _, k := range n.kids {
		every(k.node, f)
	}
}

// An edit costs the same however many files lie elsewhere.
func TestEditAllocs(t *testing.T) {
	cost := func(n int) float64 {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("f%05d/file", i)] = "x"
		}
		tr := build(t, files)
		return testing.AllocsPerRun(10, func() {
			if _, err := tr.Put("f00001/file", []byte("y")); err != nil {
				t.Fatal(err)
			}
		})
	}
	small, large := cost(10), cost(2000)
	if large > small+10 {
		t.Errorf("got %v allocations among 2,000 folders and %v among 10, want about the same", large, small)
	}
}

// Diff, applied, makes a of b; it is empty if and only if the files are equal.
func TestDiffProperty(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		a, b := random(t, r), random(t, r)
		changes := Diff(a, b)
		if (len(changes) == 0) != (a.Digest() == b.Digest()) {
			t.Fatalf("got %d changes from %s to %s", len(changes), a.Digest(), b.Digest())
		}
		if !slices.IsSortedFunc(changes, func(x, y Change) int { return strings.Compare(x.Path, y.Path) }) {
			t.Fatalf("got %v, want them sorted", changes)
		}
		if got := apply(t, a, b, changes); !maps.Equal(got, contents(b)) {
			t.Fatalf("%v: got %v, want %v", changes, got, contents(b))
		}
		if len(Diff(b, b)) != 0 {
			t.Fatal("got a change from a tree to itself")
		}
	}
}

// random is a small tree, so that two of them often agree.
func random(tb testing.TB, r *rand.Rand) Tree {
	var b Builder
	for range r.IntN(6) {
		parts := []string{"a", "b", "c"}
		var path strings.Builder
		path.WriteString(parts[r.IntN(3)])
		for range r.IntN(3) {
			path.WriteString("/" + parts[r.IntN(3)])
		}
		if err := b.Put(path.String(), []byte{byte('0' + r.IntN(2))}); err != nil && codeOf(err) != "path_taken" {
			tb.Fatal(err)
		}
	}
	return b.Tree()
}

// apply does what the changes say to a's files; a change that does not fit is
// fatal.
func apply(t *testing.T, a, b Tree, changes []Change) map[string]string {
	files, want := contents(a), contents(b)
	for _, c := range changes {
		_, there := files[c.Path]
		if there != (c.Op != Added) {
			t.Fatalf("%v: there is a file: %t", c, there)
		}
		delete(files, c.Path)
		if c.Op != Removed {
			files[c.Path] = want[c.Path]
		}
	}
	return files
}

func TestDiffFileAndFolder(t *testing.T) {
	a := build(t, map[string]string{"a": "1", "b/c": "2"})
	b := build(t, map[string]string{"a/x": "1", "b": "2"})
	want := []Change{{"a", Removed}, {"a/x", Added}, {"b", Added}, {"b/c", Removed}}
	if got := Diff(a, b); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Diff(Tree{}, graft(t, Tree{}, "empty", Tree{})); got == nil || len(got) != 0 {
		t.Errorf("an empty folder: got %v, want no change, and no nil", got)
	}
}

func TestWalkStops(t *testing.T) {
	tr := build(t, map[string]string{"a/b": "", "a/c": "", "d": ""})
	var got []string
	for path := range tr.Walk() {
		if got = append(got, path); len(got) == 2 {
			break
		}
	}
	for e := range tr.Children() {
		got = append(got, e.Name)
		break
	}
	if want := []string{"a/b", "a/c", "a"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
