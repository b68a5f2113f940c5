package loader

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core/origin"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// chance makes small worlds in which names, aliases and faults often meet.
type chance struct{ *rand.Rand }

func seeded(seed uint64) chance { return chance{rand.New(rand.NewPCG(seed, 7))} }

func pick[T any](r chance, list ...T) T { return list[r.IntN(len(list))] }

func (r chance) text() string {
	return pick(r, "plain", "", "---\ncommand: x\n---\n", "---\ncommand: x\nsummary: S.\n---\n", "---\ncommand: y\n---\n",
		"---\ndescription: D: d\n---\n", "---\ncommand: A\neligibility: {env: [E]}\n---\n", "---\neligibility: {binaries: [git]}\n---\n",
		unusable[Malformed], unusable[CommandReserved], unusable[ToolMissing], unusable[Ineligible], unusable[ModeMismatch])
}

func (r chance) folder() string {
	root := pick(r, inBundled, inUser, inWorkspace, inWorkspace)
	return root + pick(r, "", "", "", "in/", "in/deeper/", ".git/") + pick(r, "a", "A", "b", "c d", "🌸", "off", "x", "in")
}

func (r chance) path() string {
	return r.folder() + "/" + pick(r, File, File, File, File, "skill.md", "ref.md", "sub/"+File)
}

func (r chance) world(tb testing.TB) Input {
	in := files{}.input(tb, pick(r, world.Children, world.Deep))
	for range r.IntN(20) {
		in = r.edit(tb, in)
	}
	r.rules(&in)
	return in
}

func (r chance) rules(in *Input) {
	in.Profile.OS = pick(r, "linux", "win32")
	in.Profile.Mode = pick(r, "Global", "Meeting")
	in.Profile.Binaries = pick(r, []string{}, []string{"git"})
	in.Policy.Disabled = pick(r, []string{}, []string{}, []string{"a", "off"})
}

// edit puts or removes something, where that is possible.
func (r chance) edit(tb testing.TB, in Input) Input {
	tb.Helper()
	change := func() (tree.Tree, error) { return in.Tree.Put(r.path(), []byte(r.text())) }
	if r.IntN(4) == 0 {
		change = func() (tree.Tree, error) { return in.Tree.Remove(r.folder()) }
	}
	if next, err := change(); err == nil {
		in.Tree = next
	}
	return in
}

// LD-9: a reload gives what a load anew gives, but for the version, and parses
// nothing that it knows.
func TestReloadIsLoad(t *testing.T) {
	for seed := range uint64(150) {
		r := seeded(seed)
		in := r.world(t)
		s := mustLoad(t, in, nil)
		for range 8 {
			for range r.IntN(4) {
				in = r.edit(t, in)
			}
			if r.IntN(5) == 0 {
				r.rules(&in)
			}
			if r.IntN(8) == 0 {
				in.Roots = world.Roots(pick(r, world.Children, world.Deep))
			}
			anew, next := mustLoad(t, in, nil), mustLoad(t, in, s)
			anew.Version = next.Version
			if got, want := bytesOf(t, next), bytesOf(t, anew); !bytes.Equal(got, want) {
				t.Fatalf("seed %d: a reload gives\n%s\nand a load\n%s", seed, got, want)
			}
			if got := Compare(anew, next); !got.Empty() || anew.Digest != next.Digest {
				t.Fatalf("seed %d: got %+v between a load and a reload", seed, got)
			}
			unchangedKept(t, s, next)
			s = next
		}
	}
}

// unchangedKept: a folder of equal digest at its old place keeps its skill.
func unchangedKept(t *testing.T, old, next *Snapshot) {
	t.Helper()
	before := map[string]*Candidate{}
	for _, c := range old.Candidates {
		before[c.Path] = c
	}
	for _, c := range next.Candidates {
		if was := before[c.Path]; was != nil && was.Folder().Equal(c.Folder()) && was.place != c.place {
			t.Fatalf("%s: got a new place for an unchanged folder", c.Path)
		}
	}
}

