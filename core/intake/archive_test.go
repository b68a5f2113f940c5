package intake

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/origin"
	"lily/core/tree"
	"lily/core/world"
)

// zipped is an archive of files that hold their own paths.
func zipped(t testing.TB, name string, paths ...string) File {
	t.Helper()
	var b tree.Builder
	for _, p := range paths {
		if err := b.Put(p, []byte("# "+p+"\n")); err != nil {
			t.Fatal(err)
		}
	}
	return packed(t, name, b.Tree())
}

func packed(t testing.TB, name string, of tree.Tree) File {
	t.Helper()
	var out bytes.Buffer
	if err := archive.Write(&out, of); err != nil {
		t.Fatal(err)
	}
	return File{name, out.Bytes()}
}

func named(t testing.TB, file, name string) File {
	t.Helper()
	var b tree.Builder
	_ = b.Put("SKILL.md", fmt.Appendf(nil, "---\nname: %q\ndescription: d\n---\n", name)) // a good path
	return packed(t, file, b.Tree())
}

// VF-6: archives of a drop are opened, whole or not at all, and say which they are.
func TestArchives(t *testing.T) {
	broken := zipped(t, "b.zip", "b/SKILL.md")
	broken.Data[len(broken.Data)-1] = 9
	tests := []struct {
		name  string
		files []File
		want  []string
	}{
		{"a folder", []File{zipped(t, "a.zip", "foo/SKILL.md", "foo/x", "README")}, []string{"skill foo from a.zip/foo files 2 available", "loose 1"}},
		{"several", []File{zipped(t, "a.zip", "x/foo/SKILL.md", "x/bar/SKILL.md")}, []string{"skill bar from a.zip/x/bar files 1 available", "skill foo from a.zip/x/foo files 1 available"}},
		{"no folder, named as the archive", []File{zipped(t, "foo.skill", "SKILL.md", "bar/SKILL.md")}, []string{"skill foo from foo.skill/SKILL.md files 2 available"}},
		{"no folder, named by itself", []File{named(t, "x.ZIP", "foo")}, []string{"skill foo from x.ZIP/SKILL.md files 1 available"}},
		{"no folder, a hostile name", []File{named(t, "x.zip", "../../persona")}, []string{"skill x from x.zip/SKILL.md files 1 available"}},
		{"no folder, no name", []File{zipped(t, "a b.zip", "SKILL.md")}, []string{`refused "a b.zip/SKILL.md" name_missing`}},
		{"an archive inside a skill", []File{zipped(t, "a.zip", "foo/SKILL.md", "foo/assets/t.zip")}, []string{"skill foo from a.zip/foo files 2 available"}},
		{"an archive inside an archive", []File{zipped(t, "a.zip", "foo/SKILL.md", "t.zip")}, []string{"skill foo from a.zip/foo files 1 available", `refused "a.zip/t.zip" archive`}},
		{"left out", []File{zipped(t, "a.zip", "foo/SKILL.md", "__MACOSX/foo/._SKILL.md", "foo/.git/x")}, []string{"skill foo from a.zip/foo files 1 available", "loose 2"}},
		{"one bad, one good, and a folder", append(drop("c/SKILL.md"), broken, zipped(t, "a.zip", "a/SKILL.md")), []string{
			"skill a from a.zip/a files 1 available", "skill c from c files 1 available", `refused "b.zip" zip_stray`,
		}},
		{"a folder wins over an archive", append(drop("foo/SKILL.md"), zipped(t, "a.zip", "foo/SKILL.md")), []string{"skill foo from foo files 1 available", `refused "a.zip/foo" name_twice`}},
		{"two archives of one name", []File{zipped(t, "a.zip", "a/SKILL.md"), zipped(t, "a.zip", "b/SKILL.md"), zipped(t, "c.zip", "c/SKILL.md")}, []string{
			"skill a from a.zip/a files 1 available", "skill c from c.zip/c files 1 available", `refused "a.zip" path_twice`,
		}},
		{"too deep", []File{zipped(t, "a.zip", "foo/SKILL.md", "foo/"+strings.Repeat("d/", 15)+"f")}, []string{`refused "a.zip" too_deep`}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			in := input(t, base)
			p := makePlan(in, world.User, c.files, nil)
			got := said(p)
			if c.name == "two archives of one name" { // which of the two is first follows from their bytes
				got = slices.DeleteFunc(got, func(line string) bool { return strings.Contains(line, "a.zip/") })
				c.want = c.want[1:]
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			sound(t, in, p)
			for _, s := range p.Skills {
				marked := p.Origins.Of("/user/skills/" + s.Name).AnyForeign()
				if want := strings.Contains(s.From, "."+"zip/") || strings.Contains(strings.ToLower(s.From), ".skill/") || strings.Contains(s.From, ".ZIP/"); marked != want || (s.Archive != "") != want {
					t.Errorf("%s: got marked %t, archive %q, want it marked: %t", s.Name, marked, s.Archive, want)
				}
			}
		})
	}
}

