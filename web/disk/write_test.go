package disk

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func hello(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }

// What is written is its owner's alone, also over a file that others may read, and what was there is not what others
// read on in: they keep the old bytes.
func TestWriteIsTheOwnersAlone(t *testing.T) {
	for name, prepare := range map[string]func(dir, path string) error{
		"nothing":     func(_, _ string) error { return nil },
		"a wide file": func(_, path string) error { return os.WriteFile(path, []byte("old"), 0o666) },
		"a link": func(dir, path string) error {
			return errors.Join(os.WriteFile(filepath.Join(dir, "b"), []byte("old"), 0o644), os.Symlink("b", path))
		},
		"a second name": func(dir, path string) error {
			return errors.Join(os.WriteFile(filepath.Join(dir, "b"), []byte("old"), 0o644), os.Link(filepath.Join(dir, "b"), path))
		},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a")
		if err := prepare(dir, path); err != nil {
			t.Fatal(err)
		}
		before, _ := os.Open(path)
		if err := Write(path, hello); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		info, err2 := os.Stat(path)
		if err != nil || err2 != nil || string(got) != "new" || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: got %q, %v, %v, want new and 0600", name, got, info.Mode(), errors.Join(err, err2))
		}
		if before != nil {
			if old, err := io.ReadAll(before); err != nil || string(old) != "old" {
				t.Errorf("%s: got %q, %v by who had it open, want old", name, old, err)
			}
			before.Close()
		}
	}
}

// What fails leaves what was there, and nothing beside it.
func TestWriteIsWholeOrNothing(t *testing.T) {
	dir := t.TempDir()
	path, broken := filepath.Join(dir, "a"), errors.New("broken")
	for range 2 {
		if err := Write(path, func(w io.Writer) error { return errors.Join(hello(w), broken) }); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
		list, err := os.ReadDir(dir)
		if got, _ := os.ReadFile(path); err != nil || len(list) > 1 || len(got) > 0 && string(got) != "old" {
			t.Errorf("got %v, %q, %v", list, got, err)
		}
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Write(os.DevNull, hello); err != nil {
		t.Error(err)
	}
	if err := Write(filepath.Join(dir, "no", "x"), hello); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "no", "x")) {
		t.Errorf("got %v, want the name that was given", err)
	}
	if err := Write(dir, hello); err == nil {
		t.Error("got no error for a folder")
	}
}
