package aside

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/tree"
	"lily/web/worktree"
)

// run is one run of a session in a folder: its project, its journal and its tree.
type run struct {
	t    *testing.T
	p    *worktree.Project
	a    *Aside
	now  tree.Tree
	said *strings.Builder
}

// begin begins a run, as the command does: of a session, one that is resumed, or of any.
func begin(t *testing.T, dir, home string, flags Flags, session ...string) *run {
	t.Helper()
	p, err := worktree.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := &run{t: t, p: p, said: &strings.Builder{}}
	terms := Terms{Project: p, Dir: home, Skills: func() tree.Tree { return tree.Tree{} }, Out: r.said, Flags: flags}
	if len(session) > 0 {
		terms.Sessions = func() []string { return session[:1] }
	}
	if len(session) > 1 {
		terms.Resumes = session[0]
	}
	r.a, err = Open(terms)
	if err != nil {
		t.Fatal(err)
	}
	if r.now, err = r.a.Settle(r.now); err != nil {
		t.Fatal(err)
	}
	return r
}

// dies is the end of a run by a kill: nothing is said, and its locks are gone.
func (r *run) dies() {
	r.a.lock.Release()
	r.a.store.Close()
	r.p.Close()
}

// writes changes a file as the engine does: it is brought, and then it is another one.
func (r *run) writes(name, text string) {
	r.t.Helper()
	r.brings(name)
	var err error
	if r.now, err = r.now.Put("workspace/"+name, []byte(text)); err != nil {
		r.t.Fatal(err)
	}
	r.a.Sync(context.Background(), r.now)
}

func (r *run) brings(name string) {
	r.t.Helper()
	next, done, err := r.p.Bring(r.now, []string{"workspace/" + name})
	if err != nil {
		r.t.Fatal(err)
	}
	done()
	r.now = next
}

func (r *run) removes(name string) {
	r.t.Helper()
	r.brings(name)
	var err error
	if r.now, err = r.now.Remove("workspace/" + name); err != nil {
		r.t.Fatal(err)
	}
	r.a.Sync(context.Background(), r.now)
}

// ends ends it with answers to what is asked.
func (r *run) ends(answers ...string) {
	r.t.Helper()
	ask := func(_ context.Context, q string) (string, error) {
		if len(answers) == 0 {
			return "", errors.New("nobody")
		}
		line := answers[0]
		answers = answers[1:]
		return line, nil
	}
	if len(answers) == 0 {
		ask = nil
	}
	if err := r.a.End(context.Background(), r.now, ask); err != nil {
		r.t.Fatal(err)
	}
	r.a.Close()
	r.p.Close()
}

func (r *run) saying(want ...string) {
	r.t.Helper()
	for _, w := range want {
		if !strings.Contains(r.said.String(), w) {
			r.t.Errorf("got no %q in\n%s", w, r.said)
		}
	}
	if len(want) == 0 && r.said.Len() > 0 {
		r.t.Errorf("got %q, want nothing said", r.said)
	}
}

// holds compares the files of a folder.
func holds(t *testing.T, dir, want string) {
	t.Helper()
	var got []string
	err := filepath.WalkDir(dir, func(at string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			data, _ := os.ReadFile(at)
			rel, _ := filepath.Rel(dir, at)
			got = append(got, filepath.ToSlash(rel)+"="+string(data))
		}
		return err
	})
	if text := strings.Join(got, " "); text != want || err != nil {
		t.Errorf("got %s, %v, want %s", text, err, want)
	}
}

func folder(t *testing.T, files ...string) (dir, home string) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range files {
		name, text, _ := strings.Cut(f, "=")
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir, filepath.Join(t.TempDir(), "changes")
}

// TM-3: nothing is written without a yes, and with one all of it, with the modes that were there.
func TestYes(t *testing.T) {
	dir, home := folder(t, "a=1", "d/b=1", "gone=1")
	if err := os.Chmod(filepath.Join(dir, "a"), 0o751); err != nil {
		t.Fatal(err)
	}
	r := begin(t, dir, home, Flags{})
	r.writes("a", "2")
	r.writes("new/deep/c", "3")
	r.removes("gone")
	holds(t, dir, "a=1 d/b=1 gone=1")
	r.ends("d", "what", "y")
	r.saying("M a\n  -1\n  +2\n", "wrote 3 changed files to ", "M a, D gone, A new/deep/c")
	holds(t, dir, "a=2 d/b=1 new/deep/c=3")
	if info, _ := os.Stat(filepath.Join(dir, "a")); info.Mode().Perm() != 0o751 {
		t.Errorf("got the mode %o", info.Mode().Perm())
	}
	r = begin(t, dir, home, Flags{})
	r.saying()
	r.ends()
}

