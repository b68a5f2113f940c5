package world_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core/origin"
	"lily/core/world"
)

// having is the world of a first start with files, each path before its text.
func having(t *testing.T, files ...string) world.World {
	t.Helper()
	w, err := world.New(fstest.MapFS{"b/SKILL.md": {Data: []byte("B.")}}, fstest.MapFS{"agents/other/SOUL.md": {Data: []byte("Other.")}})
	for i := 0; i < len(files) && err == nil; i += 2 {
		w.Tree, err = w.Tree.Put(files[i], []byte(files[i+1]))
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// VF-5: of what two change at the same time, what differs is named and refused, and the
// rest is there together.
func TestMerge(t *testing.T) {
	was := having(t, "workspace/a", "0", "workspace/b", "0")
	was.Origins = origin.Marks("/x", "/y")
	with := func(path, text string) func(*world.World) {
		return func(w *world.World) { w.Tree, _ = w.Tree.Put(path, []byte(text)) }
	}
	system := func(name string) func(*world.World) { return func(w *world.World) { w.Profile.OS = name } }
	disable := func(name string) func(*world.World) {
		return func(w *world.World) { w.Policy = w.Policy.Disable(name, true) }
	}
	marks := func(list string) func(*world.World) {
		return func(w *world.World) { w.Origins = origin.Marks(strings.Fields(list)...) }
	}
	for _, tt := range []struct {
		name         string
		mine, theirs func(*world.World)
		clashes      string
		untrusted    string
	}{
		{"other files", with("workspace/a", "1"), with("workspace/b", "1"), "", "/x /y"},
		{"the same file", with("workspace/a", "1"), with("workspace/a", "2"), "/workspace/a", "/x /y"},
		{"the same text", with("workspace/a", "1"), with("workspace/a", "1"), "", "/x /y"},
		{"my profile", system("win32"), disable("a"), "", "/x /y"},
		{"both profiles", system("win32"), system("darwin"), "the profile", "/x /y"},
		{"both policies", disable("a"), disable("b"), "the policy", "/x /y"},
		{"marks", marks("/y /z"), marks("/w /x"), "", "/w /z"},
	} {
		mine, theirs := was, was
		tt.mine(&mine)
		tt.theirs(&theirs)
		got, clashes := theirs.Merge(was, mine)
		if strings.Join(clashes, " ") != tt.clashes || !slices.Equal(got.Origins, origin.Marks(strings.Fields(tt.untrusted)...)) {
			t.Errorf("%s: got the clashes %q and the marks %q", tt.name, clashes, got.Origins)
		}
		want := mine
		tt.theirs(&want)
		if tt.clashes != "" {
			want = theirs
		}
		if tt.name != "marks" && (!got.Tree.Equal(want.Tree) || got.Profile.Digest() != want.Profile.Digest() || got.Policy.Digest() != want.Policy.Digest()) {
			t.Errorf("%s: got %+v, want both", tt.name, got)
		}
	}
}
