package worktree

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lily/core/tree"
)

// A disk that refuses a step, as a full one does, leaves the old file, and no part of the new one; and it is said.
func TestRefusedSteps(t *testing.T) {
	for _, step := range []string{"create", "write", "sync", "rename"} {
		for _, c := range []Change{
			{Path: "workspace/a", Op: tree.Changed, Was: []byte("1"), Is: []byte("2")},
			{Path: "workspace/new/b", Op: tree.Added, Is: []byte("2")},
		} {
			p, dir := project(t, "a=1")
			p.refuse = func(what string) error {
				if what == step {
					return syscall.ENOSPC
				}
				return nil
			}
			if err := p.Write(c); !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("%s of %s: got %v", step, c.Path, err)
			}
			alone(t, dir, "a=1")
			if p.refuse = nil; p.Write(c) != nil {
				t.Errorf("%s of %s: not written when there is room again", step, c.Path)
			}
		}
	}
}

// What somebody writes between the look at a file and the write is never lost: it stays in its place, or goes back to it,
// and the change stays aside. A write that is killed in between is made good by the next start.
func TestWriteBetween(t *testing.T) {
	changed := Change{Path: "workspace/a", Op: tree.Changed, Was: []byte("1"), Is: []byte("22")}
	added := Change{Path: "workspace/n", Op: tree.Added, Is: []byte("22")}
	removed := Change{Path: "workspace/a", Op: tree.Removed, Was: []byte("1")}
	for name, tt := range map[string]struct {
		c    Change
		does func(dir string) error
		want string
	}{
		"changed by writing into it": {changed, func(dir string) error { return os.WriteFile(filepath.Join(dir, "a"), []byte("theirs"), 0o666) }, "a=theirs"},
		"changed by another file": {changed, func(dir string) error {
			err := os.WriteFile(filepath.Join(dir, "b"), []byte("theirs"), 0o666)
			return errors.Join(err, os.Rename(filepath.Join(dir, "b"), filepath.Join(dir, "a")))
		}, "a=theirs"},
		"removed":      {changed, func(dir string) error { return os.Remove(filepath.Join(dir, "a")) }, ""},
		"added, too":   {added, func(dir string) error { return os.WriteFile(filepath.Join(dir, "n"), []byte("theirs"), 0o666) }, "a=1 n=theirs"},
		"to be gone":   {removed, func(dir string) error { return os.WriteFile(filepath.Join(dir, "a"), []byte("theirs"), 0o666) }, "a=theirs"},
		"gone already": {removed, func(dir string) error { return os.Remove(filepath.Join(dir, "a")) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, dir := project(t, "a=1")
			p.refuse = func(what string) error {
				if what != "rename" {
					return nil
				}
				p.refuse = nil
				return tt.does(dir)
			}
			if err := p.Write(tt.c); err == nil {
				t.Error("got it written")
			}
			alone(t, dir, tt.want)
		})
	}
}

// A kill amid a write leaves a part, which is cleared away, or put back where it is somebody's.
func TestSweep(t *testing.T) {
	changed := Change{Path: "workspace/a", Op: tree.Changed, Was: []byte("1"), Is: []byte("22")}
	removed := Change{Path: "workspace/a", Op: tree.Removed, Was: []byte("1")}
	for name, tt := range map[string]struct {
		c                Change
		at, part, result string
	}{
		"before all is written":         {changed, "a=1", "2", "a=1"},
		"before it changes places":      {changed, "a=1", "22", "a=1"},
		"after that":                    {changed, "a=22", "1", "a=22"},
		"after that, of somebody's":     {changed, "a=22", "theirs", "a=theirs"},
		"of one to be gone":             {removed, "b=1", "1", "b=1"},
		"of one to be gone, somebody's": {removed, "b=1", "theirs", "a=theirs b=1"},
	} {
		t.Run(name, func(t *testing.T) {
			p, dir := project(t, tt.at)
			if err := os.WriteFile(filepath.Join(dir, part("a", tt.c)), []byte(tt.part), 0o666); err != nil {
				t.Fatal(err)
			}
			p.Sweep(tt.c)
			alone(t, dir, tt.result)
		})
	}
}

// alone compares the files of a folder.
func alone(t *testing.T, dir, want string) {
	t.Helper()
	var got []string
	err := filepath.WalkDir(dir, func(at string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			data, _ := os.ReadFile(at)
			rel, _ := filepath.Rel(dir, at)
			got = append(got, rel+"="+string(data))
		}
		return err
	})
	if text := strings.Join(got, " "); text != want || err != nil {
		t.Errorf("got %.200s, %v, want %.200s", text, err, want)
	}
}

// The same on a disk that is really full, where one can be mounted here.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "none", dir).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted here, and TestRefusedSteps stands for it: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%s", out)
		}
	})
	put(t, dir, "a=old")
	p, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	c := Change{Path: "workspace/a", Op: tree.Changed, Was: []byte("old"), Is: []byte(strings.Repeat("new", 50_000))}
	if err := p.Write(c); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("got %v", err)
	}
	alone(t, dir, "a=old")
	if c.Is = []byte("new"); p.Write(c) != nil {
		t.Error("not written when there is room")
	}
	alone(t, dir, "a=new")
}
