package persist_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lily/core/origin"
	"lily/core/persist"
	"lily/core/store"
	"lily/core/tree"
)

// VF-4: what was edited is there at the next start, profile, policy and marks too;
// what the program brings along is as the program has it now.
func TestWorldComesBack(t *testing.T) {
	st := &store.Memory{}
	p := open(t, st)
	if err := errors.Join(p.put("workspace/a.txt", "one"), p.put("user/skills/k/SKILL.md", "k"), p.put("persona/SOUL.md", "")); err != nil {
		t.Fatal(err)
	}
	next := p.world
	next.Profile.OS, next.Policy, next.Origins = "win32", next.Policy.Disable("k", true), origin.Marks("/user/skills/k").Put(
		origin.Place{Path: "/workspace/x", Origin: origin.Of("a.zip")},
		origin.Place{Path: "/workspace/y", Origin: origin.Origin{Foreign: true, Tool: "shell", Skill: "k", Session: "s1", Saw: "/workspace/x"}},
	)
	if _, err := p.Save(p.world, next); err != nil {
		t.Fatal(err)
	}
	again := newPage(st, fresh(t, "newer"))
	w, problems, err := again.Open()
	again.world = w
	want := "bundled/skills/b/SKILL.md=newer user/skills/k/SKILL.md=k workspace/a.txt=one"
	if err != nil || problems != nil || again.files() != want {
		t.Errorf("got %s, %v, %v\nwant %s", again.files(), problems, err, want)
	}
	if w.Profile.Digest() != next.Profile.Digest() || w.Policy.Digest() != next.Policy.Digest() || !slices.Equal(w.Origins, next.Origins) {
		t.Errorf("got %+v, %+v, %v", w.Profile, w.Policy, w.Origins)
	}
	if s := again.Blobs.Status(); s.Why != "" || s.Saving != 0 {
		t.Errorf("got %+v, want all kept", s)
	}
}

// VF-4: a start reads folders and no file.
func TestStartReadsNoFile(t *testing.T) {
	st := &store.Memory{}
	p := open(t, st)
	for i := range 50 {
		if err := p.put(fmt.Sprintf("workspace/skills/s%d/SKILL.md", i), fmt.Sprint("text", i)); err != nil {
			t.Fatal(err)
		}
	}
	seen := &watched{Store: st}
	again := open(t, seen)
	for _, data := range seen.given {
		if !strings.HasPrefix(string(data), "folder\n") {
			t.Errorf("got %q read, want folders only", data)
		}
	}
	if len(seen.given) < 50 || seen.calls > 5 {
		t.Errorf("got %d folders in %d reads", len(seen.given), seen.calls)
	}
	if got := again.files(); !strings.Contains(got, "s49/SKILL.md=text49") {
		t.Errorf("got %s", got)
	}
}

// VF-5: two programs on one store. What they changed in different places is
// merged; what both changed is refused for the one who came second, who has what
// the other wrote, and nothing is lost.
func TestTwoPrograms(t *testing.T) {
	st := &store.Memory{}
	a := open(t, st)
	if err := a.put("workspace/both", "0"); err != nil {
		t.Fatal(err)
	}
	b := open(t, st)
	if err := errors.Join(a.put("workspace/a", "1"), b.put("workspace/b", "1"), a.put("workspace/both", "a")); err != nil {
		t.Fatal(err)
	}
	err := b.put("workspace/both", "b")
	var clash *persist.Clash
	if !errors.As(err, &clash) || !slices.Equal(clash.Places, []string{"/workspace/both"}) {
		t.Errorf("got %v, want a clash", err)
	}
	if got := b.files(); !strings.Contains(got, "workspace/a=1 workspace/b=1 workspace/both=a") {
		t.Errorf("got %s", got)
	}
	f, err := a.Follow()
	if a.world = f.World; err != nil || a.files() != b.files() {
		t.Errorf("got %s, %v\nwant %s", a.files(), err, b.files())
	}
}

