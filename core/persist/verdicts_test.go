package persist_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lily/core/loader"
	"lily/core/persist"
	"lily/core/store"
	"lily/core/tree"
)

// begun is a program of some build on a store.
func begun(t *testing.T, build string, st store.Store) *program {
	t.Helper()
	p := open(t, st)
	p.Build = build
	return p.engine()
}

// brings writes skills from one number up to another.
func (p *program) brings(t *testing.T, from, to int) {
	t.Helper()
	var files []string
	for i := from; i < to; i++ {
		files = append(files, fmt.Sprintf("workspace/skills/k%03d/SKILL.md", i), fmt.Sprintf("---\ncommand: k%d\nsummary: Skill %d.\n---\n", i, i))
	}
	p.writes(t, files...)
}

// VF-4: where there are many skills, the second start of one build takes a session
// up again and opens another one, and reads the one skill that was used; another
// build reads them all.
func TestRemembered(t *testing.T) {
	st := &store.Memory{}
	p := begun(t, "one", st)
	p.brings(t, 0, 400)
	id := p.open(t)
	p.say(t, id, "/k7", "Hello")
	p.Flush()
	state, _ := p.State(id)
	if err := p.Remember(state.Snapshot); err != nil {
		t.Fatal(err)
	}
	for build, want := range map[string]int{"one": 1, "two": 400, "": 400} {
		seen := &watched{Store: st}
		again := begun(t, build, seen)
		if problems := again.back(t, id); problems != nil {
			t.Errorf("got %v", problems)
		}
		if got, _ := again.State(again.open(t)); got.Snapshot.Digest != state.Snapshot.Digest {
			t.Errorf("got %s, want %s", got.Snapshot.Digest, state.Snapshot.Digest)
		}
		files, folders := 0, 0
		for _, data := range seen.given {
			if strings.HasPrefix(string(data), "folder\n") {
				folders++
			}
			if strings.HasPrefix(string(data), "---\ncommand:") {
				files++
			}
		}
		if files != want {
			t.Errorf("build %q: got %d files read, want %d", build, files, want)
		}
		if folders > 1 { // the session's root has the bundled skills, too
			t.Errorf("build %q: got %d folders read one by one, want them from the pack", build, folders)
		}
	}
}

// VF-4: what an import brings is remembered before anyone has reloaded the skills, once.
func TestForeseen(t *testing.T) {
	st := &store.Memory{}
	p := begun(t, "one", st)
	many := func(from, to int) *loader.Snapshot {
		p.brings(t, from, to)
		snap, err := loader.Load(p.Input(), nil)
		if err != nil || p.Foresee(snap) != nil {
			t.Fatal(err)
		}
		return snap
	}
	ref := func() string {
		list, _ := st.Refs(t.Context(), "memo")
		if len(list) == 0 {
			return ""
		}
		return string(list[0].Value)
	}
	many(0, 200)
	if ref() != "" {
		t.Error("got few skills remembered, want none")
	}
	snap := many(200, 400)
	was := ref()
	if was == "" {
		t.Fatal("got nothing remembered of many skills")
	}
	many(400, 401)
	if ref() != was {
		t.Error("got it all written again for one skill")
	}
	if many(401, 800); ref() == was {
		t.Error("got nothing written for many more")
	}
	was = ref()
	if err := p.Remember(snap); err != nil || ref() == was {
		t.Errorf("got %v, want a snapshot that was taken remembered", err)
	}
}

// packed is a program with 400 skills, whose folders are in the pack.
func packed(t *testing.T, st store.Store) *program {
	t.Helper()
	p := begun(t, "one", st)
	p.brings(t, 0, 400)
	snap, err := loader.Load(p.Input(), nil)
	if err != nil || p.Remember(snap) != nil {
		t.Fatal(err)
	}
	return p
}

// VF-4: a folder that is lost, while the pack has it, is written again and named as a
// problem that is none any more. After that nothing needs the pack.
func TestMended(t *testing.T) {
	st := &store.Memory{}
	p := packed(t, st)
	p.brings(t, 7, 8) // nothing new, and the pack is of the world
	folder := func(path string) tree.Digest {
		sub, err := p.World().Tree.At(path)
		if err != nil {
			t.Fatal(err)
		}
		return sub.Digest()
	}
	lost, spoilt := folder("workspace/skills/k007"), folder("workspace/skills")
	if n, err := st.Collect(t.Context(), nil, func(d tree.Digest) bool { return d != lost }); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if err := st.Commit(t.Context(), store.Change{Blobs: []store.Blob{{Digest: spoilt, Data: []byte("?")}}}); err != nil {
		t.Fatal(err)
	}
	again, rests := begun(t, "one", st), 0
	problems, err := again.Mend(func() { rests++ })
	var places []string
	for _, f := range problems {
		if places = append(places, f.Place); f.Code != persist.Mended || !strings.Contains(f.Message, "nothing is lost") {
			t.Errorf("got %+v", f)
		}
	}
	if want := []string{"/workspace/skills", "/workspace/skills/k007"}; err != nil || !slices.Equal(places, want) || rests < 2 {
		t.Errorf("got %q, %v after %d rests, want %q", places, err, rests, want)
	}
	last := begun(t, "one", st)
	if problems, err := last.Mend(func() {}); problems != nil || err != nil {
		t.Errorf("got %v, %v, want it mended", problems, err)
	}
	refs, _ := st.Refs(t.Context(), "folders")
	if err := st.Commit(t.Context(), store.Change{Refs: []store.Set{{Name: "folders", Was: refs[0].Value}}}); err != nil {
		t.Fatal(err)
	}
	if got := open(t, st).files(); !strings.Contains(got, "workspace/skills/k007/SKILL.md=") {
		t.Errorf("got no k007 without the pack")
	}
}

