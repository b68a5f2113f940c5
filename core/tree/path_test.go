package tree

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"
)

var long255 = strings.Repeat("n", MaxName)

// VF-3: every code, at its edges.
var paths = []struct{ path, want string }{
	{"a", ""},
	{"a/b.md", ""},
	{"workspace/skills/Ünïcode 🌸/SKILL.md", ""},
	{"a..b/..c/d..", ""},
	{".git/...", ""},
	{"with\nnewline", ""},
	{long255, ""},
	{strings.Repeat("a/", 2047) + "ab", ""},
	{"", "path_empty"},
	{".", "path_empty"},
	{"a\xff", "path_not_utf8"},
	{"\xc0\xae\xc0\xae/x", "path_not_utf8"},
	{"a\x00b", "path_nul"},
	{`a\b`, "path_backslash"},
	{`C:\a`, "path_backslash"},
	{`..\a`, "path_backslash"},
	{"/a", "path_absolute"},
	{"/", "path_absolute"},
	{"//", "path_absolute"},
	{"/..", "path_absolute"},
	{"..", "path_parent"},
	{"../a", "path_parent"},
	{"a/..", "path_parent"},
	{"a/../b", "path_parent"},
	{"a//b", "path_unclean"},
	{"a/", "path_unclean"},
	{"./a", "path_unclean"},
	{"a/.", "path_unclean"},
	{"a/./b", "path_unclean"},
	{long255 + "n", "path_too_long"},
	{"a/" + long255 + "n/b", "path_too_long"},
	{strings.Repeat("a/", 2047) + "abc", "path_too_long"},
}

func TestCheck(t *testing.T) {
	for _, c := range paths {
		err := Check(c.path)
		if got := codeOf(err); got != c.want {
			t.Errorf("%.40q: got %q, want %q", c.path, got, c.want)
		}
		if err != nil && (len(err.Error()) > 600 || !utf8.ValidString(err.Error()) || strings.ContainsAny(err.Error(), "\x00\n")) {
			t.Errorf("%.40q: got %q, want a short text without the path's own bytes", c.path, err)
		}
	}
}

// VF-3: whatever Check lets in, io/fs takes, and a tree keeps.
func FuzzCheck(f *testing.F) {
	for _, c := range paths {
		f.Add(c.path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		tr, err := Tree{}.Put(path, []byte("x"))
		if bad := Check(path); (bad == nil) != (err == nil) {
			t.Fatalf("Check says %v and Put %v", bad, err)
		}
		if err != nil {
			if codeOf(err) == "" || !utf8.ValidString(err.Error()) {
				t.Fatalf("got %v, want a code and a printable text", err)
			}
			return
		}
		if !fs.ValidPath(path) || strings.Contains(path, "\x00") || len(path) > MaxPath {
			t.Fatalf("%q came in", path)
		}
		if got := contents(tr); len(got) != 1 || got[path] != "x" {
			t.Fatalf("got %v, want the one file", got)
		}
		if len(path) < 100 && !strings.ContainsAny(path, "*?[") { // TestFS makes patterns of names
			if err := fstest.TestFS(tr, path); err != nil {
				t.Fatal(err)
			}
		}
	})
}
