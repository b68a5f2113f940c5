package intake

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
	"lily/core/world"
)

// makePlan plans the import of files into the root of target, with nothing that stops it.
func makePlan(in loader.Input, target world.Source, files []File, refused []Refusal) Plan {
	p, _ := Gather(files, refused, nil).Plan(in, target, nil)
	return p
}

// world is an input with the given files below the three roots.
func input(tb testing.TB, files map[string]string) loader.Input {
	tb.Helper()
	var b tree.Builder
	for _, root := range world.Roots(world.Children) {
		if err := b.Dir(root.Path); err != nil {
			tb.Fatal(err)
		}
	}
	for path, data := range files {
		if err := b.Put(path, []byte(data)); err != nil {
			tb.Fatal(err)
		}
	}
	return loader.Input{
		World: world.World{Tree: b.Tree(), Roots: world.Roots(world.Children), Profile: profile.Empty(), Policy: policy.Default()},
		Tools: []string{"read_file"}, Reserved: []string{"help", "skills"},
	}
}

func drop(paths ...string) []File {
	var list []File
	for _, p := range paths {
		list = append(list, File{p, []byte("# " + p + "\n")})
	}
	return list
}

func plain(path string) string { return "---\nsummary: x\n---\n" + path }

// said lists what a plan says, one line a thing.
func said(p Plan) []string {
	var lines []string
	for _, s := range p.Skills {
		line := fmt.Sprintf("skill %s from %s files %d %s", s.Name, s.From, s.Files, s.State)
		if s.Replaces {
			line += " replaces"
		}
		if len(s.Shadows) > 0 {
			line += " shadows " + strings.Join(s.Shadows, ",")
		}
		if s.ShadowedBy != "" {
			line += " shadowed by " + s.ShadowedBy
		}
		lines = append(lines, line)
	}
	for _, r := range p.Refused {
		lines = append(lines, fmt.Sprintf("refused %q %s", r.Path, r.Code))
	}
	if p.Loose > 0 {
		lines = append(lines, fmt.Sprint("loose ", p.Loose))
	}
	return lines
}

