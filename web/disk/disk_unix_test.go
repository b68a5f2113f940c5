//go:build unix

package disk

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"lily/core/tree"
)

// VF-8: a pipe, and a link to one, are named and never waited for.
func TestSpecialFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a", "SKILL.md"), "x")
	if err := syscall.Mkfifo(filepath.Join(dir, "a", "pipe"), 0o644); err != nil {
		t.Skip("this system makes no pipes:", err)
	}
	symlink(t, "pipe", filepath.Join(dir, "a", "link"))
	symlink(t, "/dev/zero", filepath.Join(dir, "a", "zero"))
	done := make(chan []tree.Skip, 1)
	go func() {
		_, skips, _ := Read(dir, tree.Folder{})
		f, err := Open(dir)
		if err == nil { // as if it had become a pipe since it was listed
			p, _ := f.Open("a/pipe")
			p.Close()
			f.Close()
		}
		done <- skips
	}()
	select {
	case skips := <-done:
		var got []string
		for _, s := range skips {
			got = append(got, s.Code+" "+s.Path)
		}
		if want := "[not_a_file a/pipe link_dangling a/link link_leaves_root a/zero]"; fmt.Sprint(got) != want {
			t.Errorf("got %v, want %s", got, want)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("a pipe was waited for")
	}
}