// VF-4: where all folders of the pack are lost, a few are named and the rest is counted;
// what has changed since the pack is asked of nobody.
func TestMendedMany(t *testing.T) {
	st := &store.Memory{}
	p := packed(t, st)
	p.brings(t, 400, 401)
	skills, err := p.World().Tree.At("workspace/skills")
	if err != nil {
		t.Fatal(err)
	}
	lost := map[tree.Digest]bool{}
	for e := range skills.Children() {
		lost[e.Digest] = e.Name != "k400"
	}
	if n, err := st.Collect(t.Context(), nil, func(d tree.Digest) bool { return !lost[d] }); n != 400 || err != nil {
		t.Fatal(n, err)
	}
	problems, err := begun(t, "one", st).Mend(func() {})
	if err != nil || len(problems) != 21 || !strings.Contains(problems[20].Message, "380 folders more") {
		t.Errorf("got %d problems, the last of them %v, %v", len(problems), problems[len(problems)-1:], err)
	}
	open(t, st)
}

// VF-4: a pack or verdicts that are damaged cost time alone. They are said to be, let go
// of, and made again.
func TestWhatHelpsAStartIsMended(t *testing.T) {
	for _, name := range []string{"folders", "memo"} {
		st := &store.Memory{}
		p := packed(t, st)
		was, _ := st.Refs(t.Context(), name)
		var named struct{ Blob tree.Digest }
		if err := json.Unmarshal(was[0].Value, &named); err != nil {
			t.Fatal(err)
		}
		if err := st.Commit(t.Context(), store.Change{Blobs: []store.Blob{{Digest: named.Blob, Data: []byte("?")}}}); err != nil {
			t.Fatal(err)
		}
		again := begun(t, "one", st)
		state, _ := again.State(again.open(t))
		if got, _ := again.State(again.open(t)); len(got.Snapshot.Candidates) != len(state.Snapshot.Candidates) {
			t.Errorf("%s: got %d skills", name, len(got.Snapshot.Candidates))
		}
		problems, err := again.Mend(func() {})
		if err != nil || len(problems) != 1 || problems[0].Code != persist.Mended || problems[0].Place != name {
			t.Errorf("%s: got %v, %v", name, problems, err)
		}
		if err := again.Remember(state.Snapshot); err != nil {
			t.Fatal(err)
		}
		now, _ := st.Refs(t.Context(), name)
		if data, err := st.Blobs(t.Context(), []tree.Digest{named.Blob}); len(now) != 1 || err != nil || tree.Sum(data[0]) != named.Blob || !bytes.Equal(now[0].Value, was[0].Value) {
			t.Errorf("%s: got %q, %v, want it made again", name, now, err)
		}
		last := begun(t, "one", st)
		last.open(t)
		if problems, err := last.Mend(func() {}); problems != nil || err != nil || last.World().Tree.Digest() != p.World().Tree.Digest() {
			t.Errorf("%s: got %v, %v at the next start", name, problems, err)
		}
	}
}

// LD-9: a reload takes what an import's review has judged already, once, comes to the same, and judges anew what is
// another file or is under other rules.
func TestExpected(t *testing.T) {
	p := begun(t, "one", &store.Memory{})
	before, err := loader.Load(p.Input(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for i := range 300 {
		files = append(files, fmt.Sprintf("workspace/skills/made-%03d/SKILL.md", i), fmt.Sprintf(
			"---\nname: made-%03d\ndescription: >-\n  Made for the number %d,\n  and for no other.\nmetadata:\n  author: \"none\"\n  tags: [a, b, c]\n---\n\nDo it.\n", i, i))
	}
	p.writes(t, files...)
	foreseen, err := loader.Load(p.Input(), before)
	if err != nil {
		t.Fatal(err)
	}
	in := p.Input()
	want, err := loader.Load(in, before)
	if err != nil {
		t.Fatal(err)
	}
	cost := func(expect *loader.Snapshot) float64 {
		return testing.AllocsPerRun(3, func() {
			p.Expect(expect)
			if got, err := p.Take(in, before); err != nil || got.Digest != want.Digest || got.Version != want.Version {
				t.Errorf("got %+v, %v, want the same as without it", got, err)
			}
		})
	}
	if anew, known := cost(nil), cost(foreseen); known > anew/20 {
		t.Errorf("got %.0f allocations to judge 300 skills and %.0f to take what was judged, want far fewer", anew, known)
	}
	p.brings(t, 0, 1)
	in = p.Input()
	in.Policy.Disabled = []string{foreseen.Skills[0].Name}
	if want, err = loader.Load(in, before); err != nil {
		t.Fatal(err)
	}
	cost(foreseen)
}
