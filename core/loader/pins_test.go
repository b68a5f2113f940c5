package loader

import (
	"fmt"
	"testing"

	"lily/core/tree"
	"lily/core/world"
)

// SN-3: whatever becomes of the files of skills, each is as the snapshot pins it; what it
// does not pin is as it is.
func TestPinnedFiles(t *testing.T) {
	var b tree.Builder
	for _, p := range []string{"bundled/skills/a/SKILL.md", "user/skills/u/SKILL.md", "workspace/skills/w/SKILL.md", "workspace/skills/w/r/x.md", "workspace/skills/v/SKILL.md", "workspace/n.md"} {
		if err := b.Put(p, []byte("old "+p)); err != nil {
			t.Fatal(err)
		}
	}
	old := b.Tree()
	s, err := Load(Input{World: world.World{Tree: old, Roots: world.Roots(world.Children)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	edit := func(now tree.Tree, remove, put string) tree.Tree {
		if remove != "" {
			if now, err = now.Remove(remove); err != nil {
				t.Fatal(err)
			}
		}
		if put != "" {
			if now, err = now.Put(put, []byte("new")); err != nil {
				t.Fatal(err)
			}
		}
		return now
	}
	for _, tt := range []struct {
		remove, put string
		more        int // files that the snapshot does not pin
	}{
		{"", "", 0},
		{"", "workspace/skills/w/r/x.md", 0},
		{"workspace/skills/w/r/x.md", "", 0},
		{"workspace/skills/w", "", 0},
		{"workspace/skills", "", 0},
		{"user", "", 0},
		{"", "workspace/skills/w/new.md", 1},
		{"", "workspace/skills/later/SKILL.md", 1},
		{"workspace/skills/w", "workspace/skills/w", 0},
		{"workspace/skills/w/r", "workspace/skills/w/r", 0},
		{"workspace/skills/w/r/x.md", "workspace/skills/w/r/x.md/y", 0},
	} {
		got := s.Pinned(edit(old, tt.remove, tt.put))
		for p, f := range old.Walk() {
			if now, ok := got.File(p); !ok || now.Digest() != f.Digest() {
				t.Errorf("%+v: got another %s", tt, p)
			}
		}
		if got.Files() != old.Files()+tt.more {
			t.Errorf("%+v: got %d files, want %d", tt, got.Files(), old.Files()+tt.more)
		}
	}
	if got, _ := s.Pinned(edit(old, "", "workspace/n.md")).ReadFile("workspace/n.md"); string(got) != "new" {
		t.Errorf("got %q of the workspace, want new", got)
	}
	for path, want := range map[string]bool{"/workspace/skills/w": true, "/user/skills/u": true, "/user/skills/w": false, "/workspace/skills": false, "/": false, "": false} {
		if got := s.At(path); (got != nil) != want || want && got.Path != path {
			t.Errorf("%q: got %v", path, got)
		}
	}
}

// SN-3: ten thousand skills that were all taken away are put back at once.
func TestPinnedMany(t *testing.T) {
	var b tree.Builder
	for i := range 10_000 {
		if err := b.Put(fmt.Sprintf("workspace/skills/s%05d/SKILL.md", i), []byte("S.")); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Dir("bundled/skills"); err != nil {
		t.Fatal(err)
	}
	old := b.Tree()
	s, err := Load(Input{World: world.World{Tree: old, Roots: world.Roots(world.Children)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	gone, err := old.Remove("workspace")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Pinned(gone); got.Files() != old.Files() {
		t.Errorf("got %d files, want %d", got.Files(), old.Files())
	}
}
