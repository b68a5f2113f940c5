package aside

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/tree"
	"lily/web/worktree"
)

// A person sees and writes what is kept aside while the session goes on, one file or folder or all; the rest stays aside.
func TestWords(t *testing.T) {
	dir, home := folder(t, "a=1", "d/b=1", "d/c=1", "e=1")
	r := begin(t, dir, home, Flags{})
	w := r.a.Words(func() tree.Tree { return r.now })
	if got := w.Kept(); got != "" {
		t.Errorf("got %q kept", got)
	}
	for _, name := range []string{"a", "d/b", "d/c", "e"} {
		r.writes(name, "2")
	}
	for _, step := range []struct {
		do         func(*strings.Builder) error
		says, disk string
	}{
		{func(b *strings.Builder) error { return w.Diff(b, "d/b") }, "M d/b\n  -1\n  +2\n", "a=1 d/b=1 d/c=1 e=1"},
		{func(b *strings.Builder) error { return w.Diff(b, "") }, "M a\n  -1\n  +2\nM d/b\n", "a=1 d/b=1 d/c=1 e=1"},
		{func(b *strings.Builder) error { return w.Write(context.Background(), b, "d/b") }, ": M d/b\n", "a=1 d/b=2 d/c=1 e=1"},
		{func(b *strings.Builder) error { return w.Write(context.Background(), b, "d/b") }, `"d/b" is not among what is kept aside: M a, M d/c, M e`, "a=1 d/b=2 d/c=1 e=1"},
		{func(b *strings.Builder) error { return w.Write(context.Background(), b, "d/") }, ": M d/c\n", "a=1 d/b=2 d/c=2 e=1"},
		{func(b *strings.Builder) error { return w.Write(context.Background(), b, filepath.Join(r.p.Dir(), "a")) }, ": M a\n", "a=2 d/b=2 d/c=2 e=1"},
	} {
		var b strings.Builder
		if err := step.do(&b); err != nil {
			b.WriteString(err.Error())
		}
		if !strings.Contains(b.String(), step.says) {
			t.Errorf("got %q, want %q in it", b.String(), step.says)
		}
		holds(t, dir, step.disk)
	}
	if got := w.Kept(); got != "1 changed file kept aside: M e" {
		t.Errorf("got %q kept", got)
	}
	r.dies()
	r = begin(t, dir, home, Flags{})
	r.saying("kept aside from earlier sessions here: 1 changed file (M e)")
	r.ends()
	r = begin(t, dir, home, Flags{Restore: true})
	if err := r.a.Words(func() tree.Tree { return r.now }).Write(context.Background(), r.said, ""); err != nil {
		t.Error(err)
	}
	holds(t, dir, "a=2 d/b=2 d/c=2 e=2")
	r.ends()
}

// A file that has changed meanwhile is not written, and stays aside with its fellows.
func TestWordsNeverOver(t *testing.T) {
	dir, home := folder(t, "a=1", "b=1")
	r := begin(t, dir, home, Flags{})
	r.writes("a", "2")
	r.writes("b", "2")
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	w := r.a.Words(func() tree.Tree { return r.now })
	if err := w.Write(context.Background(), &b, ""); err != nil || !strings.Contains(b.String(), "not written: "+filepath.Join(r.p.Dir(), "a")) {
		t.Errorf("got %v, %s", err, b.String())
	}
	holds(t, dir, "a=theirs b=2")
	if got := w.Kept(); got != "1 changed file kept aside: M a" {
		t.Errorf("got %q kept", got)
	}
	r.ends()
}

// A session that goes on takes up what it had changed, and nothing of another one.
func TestResumes(t *testing.T) {
	dir, home := folder(t, "a=1", "b=1")
	in := func(id string, terms ...string) *run {
		r := begin(t, dir, home, Flags{}, append([]string{id}, terms...)...)
		return r
	}
	r := in("one")
	r.writes("a", "2")
	r.dies()
	r = in("two")
	r.writes("b", "2")
	r.ends()
	r = in("one", "resumes")
	r.saying("took up 1 changed file of an earlier session: M a", "kept aside from earlier sessions here: 1 changed file (M b)")
	r.dies() // before anything was said: it is the session's still
	r = in("one", "resumes")
	r.saying("took up 1 changed file of an earlier session: M a")
	if got := r.a.Words(func() tree.Tree { return r.now }).Kept(); got != "1 changed file kept aside: M a" {
		t.Errorf("got %q kept", got)
	}
	r.ends("y")
	holds(t, dir, "a=2 b=1")
	r = in("two", "resumes")
	r.saying("took up 1 changed file of an earlier session: M b")
	r.ends("x")
	r = in("two", "resumes")
	r.saying()
	r.ends()
}

// Where there is no folder for the journal, a session goes on, is told so, and writes on a yes all the same.
func TestNoHome(t *testing.T) {
	dir, _ := folder(t, "a=1")
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	p, err := worktree.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	a, now, err := Begin(tree.Tree{}, Terms{Project: p, Skills: func() tree.Tree { return tree.Tree{} }, Out: &said})
	if err != nil || !strings.Contains(said.String(), "in memory alone") {
		t.Fatalf("got %v, %s", err, said.String())
	}
	r := &run{t: t, p: p, a: a, now: now, said: &said}
	r.writes("a", "2")
	r.ends("y")
	holds(t, dir, "a=2")
}