// LD-3, LD-4, LD-5, LD-8: what holds of every snapshot.
func TestInvariants(t *testing.T) {
	for seed := range uint64(500) {
		in := seeded(seed).world(t)
		s := mustLoad(t, in, nil)
		var last *Candidate
		for _, c := range s.Candidates {
			first := last == nil || last.Name != c.Name
			if !slices.Contains(States(), c.State) || (len(c.Reasons) == 0) != (c.State == Available) {
				t.Fatalf("seed %d: %s is %s for %v", seed, c.Path, c.State, c.Reasons)
			}
			if (c.State == Shadowed) == first || (c.ShadowedBy != "") == first {
				t.Fatalf("seed %d: %s is %s and first of its name: %t", seed, c.Path, c.State, first)
			}
			if last != nil && !ordered(last, c) {
				t.Fatalf("seed %d: got %s before %s", seed, last.Path, c.Path)
			}
			if (c.State == Available) != slices.Contains(s.Skills, c) || (first && s.Find(c.Name) != c) {
				t.Fatalf("seed %d: the index disagrees about %s", seed, c.Path)
			}
			for _, r := range c.Reasons {
				if r.Code == "" || r.Clause == "" || !strings.HasSuffix(r.Message, ".") {
					t.Fatalf("seed %d: got the reason %+v", seed, r)
				}
			}
			last = c
		}
	}
}

// ordered: by name, then precedence, then path.
func ordered(a, b *Candidate) bool {
	rank := map[world.Source]int{world.Workspace: 0, world.User: 1, world.Bundled: 2}
	if a.Name != b.Name {
		return a.Name < b.Name
	}
	if a.Source != b.Source {
		return rank[a.Source] < rank[b.Source]
	}
	return a.Path < b.Path
}

// LD-6: the same bytes, in whatever order the files came and were listed.
func TestOrderNeverMatters(t *testing.T) {
	for seed := range uint64(100) {
		r := seeded(seed)
		in := r.world(t)
		want := bytesOf(t, mustLoad(t, in, nil))
		in.Tree = r.rebuilt(t, in.Tree)
		if got := bytesOf(t, mustLoad(t, in, nil)); !bytes.Equal(got, want) {
			t.Fatalf("seed %d: another order of building gives\n%s\nwant\n%s", seed, got, want)
		}
		read, _, err := tree.Folder{From: shuffled{disk(in.Tree), r}, Dir: "."}.Read()
		if err != nil {
			t.Fatal(err)
		}
		in.Tree = read
		if got := bytesOf(t, mustLoad(t, in, nil)); !bytes.Equal(got, want) {
			t.Fatalf("seed %d: another order of listing gives\n%s\nwant\n%s", seed, got, want)
		}
	}
}

// disk is the tree as a filesystem of another kind, empty folders included.
func disk(t tree.Tree) fstest.MapFS {
	m := fstest.MapFS{}
	fs.WalkDir(t, ".", func(path string, d fs.DirEntry, _ error) error {
		data, _ := t.ReadFile(path)
		m[path] = &fstest.MapFile{Data: data, Mode: d.Type()}
		return nil
	})
	return m
}