var plans = []struct {
	name   string
	target world.Source
	files  []File
	want   []string
}{
	{"nothing", "user", nil, nil},
	{"one folder", "user", drop("foo/SKILL.md", "foo/a/b.txt"), []string{"skill foo from foo files 2 available"}},
	{"folders deep down", "workspace", drop("x/skills/b/SKILL.md", "x/skills/a/SKILL.md", "x/README.md"), []string{
		"skill a from x/skills/a files 1 available", "skill b from x/skills/b files 1 available", "loose 1",
	}},
	{"descent stops at a skill", "user", drop("foo/SKILL.md", "foo/bar/SKILL.md"), []string{"skill foo from foo files 2 available"}},
	{"a name in other case is no skill", "user", drop("foo/skill.md"), []string{"loose 1"}},
	{"replaces and shadows", "workspace", drop("both/SKILL.md", "old/SKILL.md"), []string{
		"skill both from both files 1 available replaces shadows /user/skills/both,/bundled/skills/both",
		"skill old from old files 1 available shadows /user/skills/old",
	}},
	{"shadowed", "user", drop("both/SKILL.md"), []string{"skill both from both files 1 shadowed replaces shadowed by /workspace/skills/both"}},
	{"a place taken by a file", "user", drop("taken/SKILL.md"), []string{`refused "taken" path_taken`}},
	{"read-only", "bundled", drop("foo/SKILL.md"), []string{`refused "" read_only`}},
	{"unknown root", "elsewhere", drop("foo/SKILL.md"), []string{`refused "" read_only`}},
	{"lone", "user", []File{{"SKILL.md", []byte("---\nname: my-skill\ndescription: d\n---\n")}}, []string{"skill my-skill from SKILL.md files 1 available"}},
	{"lone with its files", "user", []File{{"SKILL.md", []byte("---\nname: s\ndescription: d\n---\n")}, {"scripts/a.sh", nil}, {"pack.zip", nil}}, []string{
		"skill s from SKILL.md files 2 available", `refused "pack.zip" not_a_zip`,
	}},
	{"lone beside folders", "user", []File{{"SKILL.md", []byte("---\nname: s\ndescription: d\n---\n")}, {"t/SKILL.md", nil}, {"t/a", nil}}, []string{
		"skill s from SKILL.md files 1 available", "skill t from t files 2 available",
	}},
	{"lone without a name", "user", drop("SKILL.md", "a.txt"), []string{`refused "SKILL.md" name_missing`, "loose 1"}},
	{"lone with a hostile name", "user", []File{{"SKILL.md", []byte("---\nname: ../../persona\n---\n")}}, []string{`refused "SKILL.md" name_missing`}},
	{"two of one name", "user", drop("b/foo/SKILL.md", "a/foo/SKILL.md", "c/foo/SKILL.md"), []string{
		"skill foo from a/foo files 1 available", `refused "b/foo" name_twice`, `refused "c/foo" name_twice`,
	}},
	{"archives", "user", drop("a.zip", "x/B.SKILL", "foo/SKILL.md", "foo/assets/t.zip"), []string{
		"skill foo from foo files 2 available", `refused "a.zip" not_a_zip`, `refused "x/B.SKILL" archive`,
	}},
	{"left out", "user", drop("foo/SKILL.md", "foo/.git/HEAD", ".git/x/SKILL.md", "foo/node_modules/m/i.js", ".DS_Store", "foo/.DS_Store", "y/node_modules"), []string{
		"skill foo from foo files 1 available", "loose 6",
	}},
	{"hostile paths", "user", drop("foo/SKILL.md", "../evil/SKILL.md", "foo/../../x", "/etc/passwd", "foo/a\x00b", "foo//a", "", "foo/\xff", "foo/./a", strings.Repeat("n", 300)), []string{
		"skill foo from foo files 1 available",
		`refused "" path_empty`, `refused "../evil/SKILL.md" path_parent`, `refused "/etc/passwd" path_absolute`, `refused "foo/../../x" path_parent`,
		`refused "foo/./a" path_unclean`, `refused "foo//a" path_unclean`, `refused "foo/a\x00b" path_nul`, `refused "foo/\xff" path_not_utf8`,
		fmt.Sprintf("refused %q path_too_long", strings.Repeat("n", 300)),
	}},
	{"a file and a folder of one path", "user", drop("foo/SKILL.md", "foo/a", "foo/a/b"), []string{
		"skill foo from foo files 2 available", `refused "foo/a/b" path_taken`,
	}},
	{"a path twice, equal", "user", append(drop("foo/SKILL.md"), drop("foo/SKILL.md")...), []string{"skill foo from foo files 1 available"}},
	{"a path twice, different", "user", append(drop("foo/SKILL.md", "bar/SKILL.md"), File{"foo/SKILL.md", nil}), []string{
		"skill bar from bar files 1 available", `refused "foo/SKILL.md" path_twice`,
	}},
	{"malformed", "user", []File{{"foo/SKILL.md", []byte("---\na: b: c\n---\n")}}, []string{"skill foo from foo files 1 malformed"}},
	{"reserved", "user", []File{{"foo/SKILL.md", []byte("---\ncommand: help\n---\n")}}, []string{"skill foo from foo files 1 command_reserved"}},
	{"a file too big", "user", append(drop("foo/SKILL.md"), File{"foo/big", make([]byte, Limits.File+1)}), []string{`refused "foo/big" file_too_big`}},
	{"too deep", "user", append(drop("foo/SKILL.md", "loose.txt"), File{"foo/" + strings.Repeat("d/", 15) + "f", nil}), []string{
		fmt.Sprintf("refused %q too_deep", "foo/"+strings.Repeat("d/", 15)+"f"),
	}},
}

var base = map[string]string{
	"bundled/skills/both/SKILL.md": plain("bundled"), "user/skills/both/SKILL.md": plain("user"), "workspace/skills/both/SKILL.md": plain("workspace"),
	"workspace/skills/both/extra": "x", "user/skills/old/SKILL.md": plain("old"), "user/skills/taken": "a file", "workspace/notes.txt": "mine",
}

// VF-6: the table of what a drop does; nothing but the planned folders differs
// in the tree, and undoing restores it to the byte.
func TestMake(t *testing.T) {
	for _, c := range plans {
		t.Run(c.name, func(t *testing.T) {
			in := input(t, base)
			p := makePlan(in, c.target, c.files, nil)
			if got := said(p); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			sound(t, in, p)
		})
	}
}