// PO-5: the mark of a place follows what was brought there last, and Undo
// brings the old mark back; those of other places stay.
func TestMarks(t *testing.T) {
	in := input(t, base)
	in.Origins = origin.Marks("/user/skills/other")
	before := in.World
	first := makePlan(in, world.User, []File{zipped(t, "a.zip", "foo/SKILL.md")}, nil)
	if want := origin.Marks("/user/skills/other").Put(origin.Place{Path: "/user/skills/foo", Origin: origin.Of("a.zip")}); !reflect.DeepEqual(first.Origins, want) {
		t.Errorf("got %q, want %q", first.Origins, want)
	}
	in.Tree, in.Origins = first.World.Tree, first.Origins
	same := makePlan(in, world.User, drop("foo/SKILL.md"), nil)
	if !reflect.DeepEqual(same.Origins, first.Origins) {
		t.Errorf("got %q, want what came out of the archive not trusted in a folder either", same.Origins)
	}
	second := makePlan(in, world.User, []File{{"foo/SKILL.md", []byte("mine")}}, nil)
	if !second.Skills[0].Replaces || !reflect.DeepEqual(second.Origins, before.Origins) {
		t.Errorf("got %q, want the folder trusted that the person brought", second.Origins)
	}
	back, err := second.Undo(second.World, first.World)
	if err != nil || !reflect.DeepEqual(back.Origins, first.Origins) {
		t.Errorf("got %q, %v, want the mark back", back.Origins, err)
	}
	if back, err = first.Undo(back, before); err != nil || !reflect.DeepEqual(back.Origins, before.Origins) || !back.Tree.Equal(before.Tree) {
		t.Errorf("got %q, %v, want the world before", back.Origins, err)
	}
}

// VF-6: what archives hold counts against the limits of the drop.
func TestArchiveLimits(t *testing.T) {
	defer func(old tree.Limits) { Limits = old }(Limits)
	Limits = tree.Limits{Files: 5, Bytes: 100, File: 60, Depth: 4}
	tests := map[string]struct {
		files []File
		want  string
	}{
		"files": {[]File{zipped(t, "a.zip", "a/SKILL.md", "a/b"), zipped(t, "b.zip", "b/SKILL.md", "b/b")}, `refused "b.zip" too_many_files`},
		"bytes": {[]File{zipped(t, "a.zip", "a/"+strings.Repeat("n", 40)), zipped(t, "b.zip", "b/"+strings.Repeat("n", 51))}, `refused "b.zip" too_many_bytes`},
		"file":  {[]File{zipped(t, "a.zip", "a/"+strings.Repeat("n", 60))}, `refused "a.zip" file_too_big`},
	}
	for name, test := range tests {
		p := makePlan(input(t, base), world.User, test.files, nil)
		if got := said(p); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s: got %q, want %s and nothing taken", name, got, test.want)
		}
	}
}

// Whoever waits may stop; then there is nothing.
func TestGatherStops(t *testing.T) {
	files := append(drop("a/SKILL.md", "b/SKILL.md"), zipped(t, "c.zip", "c/SKILL.md", "d/SKILL.md"))
	all := 0
	if d := Gather(files, nil, func(done, total int) bool { all++; return true }); len(d.found) != 4 || all < len(files) {
		t.Fatalf("got %d skills after %d ticks", len(d.found), all)
	}
	for stop := range all {
		told := 0
		if d := Gather(files, nil, func(int, int) bool { told++; return told <= stop }); !reflect.DeepEqual(d, Drop{}) {
			t.Errorf("after %d: got %+v, want nothing", stop, d)
		}
	}
}