// Piped, nothing is written without a flag; it is said what was not, and the next run writes it with one, or forgets it.
func TestPiped(t *testing.T) {
	dir, home := folder(t, "a=1")
	r := begin(t, dir, home, Flags{})
	r.writes("a", "2")
	r.ends()
	r.saying("not written: M a; they are kept aside", "--restore --write")
	r = begin(t, dir, home, Flags{})
	r.saying("kept aside from earlier sessions here: 1 changed file (M a)")
	r.ends()
	r = begin(t, dir, home, Flags{Restore: true, Write: true})
	r.ends() // without a line
	r.saying("took up 1 changed file", "wrote 1 changed file")
	holds(t, dir, "a=2")
	r = begin(t, dir, home, Flags{Write: true})
	r.writes("a", "3")
	holds(t, dir, "a=3")
	r.ends()
	r = begin(t, dir, home, Flags{})
	r.writes("a", "4")
	r.dies()
	r = begin(t, dir, home, Flags{Discard: true})
	r.saying("forgot 1 changed file of an earlier session: M a")
	r.ends()
	r = begin(t, dir, home, Flags{})
	r.saying()
	r.ends()
	holds(t, dir, "a=3")
}

// A file that has changed on the disk since it was read is not written over: both are kept, and it is said.
func TestNeverOver(t *testing.T) {
	for name, tt := range map[string]struct {
		do   func(r *run)
		disk string // what the person does meanwhile
		want string
	}{
		"edited":           {func(r *run) { r.writes("a", "mine") }, "a=theirs", "a=theirs"},
		"removed":          {func(r *run) { r.writes("a", "mine") }, "-a", ""},
		"removed here":     {func(r *run) { r.removes("a") }, "a=theirs", "a=theirs"},
		"new on both":      {func(r *run) { r.writes("n", "mine") }, "n=theirs", "a=1 n=theirs"},
		"a folder now":     {func(r *run) { r.writes("n", "mine") }, "n/x=theirs", "a=1 n/x=theirs"},
		"a file as folder": {func(r *run) { r.writes("n/x", "mine") }, "n=theirs", "a=1 n=theirs"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, home := folder(t, "a=1")
			r := begin(t, dir, home, Flags{})
			tt.do(r)
			if gone, ok := strings.CutPrefix(tt.disk, "-"); ok {
				os.Remove(filepath.Join(dir, gone))
			} else {
				file, text, _ := strings.Cut(tt.disk, "=")
				os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o755)
				os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644)
			}
			r.ends("y")
			r.saying("not written: " + dir)
			holds(t, dir, tt.want)
			r = begin(t, dir, home, Flags{})
			r.saying("kept aside from earlier sessions here: 1 changed file")
			r.ends()
		})
	}
}

// What is the same on both sides already is written.
func TestSameOnBothSides(t *testing.T) {
	dir, home := folder(t, "a=1")
	r := begin(t, dir, home, Flags{})
	r.writes("a", "2")
	os.WriteFile(filepath.Join(dir, "a"), []byte("2"), 0o644)
	r.ends("y")
	r.saying("wrote 1 changed file")
}

// VF-8: nothing is written through a link that leads out of the project, nor into .git by any name.
func TestWritesStayInside(t *testing.T) {
	dir, home := folder(t, "a=1", ".git/hooks/x=1")
	outside := t.TempDir()
	for at, to := range map[string]string{"out": outside, "hooks": ".git/hooks", "key": filepath.Join(outside, "key"), "in": "."} {
		if err := os.Symlink(to, filepath.Join(dir, at)); err != nil {
			t.Fatal(err)
		}
	}
	r := begin(t, dir, home, Flags{})
	for _, name := range []string{"out/x", "hooks/pre-commit", "key", ".git/hooks/post-commit", ".GIT/x", "sub/.git/config", "in/.git/hooks/y"} {
		r.writes(name, "attack")
	}
	r.writes("in/fine", "fine")
	r.ends("y")
	r.saying("wrote 1 changed file to")
	if list, _ := os.ReadDir(outside); len(list) > 0 {
		t.Errorf("got %v outside", list)
	}
	if list, _ := os.ReadDir(filepath.Join(dir, ".git", "hooks")); len(list) != 1 {
		t.Errorf("got %v in .git/hooks", list)
	}
	if _, err := os.Lstat(filepath.Join(dir, "sub", ".git")); err == nil {
		t.Error("got sub/.git made")
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "fine")); string(data) != "fine" {
		t.Errorf("through a link within: got %q", data)
	}
}

