package loader

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/world"
)

// LD-2: a repository of thousands of skills is looked at whole, however it is laid out.
func TestManySkillsAreFound(t *testing.T) {
	for _, n := range []int{2417, 10_000} {
		f := files{}
		for i := range n {
			f[fmt.Sprintf("%splugins/p%03d/skills/s%05d/SKILL.md", inWorkspace, i%300, i)] = "x"
			f[fmt.Sprintf("%splugins/p%03d/skills/s%05d/scripts/run.sh", inWorkspace, i%300, i)] = "x"
		}
		s := f.load(t, world.Deep)
		if len(s.Skills) != n || s.LeftOut() != "" || len(notes(s)) > 0 {
			t.Errorf("got %d skills of %d, %q, %v", len(s.Skills), n, s.LeftOut(), notes(s))
		}
	}
}

// LD-2: at most 20,000 folders, the shallow ones first; those left out are counted, with
// all that is below them, but for what no scan enters.
func TestScanDeepFolders(t *testing.T) {
	f := files{}
	for i := range MaxFolders - 1 {
		f[fmt.Sprintf("%sf%05d/x", inWorkspace, i)] = "x"
	}
	f[inWorkspace+"f00000/skill/SKILL.md"] = "x"
	s := f.load(t, world.Deep)
	same(t, "at the bound", verdicts(s), []string{"/workspace/skills/f00000/skill available"})
	same(t, "its notes", notes(s), []string{})
	whole := s.Digest
	f[inWorkspace+"f00001/late/SKILL.md"] = "x"
	f[inWorkspace+"f00001/late/scripts/x"] = "x"
	f[inWorkspace+"f00001/late/.git/a/b/x"] = "x"
	f[inWorkspace+"f00001/node_modules/a/x"] = "x"
	f[inWorkspace+"f00002/later/x"] = "x"
	s = f.load(t, world.Deep)
	same(t, "beyond it", verdicts(s), []string{"/workspace/skills/f00000/skill available"})
	same(t, "notes", notes(s), []string{"scan_folders /workspace/skills/f00001/late"})
	if l := s.Roots[2]; l.LeftOut != 3 || !strings.Contains(l.Notes[0].Message, "3 folders were not looked at") || s.Digest == whole {
		t.Errorf("got %d, %+v, want 3 folders not looked at", l.LeftOut, l.Notes)
	}
	if want := "3 folders were not looked at"; !strings.HasPrefix(s.LeftOut(), want) {
		t.Errorf("got %q, want %q", s.LeftOut(), want)
	}
}

// LD-2: both bounds are told, each with its count; a children scan has none.
func TestScanDeepBothBounds(t *testing.T) {
	f := files{inWorkspace + "1/2/3/4/5/6/7/8/SKILL.md": "x", inWorkspace + "1/2/3/4/5/6/seven/x": "x"}
	s := f.load(t, world.Deep)
	same(t, "depth", notes(s), []string{"scan_depth /workspace/skills/1/2/3/4/5/6/7"})
	if s.Roots[2].LeftOut != 3 {
		t.Errorf("got %d, want 7, 8 and seven", s.Roots[2].LeftOut)
	}
	for i := range MaxFolders {
		f[fmt.Sprintf("%sx/y/z/f%05d/x", inWorkspace, i)] = "x"
	}
	s = f.load(t, world.Deep)
	// 1, x, 2, y, 3, z and 4 come before the folders of z; 5 and 6 after them.
	same(t, "both", notes(s), []string{"scan_folders /workspace/skills/x/y/z/f19993"})
	if s.Roots[2].LeftOut != 7+5 {
		t.Errorf("got %d, want 7 of z, and 5, 6, 7, 8, seven", s.Roots[2].LeftOut)
	}
	if s = f.load(t, world.Children); s.Roots[2].LeftOut != 0 || s.LeftOut() != "" {
		t.Errorf("got %d in a children scan", s.Roots[2].LeftOut)
	}
}
