package install

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/lock"
	"lily/core/tree"
)

func made(t *testing.T, text string) tree.Tree {
	t.Helper()
	var b tree.Builder
	for at, text := range map[string]string{
		"SKILL.md": "---\nname: x\ndescription: " + text + "\n---\n", "a/b.md": text, "a/c.md": text, "run.sh": "#!/bin/sh\n# " + text + "\n",
	} {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

func opened(t *testing.T, dir string) *Place {
	t.Helper()
	p, err := Open(dir, ".agents/skills", true)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// apply does a change in a place of its own, which ends before a step where it is told to.
func apply(t *testing.T, dir string, c Change, end int) (steps int, ended bool) {
	t.Helper()
	p := opened(t, dir)
	defer p.Close()
	p.step = func(string) {
		if steps++; steps == end {
			panic("ended")
		}
	}
	defer func() { ended = recover() != nil }()
	if err := p.Apply(c); err != nil {
		t.Error(err)
	}
	return steps, false
}

// states are all contents that a place may have: before a change, or after it.
type states struct {
	was, is map[string]tree.Tree
	locks   [2]string
}

// whole holds that each skill is the old one or the new one, and which of both all are where that is settled.
func (s states) whole(t *testing.T, dir, when string, settled bool) {
	t.Helper()
	now := map[string]tree.Tree{}
	list, _ := os.ReadDir(filepath.Join(dir, ".agents/skills")) // none has none
	for _, e := range list {
		got, _, err := (tree.Folder{From: os.DirFS(dir), Dir: path.Join(".agents/skills", e.Name())}).Read()
		if err != nil {
			t.Fatal(err)
		}
		now[e.Name()] = got
		if !s.was[e.Name()].Equal(got) && !s.is[e.Name()].Equal(got) {
			t.Errorf("%s: %s is half of something", when, e.Name())
		}
	}
	for name, old := range s.was {
		if is, stays := s.is[name]; stays && now[name].Files() == 0 {
			t.Errorf("%s: %s is not there, want %d or %d files", when, name, old.Files(), is.Files())
		}
	}
	if !settled {
		return
	}
	held, _ := os.ReadFile(filepath.Join(dir, lock.File)) // none is empty
	if !same(now, s.was) && !same(now, s.is) {
		t.Errorf("%s: some skills are old and some are new", when)
	}
	if want := map[bool]string{true: s.locks[1], false: s.locks[0]}[same(now, s.is)]; string(held) != want {
		t.Errorf("%s: the lock is not that of the skills", when)
	}
}

func same(a, b map[string]tree.Tree) bool {
	for name := range a {
		if !a[name].Equal(b[name]) {
			return false
		}
	}
	return len(a) == len(b)
}

// finish opens a place, which finishes what was begun, and ends before a step.
func finish(t *testing.T, dir string, end int) (ended bool) {
	t.Helper()
	defer func() { ended = recover() != nil }()
	p, err := open(dir, ".agents/skills", true, func(string) {
		if end--; end == 0 {
			panic("ended")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	return false
}

// A change that is ended before any of its steps leaves each skill old or new, and the next command all of them.
func TestEndedAtEveryStep(t *testing.T) {
	first := map[string]tree.Tree{"kept": made(t, "Kept"), "gone": made(t, "Gone"), "changed": made(t, "Old")}
	then := map[string]tree.Tree{"kept": made(t, "Kept"), "changed": made(t, "New"), "new": made(t, "Fresh")}
	s := states{first, then, [2]string{"# one\n", "# two\n"}}
	begin := Change{Put: first, Lock: []byte("# one\n")}
	change := Change{Put: map[string]tree.Tree{"changed": then["changed"], "new": then["new"]}, Drop: []string{"gone"}, Lock: []byte("# two\n")}
	for end := 1; ; end++ {
		dir := t.TempDir()
		apply(t, dir, begin, 0)
		steps, ended := apply(t, dir, change, end)
		when := fmt.Sprint("ended before step ", end)
		s.whole(t, dir, when, !ended)
		for again := 1; ended; again++ { // the one that finishes it is ended, too, before its first step, its second, …
			ended = finish(t, dir, again)
			s.whole(t, dir, fmt.Sprint(when, ", and then before step ", again), !ended)
		}
		s.whole(t, dir, when+", and opened again", true)
		if steps < end {
			if end < 20 {
				t.Errorf("got %d steps, want 20 or more", steps)
			}
			return
		}
	}
}

// What the last change replaced comes back, once, with the lock and with what may be started.
func TestUndo(t *testing.T) {
	dir := t.TempDir()
	old, fresh := made(t, "Old"), made(t, "New")
	run, _ := old.File("run.sh")
	apply(t, dir, Change{Put: map[string]tree.Tree{"a": old}, Lock: []byte("# one\n"), Runs: map[tree.Digest]bool{run.Digest(): true}}, 0)
	apply(t, dir, Change{Put: map[string]tree.Tree{"a": fresh, "b": fresh}, Lock: []byte("# two\n")}, 0)
	p := opened(t, dir)
	defer p.Close()
	if _, err := p.Undo(); err != nil {
		t.Fatal(err)
	}
	(states{map[string]tree.Tree{"a": old}, map[string]tree.Tree{"a": old}, [2]string{"# one\n", "# one\n"}}).whole(t, dir, "undone", true)
	if info, err := os.Stat(filepath.Join(dir, ".agents/skills/a/run.sh")); err != nil || info.Mode()&0o100 == 0 {
		t.Errorf("got %v, %v, want what may be started", info.Mode(), err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".agents/skills/a/a/b.md"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Undo(); err == nil {
		t.Error("got an undo over what was changed since")
	}
}

// Nothing is written through a link that leads out of the project, and one program at a time writes.
func TestHeld(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	if err := os.Symlink(out, filepath.Join(dir, ".agents")); err != nil {
		t.Skip(err)
	}
	if p, err := Open(dir, ".agents/skills", true); err == nil {
		err = p.Apply(Change{Put: map[string]tree.Tree{"a": made(t, "A")}})
		p.Close()
		if err == nil {
			t.Error("got a change through a link out of the project")
		}
	}
	if list, _ := os.ReadDir(out); len(list) > 0 {
		t.Errorf("got %v outside of the project", list)
	}
	dir = t.TempDir()
	p := opened(t, dir)
	defer p.Close()
	if err := p.Apply(Change{Put: map[string]tree.Tree{"a": made(t, "A")}}); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, ".agents/skills", true); err != ErrBusy {
		t.Errorf("got %v, want %v", err, ErrBusy)
	}
	for _, name := range []string{"", ".", "..", "../x", "a/b"} {
		if err := p.Apply(Change{Put: map[string]tree.Tree{name: made(t, "A")}}); err == nil {
			t.Errorf("got a change of %q", name)
		}
	}
	var left []string
	_ = fs.WalkDir(os.DirFS(dir), ".agents/skills", func(at string, _ fs.DirEntry, _ error) error {
		if strings.Contains(at, ".part") {
			left = append(left, at)
		}
		return nil
	})
	if len(left) > 0 {
		t.Errorf("got %v left behind", left)
	}
}
