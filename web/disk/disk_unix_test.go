//go:build unix

package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// VF-8: what has become a pipe or a folder since it was looked at is no file either, and a file has its bound.
func TestRest(t *testing.T) {
	dir := t.TempDir()
	pipe, text := filepath.Join(dir, "pipe"), filepath.Join(dir, "text")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	write(t, text, "four")
	for _, tt := range []struct {
		path, want string
		most       int64
	}{
		{pipe, "it is a pipe", 9}, {dir, "it is a folder", 9}, {text, "more than 3 bytes", 3}, {text, "", 4}, {"/dev/null", "it is a device", 9},
	} {
		f, err := os.OpenFile(tt.path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		for name, read := range map[string]func() ([]byte, error){
			"open": func() ([]byte, error) { return Rest(f, tt.most) }, "by its name": func() ([]byte, error) { return File(tt.path, tt.most) },
		} {
			data, err := read()
			if said := fmt.Sprint(err); tt.want == "" && (err != nil || string(data) != "four") || tt.want != "" && !strings.Contains(said, tt.want) {
				t.Errorf("%s, %s: got %q, %v, want %q", tt.path, name, data, err, tt.want)
			}
		}
		f.Close()
	}
}
