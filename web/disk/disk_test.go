package disk

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lily/core/tree"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, to, at string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, at); err != nil {
		t.Skip("this system makes no links:", err)
	}
}

// VF-8: what is opened lies inside, even if a link has taken the place of a folder since
// it was listed.
func TestRootDoesNotLeave(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, "secret", "f"), "SECRET")
	write(t, filepath.Join(home, "r", "a", "f"), "1")
	symlink(t, "../secret", filepath.Join(home, "r", "out"))
	symlink(t, filepath.Join(home, "secret"), filepath.Join(home, "r", "abs"))
	symlink(t, "../../secret/f", filepath.Join(home, "r", "a", "l"))
	from, err := Open(filepath.Join(home, "r"))
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	for _, name := range []string{"out/f", "abs/f", "a/l", "out", "../secret/f", "/etc/passwd", "a/../../secret/f"} {
		if data, err := fs.ReadFile(from, name); err == nil {
			t.Errorf("%s: got %q, want a refusal", name, data)
		}
	}
	deep := strings.Repeat("d/", 2*mostOpen)
	write(t, filepath.Join(home, "r", filepath.FromSlash(deep), "f"), "deep")
	for _, name := range []string{"a/f", deep + "f", "a/f", "d/d"} {
		if f, err := from.Open(name); err != nil {
			t.Error(err)
		} else {
			f.Close()
		}
	}
	if got, skips, err := Read(filepath.Join(home, "r"), tree.Folder{}); err != nil || got.Files() != 2 || len(skips) != 3 {
		t.Errorf("got %d files, %v, %v", got.Files(), skips, err)
	}
}

// VF-8: links that come and go while a folder is read show nothing of what is outside.
func TestLinksSwappedMeanwhile(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, "secret", "f"), "SECRET")
	write(t, filepath.Join(home, "r", "d", "f"), "1")
	write(t, filepath.Join(home, "r", "f"), "1")
	symlink(t, "../secret", filepath.Join(home, "evil"))
	symlink(t, "../secret/f", filepath.Join(home, "evil.f"))
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			for _, pair := range [][2]string{{"evil", "r/d"}, {"evil.f", "r/f"}} {
				a, b, aside := filepath.Join(home, pair[0]), filepath.Join(home, pair[1]), filepath.Join(home, "aside")
				_ = os.Rename(b, aside) // what fails is tried again
				_ = os.Rename(a, b)
				_ = os.Rename(aside, a)
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	for then := time.Now(); time.Since(then) < 300*time.Millisecond; {
		got, _, err := Read(filepath.Join(home, "r"), tree.Folder{})
		if err != nil {
			continue
		}
		for path, f := range got.Walk() {
			if data, _ := f.Bytes(); bytes.Contains(data, []byte("SECRET")) {
				t.Errorf("%s: got what is outside", path)
			}
		}
	}
	close(stop)
	<-done
}
