package tree

import (
	"path"
	"slices"
	"testing"
)

// A tree without some files is as if they had been removed one by one, and the same
// where there is none of them.
func TestWithout(t *testing.T) {
	var b Builder
	for _, p := range []string{"a/x", "a/keep", "b/c/x", "b/c/d/x", "x", "e/f"} {
		if err := b.Put(p, []byte(p)); err != nil {
			t.Fatal(err)
		}
	}
	whole := b.Tree()
	var asked []string
	got := whole.Without(func(p string) bool { asked = append(asked, p); return path.Base(p) == "x" })
	want := whole
	for _, p := range []string{"a/x", "b/c/x", "b/c/d/x", "x"} {
		var err error
		if want, err = want.Remove(p); err != nil {
			t.Fatal(err)
		}
	}
	if !got.Equal(want) || got.Files() != 2 || !slices.Equal(asked, []string{"a/keep", "a/x", "b/c/d/x", "b/c/x", "e/f", "x"}) {
		t.Errorf("got %s with %d files after %q, want %s", got.Digest().Short(), got.Files(), asked, want.Digest().Short())
	}
	if same := whole.Without(func(string) bool { return false }); same.node() != whole.node() {
		t.Error("got another tree without nothing")
	}
	if none := (Tree{}).Without(func(string) bool { return true }); !none.Equal(Tree{}) {
		t.Error("got something of nothing")
	}
}
