package loader

import (
	"testing"

	"lily/core/tree"
	"lily/core/world"
)

// kept is an input whose tree was opened from a store, and the store.
func kept(t *testing.T, in Input) (Input, *shelf) {
	t.Helper()
	s := &shelf{blobs: map[tree.Digest][]byte{}, given: map[string]bool{}}
	for b := range in.Tree.Blobs(nil) {
		s.blobs[b.Digest()], _ = b.Bytes()
	}
	opened, err := tree.Opener{From: s}.Open(in.Tree.Digest())
	if err != nil {
		t.Fatal(err)
	}
	in.Tree, s.calls = opened, 0
	return in, s
}

// VF-4, LD-6: a load that remembers reads no file and comes to the same bytes, and
// so does every load after it.
func TestVerdicts(t *testing.T) {
	all := files{
		inWorkspace + "a/SKILL.md": "---\ncommand: x\nsummary: a\n---\n", inWorkspace + "b/SKILL.md": "---\ncommand: x\n---\n",
		inUser + "a/SKILL.md": "loser", inUser + "bad/SKILL.md": "---\nname: x: y\n---\n", inUser + "Case/SKILL.md": "", inUser + "case/SKILL.md": "",
		inWorkspace + "needs/SKILL.md": "---\neligibility: {binaries: [git]}\n---\n", inWorkspace + "odd/SKILL.md": "---\nweather: fine\n---\n",
	}
	for _, scan := range []world.Scan{world.Children, world.Deep} {
		in := all.input(t, scan)
		want := mustLoad(t, in, nil)
		m, err := ReadVerdicts(want.Verdicts())
		if err != nil {
			t.Fatal(err)
		}
		late, s := kept(t, in)
		got, err := LoadWith(late, nil, m, nil)
		if err != nil || got.Digest != want.Digest || s.calls != 0 {
			t.Fatalf("got %s, %v after %d reads, want %s after none", got.Digest, err, s.calls, want.Digest)
		}
		if b := got.Find("a").Brief(); b.Summary != "a" || got.AliasOf(got.Find("a")) != "" || s.calls != 0 {
			t.Errorf("got %+v after %d reads, want a list that needs none", b, s.calls)
		}
		if string(bytesOf(t, got)) != string(bytesOf(t, want)) {
			t.Errorf("got other bytes")
		}
		late.Profile.Binaries = []string{"git"}
		in.Profile = late.Profile
		s.calls = 0
		got, want = mustLoad(t, late, got), mustLoad(t, in, want)
		if got.Digest != want.Digest || s.calls > 1 || got.Find("needs").State != Available {
			t.Errorf("got %s after %d reads, want other rules judged anew after one", got.Digest, s.calls)
		}
	}
}

// VF-4: what is remembered of another file, or under other rules, is not used, and
// what does not read is an error.
func TestMemoOld(t *testing.T) {
	in := files{inWorkspace + "a/SKILL.md": "---\nsummary: old\n---\n"}.input(t, world.Children)
	m, _ := ReadVerdicts(mustLoad(t, in, nil).Verdicts())
	in = put(t, in, inWorkspace+"a/SKILL.md", "---\nsummary: new\n---\n")
	late, _ := kept(t, in)
	if got, err := LoadWith(late, nil, m, nil); err != nil || got.Find("a").Brief().Summary != "new" || got.Digest != mustLoad(t, in, nil).Digest {
		t.Errorf("got %v, %v", got.Find("a").Brief(), err)
	}
	late, _ = kept(t, in)
	late.Profile.OS = "win32"
	if got, err := LoadWith(late, nil, m, nil); err != nil || got.Profile != late.Profile.Digest() || got.Digest != mustLoad(t, late, nil).Digest {
		t.Errorf("got %v, %v", got, err)
	}
	for _, bad := range []string{"", "[]", "{\"rules\":\"x\"}", "null x"} {
		if _, err := ReadVerdicts([]byte(bad)); err == nil {
			t.Errorf("%q: got no error, want one", bad)
		}
	}
}

// VF-4: what could not be read is not remembered.
func TestMemoUnread(t *testing.T) {
	in, s := kept(t, files{inWorkspace + "a/SKILL.md": "a", inWorkspace + "b/SKILL.md": "b"}.input(t, world.Children))
	delete(s.blobs, tree.Sum([]byte("b")))
	m, _ := ReadVerdicts(mustLoad(t, in, nil).Verdicts())
	if len(m.list) != 1 {
		t.Errorf("got %d verdicts, want that of the one that was read", len(m.list))
	}
}
