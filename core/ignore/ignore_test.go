//go:build !js

package ignore

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// cases are lists with paths, a slash at the end for a folder, and those of them that git passes by by the list alone.
var cases = []struct{ list, paths string }{
	{"*.tmp\n", "a.tmp b/a.tmp a.tmpx tmp x.tmp/"},
	{"build/\n", "build build/ a/build/ a/build"},
	{"/top\n", "top a/top top/"},
	{"a/b\n", "a/b c/a/b a/b/"},
	{"**/x\n", "x a/x a/b/x"},
	{"x/**\n", "x x/ x/a x/a/b y/x/a"},
	{"a/**/b\n", "a/b a/c/b a/c/d/b ab"},
	{"*\n!keep\n!*/\n", "keep other d/ d/keep d/other"},
	{"# comment\n\\#real\n\\!bang\n", "#real !bang comment real"},
	{"trail  \nkept\\ \n", "trail kept trail kept\\"},
	{"[a-c]x\n[!a]y\n[^b]z\n", "ax dx by ay az bz"},
	{"a?c\n", "abc a/c ac"},
	{"foo*bar/\n*.o\n!main.o\n", "fooxbar/ fooxbar main.o a.o"},
	{"a\r\nb\r\n", "a b"},
	{"**\n", "a b/c"},
	{"a**b\n", "ab axb a/b"},
	{"/\n//\n!\n[\n\\\n", "a b"},
	{"/**/q\n", "q a/q"},
	{"dir/*\n!dir/keep\n", "dir/a dir/keep dir/"},
	{"*/one\n", "one a/one a/b/one"},
	{"\ufefffirst\n", "first"},
}

// gitignore(5): it decides as git does, by the list of one folder alone.
func TestAsGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatal("the project is built with git:", err)
	}
	for _, tt := range cases {
		dir := t.TempDir()
		run(t, dir, "init", "-q")
		if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(tt.list), 0o644); err != nil {
			t.Fatal(err)
		}
		l := Parse(tt.list)
		for p := range strings.FieldsSeq(tt.paths) {
			name, folder := strings.CutSuffix(p, "/")
			want := false
			for i := range strings.Split(name, "/") { // git looks at the folders above too; a walk has passed those by
				part := strings.Join(strings.Split(name, "/")[:i+1], "/")
				out, _ := l.Match(part, folder || part != name)
				if want = want || out; out {
					break
				}
			}
			made(t, filepath.Join(dir, name), folder)
			cmd := exec.Command("git", "check-ignore", "-q", "--no-index", name)
			cmd.Dir = dir
			if got := cmd.Run() == nil; got != want {
				t.Errorf("%q, %s: got %t, and git says %t", tt.list, p, want, got)
			}
		}
	}
}

// made makes a file or a folder anew, since git looks which of them a path is.
func made(t *testing.T, at string, folder bool) {
	t.Helper()
	var err error
	_ = os.RemoveAll(at) // a file may stand above it
	if folder {
		at = filepath.Join(at, "x")
	}
	for dir := filepath.Dir(at); err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if info, fault := os.Stat(dir); fault == nil && !info.IsDir() {
			err = os.Remove(dir)
		}
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(at), 0o755)
	}
	if err == nil && !folder {
		err = os.WriteFile(at, nil, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
}

// SK-10: a pattern costs no more than its length for each part of a path.
func TestManyStars(t *testing.T) {
	l := Parse(strings.Repeat("**/a/", 200) + "b\n")
	if out, said := l.Match(strings.Repeat("a/", 400)+"c", false); out || said {
		t.Error("got it passed by")
	}
	if out, _ := l.Match(strings.Repeat("a/", 400)+"b", false); !out {
		t.Error("got it kept")
	}
}