// VF-5, PO-5: of two programs each sets and takes away marks of trust, and keeps those
// of the other.
func TestTwoProgramsMark(t *testing.T) {
	tests := []struct{ was, mine, theirs, want string }{
		{"a b", "a b", "b c", "b c"},
		{"a b", "b c", "a b", "b c"},
		{"a b", "b c", "a d", "c d"},
		{"a b", "a c", "a c", "a c"},
		{"", "b", "a", "a b"},
		{"a b", "", "a b c", "c"},
	}
	for _, c := range tests {
		st := &store.Memory{}
		first := open(t, st)
		mark := func(p *page, list string) (err error) {
			next := p.world
			next.Origins = origin.Marks(strings.Fields(list)...)
			p.world, err = p.Save(p.world, next)
			return err
		}
		if err := mark(first, c.was); err != nil {
			t.Fatal(err)
		}
		second := open(t, st)
		if err := errors.Join(mark(first, c.theirs), mark(second, c.mine)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(second.world.Origins.Paths(), " "); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}

// VF-5: 500 edits in turn by two programs: each is kept, or refused and said.
func TestInterleaved(t *testing.T) {
	st := &store.Memory{}
	r := rand.New(rand.NewPCG(9, 10))
	pages := []*page{open(t, st), open(t, st)}
	want := map[string]string{}
	refused := 0
	for i := range 500 {
		p := pages[r.IntN(2)]
		if r.IntN(3) == 0 {
			f, err := p.Follow()
			if p.world = f.World; err != nil {
				t.Fatal(err)
			}
		}
		path, text := fmt.Sprintf("workspace/%d", r.IntN(20)), fmt.Sprint(i)
		switch err := p.put(path, text); {
		case err == nil:
			want[path] = text
		case errors.As(err, new(*persist.Clash)):
			refused++
		default:
			t.Fatal(err)
		}
	}
	last := open(t, st)
	for path, text := range want {
		if data, err := last.world.Tree.ReadFile(path); string(data) != text {
			t.Errorf("%s: got %q, %v, want %q", path, data, err, text)
		}
	}
	if refused == 0 || refused > 250 {
		t.Errorf("got %d refused, want some", refused)
	}
}

// VF-4: a store without room keeps what it had; what is edited is in memory, is
// said to be, and is kept once there is room again.
func TestFull(t *testing.T) {
	st := &bounded{}
	p := open(t, st)
	if err := p.put("workspace/a", "1"); err != nil {
		t.Fatal(err)
	}
	st.full = true
	if err := p.put("workspace/b", "2"); err != nil || !strings.Contains(p.files(), "workspace/b=2") {
		t.Errorf("got %v, want the edit in memory", err)
	}
	if s := p.Blobs.Status(); !strings.Contains(s.Why, "full") || s.Saving != 0 {
		t.Errorf("got %+v, want it said", s)
	}
	st.full = false
	if again := open(t, st); strings.Contains(again.files(), "workspace/b") {
		t.Errorf("got %s, want the world before", again.files())
	}
	if err := p.put("workspace/c", "3"); err != nil || p.Blobs.Status().Why != "" {
		t.Errorf("got %v, %+v, want all kept", err, p.Blobs.Status())
	}
	if again := open(t, st); again.files() != p.files() {
		t.Errorf("got %s, want %s", again.files(), p.files())
	}
}

// watched is a store that sees what is read.
type watched struct {
	store.Store
	given [][]byte
	calls int
}

func (w *watched) Blobs(ctx ctx, list []tree.Digest) ([][]byte, error) {
	got, err := w.Store.Blobs(ctx, list)
	w.given, w.calls = append(w.given, got...), w.calls+1
	return got, err
}

// VF-4: after a folder was lost, what is edited is kept whole, and the record that
// names the folder is put aside.
func TestEditAfterALoss(t *testing.T) {
	st := &store.Memory{}
	p := open(t, st)
	if err := errors.Join(p.put("user/skills/k/SKILL.md", "k"), p.put("user/skills/l/SKILL.md", "l"), p.put("workspace/a", "1")); err != nil {
		t.Fatal(err)
	}
	var lost []tree.Digest
	k, err := p.world.Tree.At("user/skills/k")
	if err != nil {
		t.Fatal(err)
	}
	lost = append(lost, k.Digest())
	if _, err := st.Collect(t.Context(), nil, func(d tree.Digest) bool { return !slices.Contains(lost, d) }); err != nil {
		t.Fatal(err)
	}
	refs, _ := st.Refs(t.Context(), "world")
	again, problems := opened(t, st)
	if len(problems) != 1 || problems[0].Place != "/user/skills/k" {
		t.Fatalf("got %v", problems)
	}
	for i := range 3 {
		if err := again.put("workspace/a", fmt.Sprint("edit", i)); err != nil || again.Blobs.Status().Why != "" {
			t.Fatal(err, again.Blobs.Status())
		}
	}
	last := open(t, st)
	if got := last.files(); !strings.Contains(got, "user/skills/l/SKILL.md=l workspace/a=edit2") {
		t.Errorf("got %s", got)
	}
	if aside, err := st.Refs(t.Context(), "world-damaged"); err != nil || len(aside) != 1 || !bytes.Equal(aside[0].Value, refs[0].Value) {
		t.Errorf("got %q, %v, want the record %q", aside, err, refs[0].Value)
	}
}

// VF-4: a file that is lost does not keep others from being saved, and is there again
// once someone writes the same.
func TestALostFileIsMended(t *testing.T) {
	st := &store.Memory{}
	p := open(t, st)
	if err := errors.Join(p.put("workspace/a", "1"), p.put("workspace/b", "2")); err != nil {
		t.Fatal(err)
	}
	if err := st.Commit(t.Context(), store.Change{Blobs: []store.Blob{{Digest: tree.Sum([]byte("1")), Data: []byte("?")}}}); err != nil {
		t.Fatal(err)
	}
	again := open(t, st)
	if got := again.files(); !strings.Contains(got, "workspace/a=lost workspace/b=2") {
		t.Errorf("got %s", got)
	}
	if err := again.put("workspace/b", "3"); err != nil || again.Blobs.Status().Why != "" {
		t.Errorf("got %v, %+v, want it kept", err, again.Blobs.Status())
	}
	if got := open(t, st).files(); !strings.Contains(got, "workspace/a=lost workspace/b=3") {
		t.Errorf("got %s", got)
	}
	if err := again.put("workspace/a", "1"); err != nil || again.Blobs.Status().Why != "" {
		t.Errorf("got %v, %+v, want it kept", err, again.Blobs.Status())
	}
	if got := open(t, st).files(); !strings.Contains(got, "workspace/a=1 workspace/b=3") {
		t.Errorf("got %s", got)
	}
}

// VF-4: whatever record of the world is damaged or gone, it is said, the rest is
// of use, and nothing is written over before it is.
func TestDamagedWorld(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(*broken)
		want   []string // codes
		has    string
	}{
		{"the ref", func(b *broken) { b.refs["world"] = []byte("{") }, []string{"world_damaged"}, "workspace/a=1"},
		{"no ref", func(b *broken) { delete(b.refs, "world") }, []string{"world_lost"}, "workspace/a=1"},
		{"a ref from later", func(b *broken) { b.refs["world"] = []byte(`{"format":99}`) }, []string{"world_damaged"}, "workspace/a=1"},
		{"both refs", func(b *broken) { b.refs["world"], b.refs["world-before"] = []byte("x"), []byte("y") }, []string{"world_damaged", "world_damaged"}, "persona/SOUL.md=Soul."},
		{"a folder", func(b *broken) { b.lose("SKILL.md") }, []string{"folder_lost"}, "workspace/a=1 workspace/b=2"},
		{"the root", func(b *broken) { b.lose("persona") }, []string{"world_damaged", "world_damaged"}, "persona/SOUL.md=Soul."},
		{"a file", func(b *broken) { b.blobs[tree.Sum([]byte("1"))] = []byte("?") }, nil, "workspace/a=lost workspace/b=2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := &store.Memory{}
			p := open(t, st)
			if err := errors.Join(p.put("user/skills/k/SKILL.md", "k"), p.put("workspace/a", "1"), p.put("workspace/b", "2")); err != nil {
				t.Fatal(err)
			}
			b := newBroken(t, st)
			c.damage(b)
			again, problems := opened(t, b)
			var codes []string
			for _, p := range problems {
				codes = append(codes, p.Code)
				if !strings.HasSuffix(p.Message, ".") {
					t.Errorf("got %q, want a sentence", p.Message)
				}
			}
			if !slices.Equal(codes, c.want) || !strings.Contains(again.files(), c.has) {
				t.Errorf("got %s, %q, want %q and %s", again.files(), problems, c.want, c.has)
			}
		})
	}
}