// A yes that was cut off is finished by the next start, which says so and leaves no part of a file.
func TestSettles(t *testing.T) {
	dir, home := folder(t, "a=1", "b=1", "c=1")
	r := begin(t, dir, home, Flags{})
	for _, name := range []string{"a", "b", "c"} {
		r.writes(name, "2")
	}
	list, err := r.a.Pending(r.now)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.a.keep(list, true); err != nil { // the yes is down, one file is written, and one has begun
		t.Fatal(err)
	}
	if err := r.p.Write(list[0]); err != nil {
		t.Fatal(err)
	}
	tmp := filepath.Join(dir, ".lily-"+tree.Sum([]byte("workspace/b\x002")).Short()+".part")
	if err := os.WriteFile(tmp, []byte("ha"), 0o600); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(dir, "c"), []byte("theirs"), 0o644)
	r.dies()
	r = begin(t, dir, home, Flags{})
	r.saying("an earlier session was ended while it wrote 3 changed files", "wrote 2 changed files", "not written: "+filepath.Join(dir, "c"), "kept aside from earlier sessions here: 1 changed file")
	holds(t, dir, "a=2 b=2 c=theirs")
	if list, err := r.a.Pending(r.now); len(list) > 0 || err != nil {
		t.Errorf("what was finished is a change of the next session: %v, %v", list, err)
	}
	r.ends()
}

// Runs in one folder at the same time have a journal each, and none takes up what another still has.
func TestTwoRuns(t *testing.T) {
	dir, home := folder(t, "a=1", "b=1")
	one, two := begin(t, dir, home, Flags{}), begin(t, dir, home, Flags{Restore: true})
	one.writes("a", "2")
	two.writes("b", "2")
	three := begin(t, dir, home, Flags{Restore: true, Discard: true})
	three.saying()
	three.ends()
	one.dies()
	two.ends("y")
	holds(t, dir, "a=1 b=2")
	last := begin(t, dir, home, Flags{Restore: true})
	last.saying("took up 1 changed file of an earlier session: M a")
	last.ends("y")
	holds(t, dir, "a=2 b=2")
}

// Where the journal's disk is full it is said, with what that means; the change is there as long as the session is.
func TestFullJournal(t *testing.T) {
	dir, home := folder(t, "a=1")
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "none", home).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted here: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", home).CombinedOutput(); err != nil {
			t.Errorf("%s", out)
		}
	})
	r := begin(t, dir, home, Flags{})
	r.writes("a", strings.Repeat("x", 200_000))
	r.saying("is not in the journal, and is lost if this ends now: ")
	r.writes("a", "2")
	r.dies()
	r = begin(t, dir, home, Flags{Restore: true})
	r.saying("took up 1 changed file of an earlier session: M a")
	r.ends("y")
	holds(t, dir, "a=2")
}

// A skill's file that the disk has the last word on is kept aside as the session had it, as often as that happens.
func TestOvertaken(t *testing.T) {
	dir, home := folder(t, "skills/a/SKILL.md=theirs")
	for range 2 {
		r := begin(t, dir, home, Flags{})
		r.a.Overtaken("workspace/skills/a/SKILL.md", []byte("old"), []byte("mine"))
		r.saying("skills/a/SKILL.md has changed on the disk, and is what it is there from now on; what the session had made of it is kept aside")
		r.ends()
	}
	r := begin(t, dir, home, Flags{})
	r.saying("kept aside from earlier sessions here: 2 changed files (M skills/a/SKILL.md, M skills/a/SKILL.md)")
	r.ends()
	r = begin(t, dir, home, Flags{Restore: true, Write: true})
	r.ends()
	r.saying("took up", "not written: "+filepath.Join(dir, "skills/a/SKILL.md")+": it has changed on the disk since it was read")
	holds(t, dir, "skills/a/SKILL.md=theirs")
}
