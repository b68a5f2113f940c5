package disk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/tree"
)

// What is read ahead is what is there: the same tree, and the same things left behind.
func TestAhead(t *testing.T) {
	dir := t.TempDir()
	put := func(at, text string) {
		t.Helper()
		full := filepath.Join(dir, filepath.FromSlash(at))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 * fewest {
		put(fmt.Sprintf("s%d/SKILL.md", i), fmt.Sprint("text ", i))
		put(fmt.Sprintf("s%d/a/b.md", i), "more")
		put(fmt.Sprintf("s%d/T.md", i), "after a folder that is entered first")
		put(fmt.Sprintf("s%d/d%s/last.md", i%5, strings.Repeat("/d", i%12)), "far down")
		put(fmt.Sprintf("s%d/z/%d/SKILL.md", i%3, i), "deep")
	}
	put("s1/SKILL.md", strings.Repeat("x", mostRead+1))
	put("s2/SKILL.md", "")
	put("node_modules/SKILL.md", "passed")
	if err := os.Symlink("../s4/SKILL.md", filepath.Join(dir, "s5", "link.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "s6", "SKILL.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../s4/SKILL.md", filepath.Join(dir, "s6", "SKILL.md")); err != nil {
		t.Fatal(err)
	}
	want, wantSkips := reading(t, dir, func(r *Root) (fs.FS, func()) { return r, func() {} })
	for i := range 10 {
		got, skips := reading(t, dir, func(r *Root) (fs.FS, func()) {
			a := r.Ahead([]string{"SKILL.md", ""}[i%2], func(name string) bool { return name == "node_modules" })
			return a, a.Done
		})
		if got.Digest() != want.Digest() || fmt.Sprint(skips) != fmt.Sprint(wantSkips) {
			t.Fatalf("got another tree: %v, %v", tree.Diff(want, got), skips)
		}
	}
}

func reading(t *testing.T, dir string, as func(*Root) (fs.FS, func())) (tree.Tree, []tree.Skip) {
	t.Helper()
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	from, done := as(root)
	defer done()
	got, skips, err := tree.Folder{From: from, Dir: ".", Places: Places(dir)}.Read()
	if err != nil {
		t.Fatal(err)
	}
	return got, skips
}

// Who stops in the middle leaves nobody reading.
func TestAheadStops(t *testing.T) {
	dir := t.TempDir()
	for i := range 10 * fewest {
		if err := os.Mkdir(filepath.Join(dir, fmt.Sprint(i)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	a := root.Ahead("SKILL.md", func(string) bool { return false })
	if _, err := a.ReadDir("."); err != nil {
		t.Fatal(err)
	}
	a.Done()
	defer root.Close()
	for i := range 10 * fewest {
		if list, err := a.ReadDir(fmt.Sprint(i)); err != nil || len(list) > 0 {
			t.Fatalf("%d: got %v, %v, of an empty folder", i, list, err)
		}
	}
}
