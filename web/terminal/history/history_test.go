package history

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestAdd(t *testing.T) {
	h := File{filepath.Join(t.TempDir(), "data", "history")}
	if got := h.Lines(); got != nil {
		t.Errorf("got %q before there is a file", got)
	}
	for _, text := range []string{"one", "two\nlines", "two\nlines", " a key that is not kept", "  ", "é\x1b[2J", strings.Repeat("x", MostLine+1), "one"} {
		if err := h.Add(text); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := h.Lines(), []string{"one", "two\nlines", "é\x1b[2J", "one"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for at, want := range map[string]os.FileMode{h.Path: 0o600, filepath.Dir(h.Path): 0o700 | os.ModeDir} {
		if info, err := os.Stat(at); err != nil || info.Mode() != want {
			t.Errorf("%s: got %v, %v, want %v", at, info.Mode(), err, want)
		}
	}
}

// It stays small, with the last of the lines.
func TestBounds(t *testing.T) {
	h := File{filepath.Join(t.TempDir(), "history")}
	var b strings.Builder
	for i := range 2 * Most {
		fmt.Fprintf(&b, "%q\n", fmt.Sprint("line ", i))
	}
	if err := os.WriteFile(h.Path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := h.Add("last"); err != nil {
		t.Fatal(err)
	}
	got := h.Lines()
	data, err := os.ReadFile(h.Path)
	if err != nil || len(got) != Most || got[Most-1] != "last" || got[0] != fmt.Sprint("line ", Most+1) || strings.Count(string(data), "\n") != Most {
		t.Errorf("got %d lines, %q to %q, %v", len(got), got[0], got[len(got)-1], err)
	}
}

// A file that someone has damaged or made hostile costs no more than its lines, and goes on.
func TestHostile(t *testing.T) {
	for name, tt := range map[string]struct{ data, want string }{
		"no JSON":          {"one\n{\"a\":1}\n[\"two\"]\nnull\n\"three\"\n", "three"},
		"cut off":          {"\"one\"\n\"tw", "one"},
		"zeros":            {"\"one\"\n\x00\x00\x00\n", "one"},
		"no UTF-8":         {"\"o\xffe\"\n", "o\ufffde"},
		"a huge line":      {"\"" + strings.Repeat("x", 5<<20) + "\"\n\"one\"\n", "one"},
		"a line of blanks": {"\"  \\n\"\n\"one\"\n", "one"},
	} {
		t.Run(name, func(t *testing.T) {
			h := File{filepath.Join(t.TempDir(), "history")}
			if err := os.WriteFile(h.Path, []byte(tt.data), 0o644); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(h.Lines(), "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if err := h.Add("more"); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(h.Lines(), "|"); got != tt.want+"|more" {
				t.Errorf("got %q behind it", got)
			}
			if info, err := os.Stat(h.Path); err != nil || info.Mode() != 0o600 {
				t.Errorf("got %v, %v", info.Mode(), err)
			}
		})
	}
}

// What is no file is neither waited for nor written.
func TestNoFile(t *testing.T) {
	h := File{t.TempDir()}
	if err := h.Add("one"); err == nil || h.Lines() != nil {
		t.Errorf("got %v, %q", err, h.Lines())
	}
}

// Runs at the same time lose nothing of each other's, also while one of them shortens it.
func TestAtOnce(t *testing.T) {
	h := File{filepath.Join(t.TempDir(), "history")}
	if err := os.WriteFile(h.Path, []byte(strings.Repeat("\"old\"\n", 2*Most-20)), 0o600); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 10 {
				if err := h.Add(fmt.Sprint(i, " ", j)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got := h.Lines()
	for i := range 8 {
		for j := range 10 {
			if !slices.Contains(got, fmt.Sprint(i, " ", j)) {
				t.Errorf("got no %d %d", i, j)
			}
		}
	}
}
