package world_test

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/tree"
	"lily/core/world"
)

var everything = world.Take{Profile: true, Policy: true, Persona: true, Differing: true}

// VF-7: what was exported as everything comes back exactly on another machine, where all of it
// is taken.
func TestRestore(t *testing.T) {
	want := having(t, "workspace/skills/a/SKILL.md", "a", "user/skills/\"odd\" – name/SKILL.md", "b", "persona/SOUL.md", "Soul.")
	want.Profile.OS, want.Policy = "win32", want.Policy.Disable("a", true)
	want.Origins = origin.Marks("/user/skills/\"odd\" – name", "/workspace/skills/a")
	all := want.Everything()
	all, _ = all.Put("sessions/s1.zip", []byte("a bundle"))
	var zip bytes.Buffer
	if err := archive.Write(&zip, all); err != nil {
		t.Fatal(err)
	}
	read, err := archive.Read(zip.Bytes(), archive.Options{})
	if err != nil || !world.Restorable(read) {
		t.Fatal(err)
	}
	other := having(t)
	r, err := world.Restore(read)
	if err != nil || len(r.Sessions) != 1 || r.Files() != all.Files()-4 {
		t.Fatalf("got %d files, %d sessions, %v", r.Files(), len(r.Sessions), err)
	}
	got, err := r.In(other, everything)
	if err != nil || got.Tree.Digest() != want.Tree.Digest() || got.Profile.Digest() != want.Profile.Digest() ||
		got.Policy.Digest() != want.Policy.Digest() || !slices.Equal(got.Origins, want.Origins) {
		t.Errorf("got %v, %v, %v, %v", tree.Diff(want.Tree, got.Tree), got.Origins, got.Profile, err)
	}
}

// VF-4, VF-7: ten thousand folders that are not trusted come back, too.
func TestRestoreManyMarks(t *testing.T) {
	want := having(t)
	for i := range 10_000 {
		want.Origins = append(want.Origins, origin.Place{Path: fmt.Sprintf("/workspace/skills/made_%05d", i), Origin: origin.Marked})
	}
	all := want.Everything()
	r, err := world.Restore(all)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.In(having(t), everything); err != nil || !slices.Equal(got.Origins, want.Origins) {
		t.Errorf("got %d folders, %v, want %d", len(got.Origins), err, len(want.Origins))
	}
}

// VF-7: what is not such an export is refused with the name of what is wrong.
func TestRestoreRefuses(t *testing.T) {
	all := having(t).Everything()
	for name, damage := range map[string]func(tree.Tree) (tree.Tree, error){
		"a stranger":   func(t tree.Tree) (tree.Tree, error) { return t.Put("bundled/skills/x/SKILL.md", nil) },
		"no profile":   func(t tree.Tree) (tree.Tree, error) { return t.Remove("profile.yaml") },
		"a bad policy": func(t tree.Tree) (tree.Tree, error) { return t.Put("policy.yaml", []byte("allow: {}")) },
		"bad marks":    func(t tree.Tree) (tree.Tree, error) { return t.Put("untrusted.yaml", []byte("- x")) },
	} {
		damaged, err := damage(all)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := world.Restore(damaged); err == nil {
			t.Errorf("%s: got no error, want one", name)
		}
	}
}

// PO-9: full auto is chosen by a person, and not by a file that someone restores.
func TestRestoreAsks(t *testing.T) {
	was := having(t)
	bundled := was
	was.Policy, _ = policy.Parse("policy.yaml", []byte("{ask: full_auto, deny: [write]}"))
	all := was.Everything()
	r, err := world.Restore(all)
	if err != nil || !r.Asks {
		t.Fatalf("got %v, %v", r.Asks, err)
	}
	now, _ := r.In(bundled, everything)
	if want, _ := policy.Parse("policy.yaml", []byte("deny: [write]")); now.Policy.Digest() != want.Digest() {
		t.Errorf("got %s", now.Policy.YAML())
	}
}

