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
