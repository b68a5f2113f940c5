package intake

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
)

var shelf = []File{
	{"set/alpha/SKILL.md", []byte("---\nsummary: a\ncommand: go\n---\nRun ../lib/common.sh, ../beta/tool.py and /workspace/skills/beta/x.\n")},
	{"set/alpha/run.sh", []byte("#!/bin/sh\n. ../lib/common.sh\n")},
	{"set/alpha/\u202egnp.txt", []byte("one\ntwo\u200b\n")},
	{"set/beta/SKILL.md", []byte("---\nsummary: b\ncommand: go\n---\nb\n")},
	{"set/beta/tool.py", nil},
	{"set/both/SKILL.md", []byte("---\nsummary: c\n---\nb\n")},
	{"set/broken/SKILL.md", []byte("---\nsummary: a: b\n---\nb\n")},
	{"set/lib/common.sh", []byte("echo\n")},
}

// VF-6: what the plan says of a choice is what the same drop without the other skills comes to, to the byte, and what the
// world with the import comes to; and of what is left out no file comes in.
func TestAChoiceIsAnImportWithoutTheOthers(t *testing.T) {
	in := input(t, map[string]string{"workspace/skills/both/SKILL.md": "# Both\n", "workspace/skills/beta/SKILL.md": "# Mine\n"})
	names := []string{"alpha", "beta", "both", "broken"}
	all := makePlan(in, world.Workspace, shelf, nil)
	last := all
	for mask := range 1 << len(names) {
		left := map[string]bool{}
		for i, name := range names {
			if mask&(1<<i) != 0 {
				left[name] = true
			}
		}
		got, err := last.Choose(in, left, nil)
		if err != nil {
			t.Fatal(err)
		}
		last = got // from any choice to any other
		kept := slices.DeleteFunc(slices.Clone(shelf), func(f File) bool {
			return slices.ContainsFunc(slices.Collect(maps.Keys(left)), func(name string) bool { return len(f.Path) > 5+len(name) && f.Path[4:5+len(name)] == name+"/" })
		})
		want := makePlan(in, world.Workspace, kept, nil)
		if !got.World.Tree.Equal(want.World.Tree) || !reflect.DeepEqual(said(got), said(want)) {
			t.Errorf("without %v: got %q, want %q", left, said(got), said(want))
		}
		done, err := got.Apply(in.World)
		if err != nil {
			t.Fatal(err)
		}
		in2 := in
		in2.World = done
		snap, err := loader.Load(in2, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range got.Skills {
			c := snap.At("/workspace/skills/" + s.Name)
			if c == nil || c.State != s.State || !reflect.DeepEqual(c.Reasons, s.Reasons) || !reflect.DeepEqual(c.Findings, s.Findings) {
				t.Errorf("without %v: %s is %v, want what the plan said: %v", left, s.Name, c, s.State)
			}
		}
		for name := range left {
			was, _ := in.Tree.At("workspace/skills/" + name)
			is, _ := done.Tree.At("workspace/skills/" + name)
			if !was.Equal(is) {
				t.Errorf("without %v: got files of %s, want none changed", left, name)
			}
		}
		back, err := got.Undo(done, in.World)
		if err != nil || !back.Tree.Equal(in.Tree) {
			t.Errorf("without %v: got another tree after the undo (%v)", left, err)
		}
	}
}

func TestWhatASkillBringsIsSaid(t *testing.T) {
	in := input(t, nil)
	p := makePlan(in, world.Workspace, shelf, nil)
	a := p.Skills[0]
	if want := []string{"run.sh"}; !slices.Equal(a.Scripts, want) {
		t.Errorf("got scripts %q, want %q", a.Scripts, want)
	}
	if want := []string{"The path of «U+202E»gnp.txt", "«U+202E»gnp.txt:2: U+200B (zero width space)"}; !slices.Equal(a.Hidden, want) || a.Unseen != 2 {
		t.Errorf("got hidden %q, want %q", a.Hidden, want)
	}
	if want := []string{"It names ../lib/common.sh, which belongs to no skill and stays out."}; !slices.Equal(a.Needs, want) {
		t.Errorf("got needs %q, want %q", a.Needs, want)
	}
	p, err := p.Choose(in, map[string]bool{"beta": true}, nil)
	want := []string{
		"It names ../beta/tool.py, of the skill beta, which is left out.",
		"It names ../beta/x, of the skill beta, which is left out.",
		"It names ../lib/common.sh, which belongs to no skill and stays out.",
	}
	if err != nil || !slices.Equal(p.Skills[0].Needs, want) {
		t.Errorf("got needs %q, want %q", p.Skills[0].Needs, want)
	}
	if len(p.Left) != 1 || p.Left[0].Name != "beta" || p.Left[0].Files != 2 {
		t.Errorf("got left out %v, want beta with its two files", p.Left)
	}
}

func TestProgramsOfASkill(t *testing.T) {
	in := input(t, nil)
	tools := "---\nname: kit\nversion: 1.0.0\ndescription: d\n---\n\n### say\n\nSay.\n\n#### Parameters\n\n| Name | Type | Required | Description |\n|---|---|---|---|\n| text | string | yes | What. |\n\n#### Command\n\n```bash\njq -n {{text}}\n```\n"
	p := makePlan(in, world.User, []File{
		{"kit/SKILL.md", []byte(tools)},
		{"git/SKILL.md", []byte("---\nname: git\ndescription: d\nallowed-tools: Bash(git:*) Bash(npm test) Read\n---\nx\n")},
		{"open/SKILL.md", []byte("---\nname: open\ndescription: d\nallowed-tools: Bash\n---\nx\n")},
	}, nil)
	for i, want := range [][]string{{"git", "npm"}, {"jq"}, {"any program"}} {
		if got := p.Skills[i].Programs; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", p.Skills[i].Name, got, want)
		}
	}
}

// A choice can be stopped, and costs no second look at what was dropped.
func TestAChoiceIsStopped(t *testing.T) {
	in := input(t, nil)
	p := makePlan(in, world.User, shelf, nil)
	if _, err := p.Choose(in, nil, func(int, int) bool { return false }); err != tree.ErrStopped {
		t.Errorf("got %v, want it stopped", err)
	}
}