// restored is an export of a world with files, policy and marks, read back.
func restored(t *testing.T, rules string, files ...string) world.Restored {
	t.Helper()
	w := having(t, files...)
	var err error
	if w.Policy, err = policy.Parse("policy.yaml", []byte(rules)); err != nil {
		t.Fatal(err)
	}
	r, err := world.Restore(w.Everything())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// VF-7, PO-5: a restore loses nothing that is here: it adds what is not, and replaces only what
// the person takes. A skill is one thing. What is not trusted here to the byte is not trusted.
func TestRestoreMerges(t *testing.T) {
	here := having(t, "workspace/both.txt", "mine", "workspace/own.txt", "own", "persona/SOUL.md", "Me.",
		"workspace/skills/same/SKILL.md", "same", "workspace/skills/same/run.sh", "ok",
		"workspace/skills/differs/SKILL.md", "mine", "workspace/skills/more/SKILL.md", "m",
		"workspace/skills/whole/run.sh", "mine", "workspace/place", "a file", "user/skills/elsewhere/SKILL.md", "e",
		"user/skills/marked/SKILL.md", "marked")
	here.Origins = origin.Marks("/user/skills/marked")
	r := restored(t, "ask: full_auto\nallow: [write]\n", "workspace/both.txt", "theirs", "workspace/new.txt", "new", "persona/SOUL.md", "Obey.",
		"workspace/skills/same/SKILL.md", "same", "workspace/skills/same/run.sh", "ok",
		"workspace/skills/differs/SKILL.md", "theirs", "workspace/skills/differs/evil.sh", "rm",
		"workspace/skills/more/SKILL.md", "m", "workspace/skills/more/evil.sh", "rm",
		"workspace/skills/whole/SKILL.md", "theirs", "workspace/place/in.txt", "x",
		"workspace/skills/elsewhere/SKILL.md", "e", "workspace/skills/marked/SKILL.md", "marked", "user/skills/evil/SKILL.md", "evil")
	want := []string{"workspace/both.txt", "workspace/place", "workspace/skills/differs", "workspace/skills/more", "workspace/skills/whole"}
	if got := r.Differing(here); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	const kept = "workspace/both.txt=mine workspace/own.txt=own workspace/new.txt=new persona/SOUL.md=Me. workspace/skills/differs/SKILL.md=mine" +
		" workspace/skills/differs/evil.sh workspace/skills/more/evil.sh workspace/skills/whole/run.sh=mine workspace/skills/whole/SKILL.md" +
		" workspace/place=a_file workspace/skills/elsewhere/SKILL.md=e user/skills/evil/SKILL.md=evil"
	const taken = "workspace/both.txt=theirs workspace/own.txt=own persona/SOUL.md=Obey. workspace/skills/differs/SKILL.md=theirs" +
		" workspace/skills/differs/evil.sh=rm workspace/skills/more/evil.sh=rm workspace/skills/whole/run.sh workspace/skills/whole/SKILL.md=theirs" +
		" workspace/place/in.txt=x user/skills/elsewhere/SKILL.md=e"
	for _, tt := range []struct {
		take         world.Take
		files, marks string
	}{
		{world.Take{}, kept, "[/user/skills/evil /user/skills/marked /workspace/new.txt /workspace/skills/marked]"},
		{everything, taken, "[/user/skills/evil /user/skills/marked /workspace/both.txt /workspace/new.txt /workspace/place /workspace/skills/differs /workspace/skills/marked /workspace/skills/more /workspace/skills/whole]"},
	} {
		now, err := r.In(here, tt.take)
		if err != nil {
			t.Fatal(err)
		}
		for f := range strings.FieldsSeq(tt.files) {
			at, text, there := strings.Cut(f, "=")
			if data, err := now.Tree.ReadFile(at); there != (err == nil) || string(data) != strings.ReplaceAll(text, "_", " ") {
				t.Errorf("%+v: %s: got %q, %v, want %q", tt.take, at, data, err, text)
			}
		}
		if got := fmt.Sprint(now.Origins.Paths()); got != tt.marks {
			t.Errorf("%+v: got %s, want %s", tt.take, got, tt.marks)
		}
		if ruled := now.Policy.Digest() != here.Policy.Digest(); ruled != tt.take.Policy || now.Policy.FullAuto() {
			t.Errorf("%+v: got %s", tt.take, now.Policy.YAML())
		}
		if back, clashes := now.Merge(now, here); clashes != nil || back.Tree.Digest() != here.Tree.Digest() || !slices.Equal(back.Origins, here.Origins) {
			t.Errorf("%+v: it cannot be undone: %q", tt.take, clashes)
		}
	}
}

// PO-5: whatever an export holds, and whatever is taken of it, no folder of a skill that differs
// from what it was is trusted, unless its bytes were under that name.
func FuzzRestoreTrustsNothing(f *testing.F) {
	f.Add([]byte("012345"), []byte("543210"), uint8(8))
	f.Add([]byte("\x00\x10\x20"), []byte("\x05\x15\x25"), uint8(15))
	f.Fuzz(func(t *testing.T, mine, theirs []byte, take uint8) {
		here := scattered(t, mine)
		r, err := world.Restore(scattered(t, theirs).Everything())
		if err != nil {
			t.Fatal(err)
		}
		now, err := r.In(here, world.Take{Profile: take&1 > 0, Policy: take&2 > 0, Persona: take&4 > 0, Differing: take&8 > 0})
		if err != nil {
			return
		}
		for _, a := range world.Arrived(here, now) {
			known := false
			for _, at := range places {
				old, err := here.Tree.At(at)
				known = known || err == nil && old.Digest() == a.Folder.Digest() && path.Base(at) == path.Base(a.Path) && len(here.Origins.Of("/"+at)) == 0
			}
			if !known && !now.Origins.Of("/"+a.Path).AnyForeign() {
				t.Errorf("%s is trusted", a.Path)
			}
		}
		for at, was := range here.Tree.Walk() {
			if is, ok := now.Tree.File(at); take == 0 && (!ok || is.Digest() != was.Digest()) {
				t.Errorf("%s is not what it was", at)
			}
		}
	})
}

var places = []string{"workspace/skills/a", "workspace/skills/b", "user/skills/a", "user/skills/a/a", "user/skills/b"}

// scattered is a world with files at the places that bytes name: a place, a file, a text.
func scattered(t *testing.T, bytes []byte) world.World {
	t.Helper()
	w := having(t)
	for _, b := range bytes {
		at := places[int(b)%len(places)] + []string{"/SKILL.md", "/run.sh", ""}[int(b)/8%3]
		if next, err := w.Tree.Put(at, []byte{b >> 6}); err == nil {
			w.Tree = next
		}
	}
	return w
}
