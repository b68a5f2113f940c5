package persona

import (
	"bytes"
	"io/fs"
	"slices"
	"testing"
	"unicode/utf8"
)

// PE-1: the default agent has all four files; an agent leaves out what it takes
// from the default.
func TestFiles(t *testing.T) {
	var got []string
	err := fs.WalkDir(Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			got = append(got, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"AGENTS.md", "IDENTITY.md", "SOUL.md", "USER.md",
		"agents/reviewer/IDENTITY.md", "agents/reviewer/SOUL.md",
	}
	if !slices.Equal(got, want) {
		t.Errorf("files: got %q, want %q", got, want)
	}
}

// The files go into every request: plain text, and short.
func TestText(t *testing.T) {
	err := fs.WalkDir(Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(Files(), path)
		if err != nil {
			return err
		}
		if !utf8.Valid(data) || bytes.ContainsAny(data, "\r\x00") {
			t.Errorf("%s: want UTF-8 without carriage returns and NUL", path)
		}
		if !bytes.HasPrefix(data, []byte("# ")) || !bytes.HasSuffix(data, []byte("\n")) {
			t.Errorf("%s: want a heading first and a line end last", path)
		}
		if got := bytes.Count(data, []byte("\n")); got < 10 || got > 30 {
			t.Errorf("%s: got %d lines, want 10 to 30", path, got)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
