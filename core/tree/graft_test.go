package tree

import (
	"errors"
	"testing"
)

// VF-2: many folders at once give the tree that they give one by one.
func TestGraftAll(t *testing.T) {
	put := func(t *testing.T, files ...string) Tree {
		t.Helper()
		var b Builder
		for _, f := range files {
			if err := b.Put(f, []byte(f)); err != nil {
				t.Fatal(err)
			}
		}
		return b.Tree()
	}
	a, b := put(t, "x"), put(t, "y/z")
	base := put(t, "top/a/old", "top/gone/x", "top/kept/x", "top/file", "else")
	got, err := base.GraftAll("top", map[string]*Tree{"a": &a, "b": &b, "gone": nil, "never": nil})
	if err != nil {
		t.Fatal(err)
	}
	want := base
	for _, step := range []func(Tree) (Tree, error){
		func(t Tree) (Tree, error) { return t.Graft("top/a", a) },
		func(t Tree) (Tree, error) { return t.Graft("top/b", b) },
		func(t Tree) (Tree, error) { return t.Remove("top/gone") },
	} {
		if want, err = step(want); err != nil {
			t.Fatal(err)
		}
	}
	if !got.Equal(want) || got.Files() != want.Files() || got.Bytes() != want.Bytes() {
		t.Errorf("got %v, want what single grafts give", Diff(want, got))
	}
	made, _ := (Tree{}).Graft("new/top/a", a)
	if got, err = (Tree{}).GraftAll("new/top", map[string]*Tree{"a": &a}); err != nil || !got.Equal(made) {
		t.Errorf("got %v, %v, want the folders on the way made", got, err)
	}
	for path, subs := range map[string]map[string]*Tree{
		"top": {"file": &a}, "top/file": {"a": &a}, "else/x": {"a": &a}, "top/..": {"a": &a}, "top/kept": {"../a": &a}, "top/gone": {"a/b": &a},
	} {
		got, err := base.GraftAll(path, subs)
		if p := new(PathError); !errors.As(err, &p) || !got.Equal(base) {
			t.Errorf("%s: got %v, want a PathError and the tree as it was", path, err)
		}
	}
	if _, err := base.GraftAll("top", map[string]*Tree{"file": nil}); err == nil {
		t.Error("got a file removed, want it refused")
	}
}