func (r chance) rebuilt(t *testing.T, from tree.Tree) tree.Tree {
	t.Helper()
	m := disk(from)
	paths := slices.Collect(maps.Keys(m))
	r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	var b tree.Builder
	for _, path := range paths {
		var err error
		if m[path].Mode.IsDir() && path != "." {
			err = b.Dir(path)
		} else if !m[path].Mode.IsDir() {
			err = b.Put(path, m[path].Data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

// shuffled lists a folder in any order.
type shuffled struct {
	fstest.MapFS
	r chance
}

func (s shuffled) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := s.MapFS.ReadDir(name)
	s.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, err
}

// parsed is what a snapshot has parsed up to now.
func parsed(s *Snapshot) map[*skill.Skill]bool {
	m := map[*skill.Skill]bool{}
	for _, c := range s.Candidates {
		if c.place.parsed != nil {
			m[c.place.parsed] = true
		}
	}
	return m
}

// parses counts the skills that a reload parses.
func parses(tb testing.TB, in Input, old *Snapshot) int {
	had, n := parsed(old), 0
	for p := range parsed(mustLoad(tb, in, old)) {
		if !had[p] {
			n++
		}
	}
	return n
}

// LD-3, LD-9: winners are parsed, losers are not, and a reload parses exactly
// what changed.
func TestParses(t *testing.T) {
	for _, scan := range []world.Scan{world.Children, world.Deep} {
		in := many(t, 200)
		in.Roots = world.Roots(scan)
		in = put(t, in, inBundled+"skill-00003/SKILL.md", "a loser")
		s := mustLoad(t, in, nil)
		if got := len(parsed(s)); got != 200 {
			t.Errorf("%s: got %d parses, want one for each winner", scan, got)
		}
		for _, c := range []struct {
			what string
			in   Input
			want int
		}{
			{"reload of nothing new", in, 0},
			{"reload after one edit", edited(t, in), 1},
			{"reload after a new reference", put(t, in, inWorkspace+"skill-00001/ref.md", "x"), 1},
			{"reload after a delete", remove(t, in, inWorkspace+"skill-00001"), 0},
			{"reload after a winner goes", remove(t, in, inWorkspace+"skill-00003"), 1},
			{"reload after an edit elsewhere", put(t, in, "workspace/notes", "x"), 0},
		} {
			if got := parses(t, c.in, s); got != c.want {
				t.Errorf("%s, %s: got %d parses, want %d", scan, c.what, got, c.want)
			}
		}
		other := in
		other.Profile.Mode = "Dev"
		if got := parses(t, other, s); got != 0 {
			t.Errorf("%s, another profile: got %d parses, want none", scan, got)
		}
	}
}

// LD-9: what a reload allocates does not grow with the number of skills.
func TestReloadAllocs(t *testing.T) {
	cost := func(n int) float64 {
		in := many(t, n)
		s, next := mustLoad(t, in, nil), edited(t, in)
		return testing.AllocsPerRun(5, func() { mustLoad(t, next, s) })
	}
	if small, large := cost(100), cost(2000); large > small+20 {
		t.Errorf("got %v allocations among 2,000 skills and %v among 100, want about as many", large, small)
	}
}

// LD-9: a reload that goes to the skills alone that have changed comes to what a load anew does, with skills of one name in
// several roots, aliases that clash, and runs that end where a change is; and it does so for most edits.
func TestAmends(t *testing.T) {
	n, rounds := 900, 150
	if testing.Short() {
		n, rounds = 300, 40
	}
	r, in := seeded(3), many(t, n)
	for i := range n / 3 {
		in = put(t, in, fmt.Sprintf("%sskill-%05d/%s", inUser, 3*i, File), string(text(3*i)))
	}
	s, quick := mustLoad(t, in, nil), 0
	for range rounds {
		for range 1 + r.IntN(3) {
			name := fmt.Sprintf("skill-%05d", r.IntN(n))
			at := pick(r, inUser, inWorkspace) + name
			if _, there := in.Tree.File(at + "/" + File); there || r.IntN(20) == 0 {
				in = put(t, in, at+"/"+pick(r, File, File, "ref.md", "sub/"+File), pick(r, r.text(), string(text(r.IntN(2000)))))
			}
		}
		next, anew := mustLoad(t, in, s), mustLoad(t, in, nil)
		if fmt.Sprintf("%p", next.aliases.all) == fmt.Sprintf("%p", s.aliases.all) {
			quick++
		}
		anew.Version = next.Version
		if got, want := bytesOf(t, next), bytesOf(t, anew); !bytes.Equal(got, want) || next.Digest != anew.Digest {
			t.Fatalf("a reload gives %s\n%s\nand a load %s\n%s", next.Digest, got, anew.Digest, want)
		}
		s = next
	}
	if quick < rounds/5 {
		t.Errorf("got %d of %d reloads that went to what has changed alone, want many", quick, rounds)
	}
}

// LD-9: a reload after an edit makes one digest of a run and one of a candidate anew, and finds no skill again but that,
// among as many as there are.
func TestReloadCosts(t *testing.T) {
	for _, n := range []int{100, 3000} {
		in := many(t, n)
		s := mustLoad(t, in, nil)
		next := mustLoad(t, edited(t, in), s)
		found, judged, hashed := 0, 0, 0
		for i, c := range next.Candidates {
			if c.place != s.Candidates[i].place {
				found++
			}
			if c != s.Candidates[i] {
				judged++
			}
		}
		for i, run := range next.runs {
			if &run.list[0] != &s.runs[min(i, len(s.runs)-1)].list[0] {
				hashed++
			}
		}
		if found != 1 || judged != 1 || hashed > 3 {
			t.Errorf("of %d: got %d skills found, %d judged and %d runs hashed, want 1, 1 and at most 3", n, found, judged, hashed)
		}
	}
}

// A load and a reload allocate no more than in proportion to the skills there are: counted in bytes, and not by a clock.
func TestBytesGrowWithSkills(t *testing.T) {
	allocated := func(work func()) float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		work()
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	cost := func(n int) (load, reload float64) {
		in := many(t, n)
		next := edited(t, in)
		var s *Snapshot
		load = allocated(func() { s = mustLoad(t, in, nil) })
		return load, allocated(func() { mustLoad(t, next, s) })
	}
	load, reload := cost(300)
	loadOfMany, reloadOfMany := cost(3000)
	if got := loadOfMany / load; got > 10*1.15 {
		t.Errorf("got %.1f times the bytes for a load of ten times the skills, want about ten times", got)
	}
	if got := reloadOfMany / reload; got > 10 {
		t.Errorf("got %.1f times the bytes for a reload among ten times the skills, want fewer than ten times", got)
	}
}

// LD-9: a reload of nothing new looks at no skill, also where all of them came from elsewhere.
func TestReloadOfNothingAllocs(t *testing.T) {
	cost := func(n int) float64 {
		in := many(t, n)
		var marked []string
		for i := range n {
			marked = append(marked, fmt.Sprintf("/%sskill-%05d", inWorkspace, i))
		}
		in.Origins = origin.Marks(marked...)
		in = remove(t, in, strings.TrimSuffix(inUser, "/")) // a root that is not there is as it was, too
		s := mustLoad(t, in, nil)
		next := mustLoad(t, in, s)
		if &next.Candidates[0] != &s.Candidates[0] || next.Version != s.Version+1 {
			t.Errorf("got version %d with candidates of its own, want %d with those of before", next.Version, s.Version+1)
		}
		return testing.AllocsPerRun(5, func() {
			if next := mustLoad(t, in, s); !Compare(s, next).Empty() || next.Behind(in) {
				t.Error("got a change, want none")
			}
		})
	}
	// The race detector makes a sync.Pool forget at random, so that the same run allocates a little more or less.
	if small, large := cost(20), cost(600); large > small+20 {
		t.Errorf("got %v allocations among 600 skills and %v among 20, want about as many", large, small)
	}
}

// LD-9: a candidate that nothing happened to is the very same value.
func TestReloadKeepsVerdicts(t *testing.T) {
	in := many(t, 50)
	s := mustLoad(t, in, nil)
	next := mustLoad(t, put(t, in, inUser+"new/SKILL.md", "x"), s)
	kept := 0
	for _, c := range s.Candidates {
		if next.Find(c.Name) == c {
			kept++
		}
	}
	if kept != 50 {
		t.Errorf("got %d verdicts kept, want 50", kept)
	}
	if fmt.Sprint(Compare(s, next).Added) != "[new]" {
		t.Errorf("got %+v, want one skill added", Compare(s, next))
	}
}

// LD-9: hashing only the runs that changed gives the digest of a load anew.
func TestRuns(t *testing.T) {
	r, in := seeded(1), many(t, 2000)
	s := mustLoad(t, in, nil)
	if len(s.runs) < 3 {
		t.Fatalf("got %d runs of 2,000 candidates, want several", len(s.runs))
	}
	for range 10 {
		name := fmt.Sprintf("%sskill-%05d", inWorkspace, r.IntN(4000))
		if next, err := in.Tree.Remove(name); err == nil && r.IntN(2) == 0 {
			in.Tree = next
		} else {
			in = put(t, in, name+"/SKILL.md", r.text())
		}
		next := mustLoad(t, in, s)
		if want := mustLoad(t, in, nil).Digest; next.Digest != want {
			t.Fatalf("%s: got %s after a reload, want %s", name, next.Digest, want)
		}
		fresh := 0
		for _, a := range next.runs {
			if !slices.ContainsFunc(s.runs, func(b run) bool { return slices.Equal(a.list, b.list) }) {
				fresh++
			}
		}
		if fresh > 3 {
			t.Errorf("%s: got %d new runs of %d after one edit", name, fresh, len(next.runs))
		}
		s = next
	}
}

// A load that tells how far it is comes to what any other does, and is stopped at
// whatever point whoever waits says so.
func TestLoadTicks(t *testing.T) {
	in := many(t, 30)
	want, err := Load(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	got, err := LoadWith(in, nil, nil, func(int, int) bool { told++; return true })
	if err != nil || got.Digest != want.Digest || told < 2*30 {
		t.Fatalf("got %v after %d ticks, want the same snapshot, and each skill told when found and when judged", err, told)
	}
	for stop := range told {
		n := 0
		s, err := LoadWith(in, nil, nil, func(done, total int) bool { n++; return n <= stop && done <= total })
		if s != nil || err != tree.ErrStopped || n != stop+1 {
			t.Errorf("after %d: got %v at %d, want %v", stop, err, n, tree.ErrStopped)
		}
	}
}