// sound checks what holds of every plan.
func sound(t *testing.T, in loader.Input, p Plan) {
	t.Helper()
	if len(p.Skills) == 0 && p.Tree.Digest() != in.Tree.Digest() {
		t.Error("a plan without skills changes the tree")
	}
	for _, change := range tree.Diff(in.Tree, p.Tree) {
		inside := slices.ContainsFunc(p.Skills, func(s Planned) bool { return strings.HasPrefix(change.Path, p.path(s.Name)+"/") })
		if !inside {
			t.Errorf("the plan touches %s, which is in none of its skills", change.Path)
		}
	}
	for _, r := range p.Refused {
		if r.Code == "" || !strings.HasSuffix(r.Message, ".") {
			t.Errorf("got the refusal %+v, want a code and a sentence", r)
		}
	}
	before := in.World
	if applied, err := p.Apply(before); err != nil || !reflect.DeepEqual(applied, p.World) {
		t.Errorf("Apply: got %v, %v, want the plan's world %v", applied, err, p.World)
	}
	if back, err := p.Undo(p.World, before); err != nil || back.Tree.Digest() != in.Tree.Digest() || !slices.Equal(back.Origins, in.Origins) {
		t.Errorf("Undo: got %v, %v, want the world before, %v", back, err, before)
	}
}

// VF-6: the files of a drop come in no order.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range plans {
		in := input(t, base)
		want := makePlan(in, c.target, c.files, nil)
		for range 5 {
			files := slices.Clone(c.files)
			r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
			if got := makePlan(in, c.target, files, nil); !reflect.DeepEqual(said(got), said(want)) || got.Tree.Digest() != want.Tree.Digest() {
				t.Errorf("%s: in another order got\n%q\nwant\n%q", c.name, said(got), said(want))
			}
		}
	}
}

// VF-6: whatever tree is dropped, the plan is sound.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	names := []string{"a", "b", "both", "old", "taken", "SKILL.md", ".git", "x.zip", "..", ""}
	for range 500 {
		var files []File
		for range r.IntN(12) {
			parts := make([]string, 1+r.IntN(4))
			for i := range parts {
				parts[i] = names[r.IntN(len(names))]
			}
			if r.IntN(2) == 0 {
				parts[len(parts)-1] = loader.File
			}
			files = append(files, File{strings.Join(parts, "/"), fmt.Appendf(nil, "---\nname: %s\n---\n", names[r.IntN(len(names))])})
		}
		in := input(t, base)
		target := []world.Source{world.User, world.Workspace}[r.IntN(2)]
		p := makePlan(in, target, files, nil)
		sound(t, in, p)
		r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		if again := makePlan(in, target, files, nil); !slices.Equal(said(again), said(p)) || again.Tree.Digest() != p.Tree.Digest() {
			t.Fatalf("%q: got %q and then %q", files, said(p), said(again))
		}
	}
}

// VF-6: too many files refuse the drop, with the number, and so does a limit
// that the reader of the files met.
func TestLimits(t *testing.T) {
	in := input(t, base)
	files := make([]File, Limits.Files+1)
	for i := range files {
		files[i] = File{fmt.Sprintf("foo/%d", i), nil}
	}
	files[0].Path = "foo/SKILL.md"
	p := makePlan(in, world.User, files, nil)
	if len(p.Skills) != 0 || len(p.Refused) != 1 || !strings.Contains(p.Refused[0].Message, "50000") {
		t.Errorf("got %q, want one refusal with the number", said(p))
	}
	p = makePlan(in, world.User, files[1:], nil)
	if len(p.Refused) != 0 {
		t.Errorf("got %q, want the most that is allowed taken", said(p))
	}
	names := make([]string, Limits.Files+1)
	for i := range names {
		names[i] = fmt.Sprintf("foo/%d", i)
	}
	p = makePlan(in, world.User, append(drop("bar/SKILL.md"), zipped(t, "many.zip", names...)), nil)
	if len(p.Skills) != 0 || len(p.Refused) != 1 || p.Tree.Digest() != in.Tree.Digest() || !strings.HasPrefix(p.Refused[0].Message, "Nothing of the drop is taken: in \"many.zip\"") ||
		!strings.HasSuffix(p.Refused[0].Message, "got 50001 files, want at most 50000.") {
		t.Errorf("got %q, want the whole drop refused, with the number of files and the limit", said(p))
	}
	var tally Tally
	tally.Add("a", Limits.Bytes-1)
	if r, over := tally.Add("b", 2); !over || r.Code != "too_many_bytes" {
		t.Errorf("got %+v, want too_many_bytes", r)
	} else if p = makePlan(in, world.User, drop("foo/SKILL.md"), []Refusal{r}); len(p.Skills) != 0 {
		t.Errorf("got %q, want nothing taken", said(p))
	}
}

