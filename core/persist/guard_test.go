package persist_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lily/core/loader"
	"lily/core/persist"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
	"lily/core/world"
)

// notes are [persist.Notes] in memory.
type notes map[string]string

func (n notes) Get(name string) string { return n[name] }
func (n notes) Put(name, text string)  { n[name] = text }

// starts are starts of a page, one after the other, each of which may end amid a judgement.
type starts struct {
	t     *testing.T
	notes notes
	clock int64
	world world.World
	waits []func() // to be done when the program waits
}

// start takes a snapshot, and ends at a folder after so many milliseconds; an empty one ends nowhere.
func (s *starts) start(at string, after int64) (g *persist.Guard, states string) {
	s.t.Helper()
	g = persist.NewGuard(s.notes, func() int64 { return s.clock }, func(do func()) { s.waits = append(s.waits, do) })
	w := s.world
	w.Guard = g.World()
	told := w.Guard.Judging
	ended := false
	w.Guard.Judging = func(folder string, file tree.Digest) {
		if !ended {
			told(folder, file)
		}
		if folder == at && at != "" { // from here on the page does nothing more
			ended = true
			s.clock += after
		}
	}
	snap, err := loader.Load(loader.Input{World: w}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, do := range s.waits {
		if !ended {
			do()
		}
	}
	s.waits = nil
	for _, c := range snap.Candidates {
		states += fmt.Sprintf("%s=%s ", c.Name, c.State)
		if c.State == loader.Malformed && c.Reasons[0].Code != "not_judged" {
			s.t.Errorf("got %v, want it not judged", c.Reasons)
		}
	}
	return g, states
}

func begins(t *testing.T) *starts {
	t.Helper()
	w := world.World{Roots: world.Roots(world.Children), Profile: profile.Empty(), Policy: policy.Default()}
	for _, path := range []string{"bundled/skills", "user/skills", "workspace/skills"} {
		w = w.With(path, tree.Tree{})
	}
	for _, name := range []string{"a", "b", "c"} {
		next, err := w.Tree.Put("workspace/skills/"+name+"/SKILL.md", []byte("---\nsummary: "+name+"\n---\nDo.\n"))
		if err != nil {
			t.Fatal(err)
		}
		w.Tree = next
	}
	return &starts{t: t, notes: notes{}, clock: 1_000_000, world: w}
}

const allThree, withoutB, b = "a=available b=available c=available ", "a=available b=malformed c=available ", "/workspace/skills/b"

// SK-10: what two starts did not get past is left out of the third, which says so; whoever wants
// it tries it again, and a changed file is judged.
func TestAStartLeavesOutWhatHangs(t *testing.T) {
	s := begins(t)
	s.start(b, 60_000)
	if g, got := s.start(b, 60_000); got != allThree || len(g.Problems()) > 0 {
		t.Errorf("after one: got %s, %v", got, g.Problems())
	}
	for i := range 3 {
		g, got := s.start("", 0)
		if got != withoutB || len(g.Problems()) != 1 || g.Problems()[0].Place != b || g.Newly() != (i == 0) {
			t.Errorf("after two: got %s, %v, newly %t", got, g.Problems(), g.Newly())
		}
	}
	changed := *s
	changed.world.Tree, _ = s.world.Tree.Put("workspace/skills/b/SKILL.md", []byte("---\nsummary: b, mended\n---\nDo.\n"))
	if _, got := changed.start("", 0); got != allThree {
		t.Errorf("changed: got %s", got)
	}
	g, _ := s.start("", 0)
	g.Again()
	if g, got := s.start("", 0); got != allThree || len(g.Problems()) > 0 {
		t.Errorf("tried again: got %s, %v", got, g.Problems())
	}
}

// Who closes the page soon, or in another skill each time, or between two skills, loses nothing;
// nor does what was judged well in between.
func TestAStartThatIsClosedLeavesOutNothing(t *testing.T) {
	for what, ends := range map[string][]struct {
		at    string
		after int64
	}{
		"at once":         {{b, 0}, {b, 500}, {b, 2_000}},
		"in others":       {{"/workspace/skills/a", 60_000}, {b, 60_000}, {"/workspace/skills/a", 60_000}},
		"well in between": {{b, 60_000}, {"", 0}, {b, 60_000}},
		"after all":       {{"", 0}, {"", 0}},
	} {
		s := begins(t)
		for _, e := range ends {
			s.start(e.at, e.after)
		}
		s.clock += 100_000 // and comes back late
		if g, got := s.start("", 0); got != allThree || len(g.Problems()) > 0 {
			t.Errorf("%s: got %s, %v", what, got, g.Problems())
		}
	}
	s := begins(t)
	for range 3 {
		g, _ := s.start(b, 60_000)
		g.Left() // the browser told that the page goes
	}
	if _, got := s.start("", 0); got != allThree {
		t.Errorf("left: got %s", got)
	}
}

// crowd are so many skills that most share a note.
func crowd(t *testing.T) *starts {
	t.Helper()
	s := begins(t)
	for i := range 200 {
		next, err := s.world.Tree.Put(fmt.Sprintf("workspace/skills/s%03d/SKILL.md", i), fmt.Appendf(nil, "---\nsummary: Number %d.\n---\nDo.\n", i))
		if err != nil {
			t.Fatal(err)
		}
		s.world.Tree = next
	}
	return s
}

const late = "/workspace/skills/s150"

// SK-10: one of many holds up two starts and no more, too, though the first knows only that it was one of them.
func TestAStartLeavesOutWhatHangsAmongMany(t *testing.T) {
	s := crowd(t)
	s.start(late, 60_000)
	if g, got := s.start(late, 60_000); strings.Contains(got, "malformed") || len(g.Problems()) > 0 || g.Newly() {
		t.Errorf("after one: got %s, %v, newly %t", got, g.Problems(), g.Newly())
	}
	for i := range 3 {
		g, got := s.start("", 0)
		if strings.Count(got, "malformed") != 1 || !strings.Contains(got, "s150=malformed") || len(g.Problems()) != 1 || g.Problems()[0].Place != late || g.Newly() != (i == 0) {
			t.Errorf("after two: got %s, %v, newly %t", got, g.Problems(), g.Newly())
		}
	}
}

// Of many, too, nothing is left out for one that was judged well, for a page that was left, or for one hang.
func TestOneHangAmongManyLeavesOutNothing(t *testing.T) {
	for what, then := range map[string]func(s *starts){
		"well and left": func(s *starts) {
			g, _ := s.start("", 0)
			g.Left()
			s.start(late, 60_000)
		},
		"soon":       func(s *starts) { s.start(late, 500); s.start("", 0) },
		"one at all": func(s *starts) { s.start("", 0) },
		"waits":      func(s *starts) { s.start("", 0); s.start("", 0) },
	} {
		s := crowd(t)
		s.start(late, 60_000)
		then(s)
		s.clock += 100_000
		for range 2 {
			if g, got := s.start("", 0); strings.Contains(got, "malformed") || len(g.Problems()) > 0 {
				t.Errorf("%s: got %s, %v", what, got, g.Problems())
			}
		}
	}
}

// Keeping a note takes the browser half as long as judging a file: of many there are few.
func TestManyAreFewNotes(t *testing.T) {
	s, puts := crowd(t), 0
	g := persist.NewGuard(counted{s.notes, &puts}, func() int64 { return 0 }, func(func()) {})
	s.world.Guard = g.World()
	if _, err := loader.Load(loader.Input{World: s.world}, nil); err != nil {
		t.Fatal(err)
	}
	if puts < 64 || puts > 70 {
		t.Errorf("got %d notes kept for 203 files, want two for each of the first 32 and one for the others", puts)
	}
}

type counted struct {
	notes
	puts *int
}

func (c counted) Put(name, text string) {
	*c.puts++
	c.notes.Put(name, text)
}

// EV-4: a session that began without a file is replayed without it, and reloads with it.
func TestHeldIsOfTheInput(t *testing.T) {
	s := begins(t)
	in := loader.Input{World: s.world}
	whole, err := loader.Load(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	in.Guard.Held = []tree.Digest{whole.Find("b").Digest}
	less, err := loader.Load(in, whole)
	if err != nil || less.Digest == whole.Digest || !whole.Behind(in) || less.Behind(in) {
		t.Errorf("got %v, %s, %s, want another snapshot", err, less.Digest, whole.Digest)
	}
	again, err := loader.Load(loader.Input{World: s.world}, less)
	if err != nil || again.Digest != whole.Digest || !slices.Contains(loader.Compare(less, again).Added, "b") {
		t.Errorf("got %v, %s, want %s with b added", err, again.Digest, whole.Digest)
	}
}
