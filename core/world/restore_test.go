package world_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"lily/core/archive"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/tree"
	"lily/core/world"
)

// VF-7: what was exported as everything comes back exactly, on another machine and
// over whatever is there.
func TestRestore(t *testing.T) {
	want := having(t, "workspace/skills/a/SKILL.md", "a", "user/skills/\"odd\" – name/SKILL.md", "b", "persona/SOUL.md", "Soul.")
	want.Profile.OS, want.Policy = "win32", want.Policy.Disable("a", true)
	want.Origins = origin.Marks("/user/skills/\"odd\" – name", "/workspace/skills/a")
	all := want.Everything()
	all, _ = all.Put("sessions/s1.zip", []byte("a bundle"))
	var zip bytes.Buffer
	if err := archive.Write(&zip, all); err != nil {
		t.Fatal(err)
	}
	read, err := archive.Read(zip.Bytes(), archive.Options{})
	if err != nil || !world.Restorable(read) {
		t.Fatal(err)
	}
	other := having(t, "workspace/old.txt", "old")
	r, err := world.Restore(read)
	if err != nil || len(r.Sessions) != 1 || r.Files() != all.Files()-4 {
		t.Fatalf("got %d files, %d sessions, %v", r.Files(), len(r.Sessions), err)
	}
	got, err := r.In(other)
	if err != nil || got.Tree.Digest() != want.Tree.Digest() || got.Profile.Digest() != want.Profile.Digest() ||
		got.Policy.Digest() != want.Policy.Digest() || !slices.Equal(got.Origins, want.Origins) {
		t.Errorf("got %v, %v, %v, %v", tree.Diff(want.Tree, got.Tree), got.Origins, got.Profile, err)
	}
}

// VF-4, VF-7: ten thousand folders that are not trusted come back, too.
func TestRestoreManyMarks(t *testing.T) {
	want := having(t)
	for i := range 10_000 {
		want.Origins = append(want.Origins, origin.Place{Path: fmt.Sprintf("/workspace/skills/made_%05d", i), Origin: origin.Marked})
	}
	all := want.Everything()
	r, err := world.Restore(all)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.In(having(t)); err != nil || !slices.Equal(got.Origins, want.Origins) {
		t.Errorf("got %d folders, %v, want %d", len(got.Origins), err, len(want.Origins))
	}
}

// VF-7: what is not such an export is refused with the name of what is wrong.
func TestRestoreRefuses(t *testing.T) {
	all := having(t).Everything()
	for name, damage := range map[string]func(tree.Tree) (tree.Tree, error){
		"a stranger":   func(t tree.Tree) (tree.Tree, error) { return t.Put("bundled/skills/x/SKILL.md", nil) },
		"no profile":   func(t tree.Tree) (tree.Tree, error) { return t.Remove("profile.yaml") },
		"a bad policy": func(t tree.Tree) (tree.Tree, error) { return t.Put("policy.yaml", []byte("allow: {}")) },
		"bad marks":    func(t tree.Tree) (tree.Tree, error) { return t.Put("untrusted.yaml", []byte("- x")) },
	} {
		damaged, err := damage(all)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := world.Restore(damaged); err == nil {
			t.Errorf("%s: got no error, want one", name)
		}
	}
}

// PO-9: full auto is chosen by a person, and not by a file that someone restores.
func TestRestoreAsks(t *testing.T) {
	was := having(t)
	bundled := was
	was.Policy, _ = policy.Parse("policy.yaml", []byte("{ask: full_auto, deny: [write]}"))
	all := was.Everything()
	r, err := world.Restore(all)
	if err != nil || !r.Asks {
		t.Fatalf("got %v, %v", r.Asks, err)
	}
	now, _ := r.In(bundled)
	if want, _ := policy.Parse("policy.yaml", []byte("deny: [write]")); now.Policy.Digest() != want.Digest() {
		t.Errorf("got %s", now.Policy.YAML())
	}
}