// VF-6, EV-4: archives and exported sessions, which may be as big as no import, are bounded too.
func TestTallyOpened(t *testing.T) {
	var tally Tally
	for _, path := range []string{"a.zip", "b.LILY"} {
		if r, over := tally.Add(path, MaxOpened/2); over {
			t.Errorf("%s: got %+v, want it taken", path, r)
		}
	}
	if r, over := tally.Add("c.skill", 1); !over || r.Code != "too_many_bytes" || !strings.Contains(r.Message, "1024 MiB") {
		t.Errorf("got %+v, want too_many_bytes", r)
	}
	if r, over := new(Tally).Add("skill/c.lily", Limits.File+1); !over || r.Code != "file_too_big" {
		t.Errorf("got %+v, want file_too_big: it lies in a folder", r)
	}
}

// VF-6: an unreadable file is refused alone, and its refusal is kept.
func TestRefused(t *testing.T) {
	in := input(t, base)
	p := makePlan(in, world.User, drop("foo/SKILL.md"), []Refusal{{"foo/locked", "unreadable", "No."}})
	want := []string{"skill foo from foo files 1 available", `refused "foo/locked" unreadable`}
	if got := said(p); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// LD-1, VF-6: when the world cannot be loaded nothing is imported.
func TestUnloadable(t *testing.T) {
	in := input(t, base)
	in.Tree, _ = in.Tree.Remove("bundled/skills")
	p := makePlan(in, world.User, drop("foo/SKILL.md"), nil)
	if want := []string{`refused "" load_failed`}; !slices.Equal(said(p), want) || p.Tree.Digest() != in.Tree.Digest() {
		t.Errorf("got %q, want %q and the tree as it was", said(p), want)
	}
}

// VF-6: what is wrong with a skill is said even when it would be shadowed.
func TestFindings(t *testing.T) {
	in := input(t, base)
	p := makePlan(in, world.User, []File{{"both/SKILL.md", []byte("---\na: b: c\n---\n")}}, nil)
	if s := p.Skills[0]; s.State != loader.Shadowed || len(s.Reasons) != 1 || len(s.Findings) == 0 {
		t.Errorf("got %+v, want it shadowed, with its findings", s)
	}
}

// VF-6: Undo leaves alone what the import did not touch, brings back what was
// replaced, and takes away roots that the import made.
func TestUndo(t *testing.T) {
	in := input(t, base)
	p := makePlan(in, world.Workspace, drop("both/SKILL.md", "new/SKILL.md"), nil)
	now, _ := p.Tree.Put("workspace/notes.txt", []byte("edited since"))
	now, _ = now.Put("workspace/skills/new/mine", []byte("edited since"))
	got, err := p.Undo(world.World{Tree: now}, world.World{Tree: in.Tree})
	want, _ := in.Tree.Put("workspace/notes.txt", []byte("edited since"))
	if err != nil || got.Tree.Digest() != want.Digest() {
		t.Errorf("got %v, %v, want only the import undone", tree.Diff(want, got.Tree), err)
	}
	in.Tree, _ = in.Tree.Remove("user")
	p = makePlan(in, world.User, drop("new/SKILL.md"), nil)
	sound(t, in, p)
	now, _ = p.Tree.Remove("user/skills/new")
	now, _ = now.Put("user/skills/new", []byte("a file now"))
	if _, err := p.Undo(world.World{Tree: now}, world.World{Tree: in.Tree}); err == nil {
		t.Error("got no error, want a file of the person's left alone")
	}
}

// A drop that was not read to its end is never taken for all that there is.
func TestWhole(t *testing.T) {
	files := []File{{Path: "d/a/SKILL.md", Data: []byte("A.\n")}, {Path: "d/b/SKILL.md", Data: []byte("B.\n")}}
	for code, want := range map[string]bool{"unreadable": false, "too_many_bytes": false, "too_deep": false, "archive": true, "name_twice": true} {
		list, err := Gather(files, []Refusal{{Path: "d/x", Code: code, Message: "It is so."}}, nil).Whole()
		if (err == nil) != want || want && len(list) != 2 {
			t.Errorf("%s: got %d skills and %v, want whole %t", code, len(list), err, want)
		}
		if err != nil && err.Error() != `"d/x": It is so.` {
			t.Errorf("%s: got %s", code, err)
		}
	}
}
