package tree

import (
	"strings"
	"testing"
)

// VF-6: each bound has its code, and what is at the bound still comes in.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		path   string
		size   int
		want   string
	}{
		{Limits{}, "a/b/c/d/e/f", 1 << 20, ""},
		{Limits{Files: 2}, "b", 1, ""},
		{Limits{Files: 1}, "b", 1, "too_many_files"},
		{Limits{Bytes: 10}, "b", 9, ""},
		{Limits{Bytes: 10}, "b", 10, "too_many_bytes"},
		{Limits{File: 10}, "b", 10, ""},
		{Limits{File: 10}, "b", 11, "file_too_big"},
		{Limits{Depth: 3}, "a/b/c", 1, ""},
		{Limits{Depth: 3}, "a/b/c/d", 1, "too_deep"},
	} {
		b := Builder{Limits: c.limits}
		if err := b.Put("0", []byte("1")); err != nil {
			t.Fatal(err)
		}
		err := b.Put(c.path, make([]byte, c.size))
		if got := codeOf(err); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.limits, got, c.want)
		}
		if err != nil && (!strings.Contains(err.Error(), "want at most") || b.Tree().Files() != 1) {
			t.Errorf("%+v: got %q and %d files, want the bound named and nothing kept", c.limits, err, b.Tree().Files())
		}
	}
}

func TestBuilderRefuses(t *testing.T) {
	var b Builder
	b.Limits.Depth = 3
	for _, c := range []struct {
		path string
		dir  bool
		want string
	}{
		{"a/b", false, ""},
		{"a/b", false, ""},
		{"a", false, "path_taken"},
		{"a/b/c", false, "path_taken"},
		{"a/b", true, "path_taken"},
		{"d", true, ""},
		{"d", false, "path_taken"},
		{"d/e/f/g", true, "too_deep"},
		{"../d", true, "path_parent"},
		{"x\x00", false, "path_nul"},
	} {
		add := func() error { return b.Put(c.path, nil) }
		if c.dir {
			add = func() error { return b.Dir(c.path) }
		}
		if got := codeOf(add()); got != c.want {
			t.Errorf("%q: got %q, want %q", c.path, got, c.want)
		}
	}
}

// Whoever waits for many folders is asked before each, and may end it with nothing.
func TestBuilderStops(t *testing.T) {
	told, most := 0, 99
	b := Builder{Tick: func(done, total int) bool {
		if told++; done > total || total != 3 {
			t.Errorf("got %d of %d files, want at most the 3 there are", done, total)
		}
		return told <= most
	}}
	for _, path := range []string{"a/b/c", "a/d", "e"} {
		if err := b.Put(path, []byte(path)); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := b.Sealed()
	if err != nil || whole.Files() != 3 || told != 3 {
		t.Fatalf("got %d files, %v, after %d ticks, want 3 after 3", whole.Files(), err, told)
	}
	for most = range 3 {
		told = 0
		if got, err := b.Sealed(); err != ErrStopped || got.Files() != 0 || told != most+1 {
			t.Errorf("after %d: got %d files, %v at %d, want none and %v", most, got.Files(), err, told, ErrStopped)
		}
	}
}

// A big file is hashed in pieces, and may be stopped between them.
func TestBuilderBigFile(t *testing.T) {
	data := make([]byte, 3*piece+1)
	told, most := 0, 100
	b := Builder{Tick: func(int, int) bool { told++; return told <= most }}
	if err := b.Put("big", data); err != nil || told != 4 {
		t.Fatalf("got %v after %d ticks, want 4", err, told)
	}
	if f, _ := b.Tree().File("big"); f.Digest() != Sum(data) {
		t.Errorf("got %v, want %v", f.Digest(), Sum(data))
	}
	told, most = 0, 2
	if err := b.Put("other", data); err != ErrStopped || told != 3 {
		t.Errorf("got %v after %d ticks, want it stopped", err, told)
	}
}