// A plan can be stopped, too, and told how far it is comes to the same.
func TestPlanStops(t *testing.T) {
	in, d, all := input(t, base), Gather(drop("a/SKILL.md", "b/SKILL.md", "c/x"), nil, nil), 0
	want, _ := d.Plan(in, world.User, nil)
	got, err := d.Plan(in, world.User, func(done, total int) bool { all++; return done <= total })
	if err != nil || !slices.Equal(said(got), said(want)) || got.Tree.Digest() != want.Tree.Digest() || all < 4 {
		t.Fatalf("got %v, %v after %d ticks, want %v", said(got), err, all, said(want))
	}
	for stop := range all {
		told := 0
		p, err := d.Plan(in, world.User, func(int, int) bool { told++; return told <= stop })
		if err != tree.ErrStopped || p.Skills != nil || told != stop+1 {
			t.Errorf("after %d: got %v, %v at %d, want no plan and %v", stop, said(p), err, told, tree.ErrStopped)
		}
	}
}

// VF-6: what a paste is taken for.
func TestPasted(t *testing.T) {
	tests := map[string]string{
		"---\nname: foo\ndescription: d\n---\n# Bar\n": "SKILL.md skill foo",
		"\n\n--- \r\nname: foo\r\n---\r\n":             "SKILL.md skill foo",
		"---\nsummary: x\n---\n\n# Plan  it, Sam!\n":   "plan-it-sam/SKILL.md skill plan-it-sam",
		"# Größe\n\nText":                              "größe/SKILL.md skill größe",
		"Some text.\n\n# My Skill\n":                   "my-skill/SKILL.md skill my-skill",
		"---\nname: My Skill\n---\n":                   "my-skill/SKILL.md skill my-skill",
		"---\nname: ../../persona\n---\n":              "persona/SKILL.md skill persona",
		"---\nsummary: x\n---\nNo heading.":            "SKILL.md refused \"SKILL.md\" name_missing",
		"# !\n":                                        "SKILL.md refused \"SKILL.md\" name_missing",
		"Just text.":                                   "",
		"## A smaller heading\n":                       "",
		"----\n":                                       "",
		"#!/bin/sh\n":                                  "",
		"":                                             "",
	}
	for text, want := range tests {
		f, ok := Pasted(text)
		got := ""
		if ok {
			line, _, _ := strings.Cut(said(makePlan(input(t, nil), world.User, []File{f}, nil))[0], " from")
			got = f.Path + " " + line
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// VF-6, VF-7: what is exported and imported again is the same, to the digest.
func TestRoundTrip(t *testing.T) {
	var b tree.Builder
	for _, f := range []string{"foo/SKILL.md", "foo/scripts/run.sh", "foo/t.zip"} {
		_ = b.Put(f, []byte("# "+f))
	}
	_ = b.Dir("foo/empty/folder")
	want, _ := b.Tree().At("foo")
	p := makePlan(input(t, base), world.User, []File{packed(t, "foo.zip", b.Tree())}, nil)
	if len(p.Skills) != 1 || p.Skills[0].Tree.Digest() != want.Digest() {
		t.Errorf("got %q, want foo of %s", said(p), want.Digest())
	}
}

// VF-6: many skills cost what their folders cost, and not their number squared.
func BenchmarkMake(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		files := make([]File, n)
		for i := range files {
			files[i] = File{fmt.Sprintf("s%d/SKILL.md", i), fmt.Appendf(nil, "---\nsummary: s\n---\n%d", i)}
		}
		in := input(b, nil)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				p := makePlan(in, world.User, files, nil)
				now, err := p.Apply(world.World{Tree: in.Tree})
				if err == nil {
					_, err = p.Undo(now, world.World{Tree: in.Tree})
				}
				if err != nil || len(p.Skills) != n {
					b.Fatal(len(p.Skills), err)
				}
			}
		})
	}
}
