package tree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func codes(skips []Skip) string {
	var list []string
	for _, s := range skips {
		list = append(list, s.Code+" "+s.Path)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func TestReadMap(t *testing.T) {
	from := fstest.MapFS{
		"root/a/SKILL.md":    {Data: []byte("1")},
		"root/a/empty":       {Mode: fs.ModeDir},
		"root/pipe":          {Mode: fs.ModeNamedPipe},
		"root/a/device":      {Mode: fs.ModeDevice},
		"elsewhere/SKILL.md": {Data: []byte("2")},
	}
	tr, skips, err := read(from, "root", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := line(contents(tr)), "a/SKILL.md=1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := tr.At("a/empty"); err != nil {
		t.Errorf("got %v, want the empty folder too", err)
	}
	if got, want := codes(skips), "not_a_file a/device, not_a_file pipe"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// VF-6: a limit ends the reading, and nothing of it is kept.
func TestReadLimits(t *testing.T) {
	from := fstest.MapFS{"r/a/b": {Data: make([]byte, 10)}, "r/c": {Data: make([]byte, 10)}, "r/d/e/f": {Mode: fs.ModeDir}}
	for _, c := range []struct {
		limits Limits
		want   string
	}{
		{Limits{Files: 2, Bytes: 20, File: 10, Depth: 3}, ""},
		{Limits{Files: 1}, "too_many_files"},
		{Limits{Bytes: 19}, "too_many_bytes"},
		{Limits{File: 9}, "file_too_big"},
		{Limits{Depth: 2}, "too_deep"},
	} {
		tr, skips, err := read(from, "r", c.limits)
		if got := codeOf(err); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.limits, got, c.want)
		}
		if err != nil && (!tr.Equal(Tree{}) || skips != nil) {
			t.Errorf("%+v: got something beside the error", c.limits)
		}
	}
	if _, _, err := read(from, "none", Limits{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want that the folder does not exist", err)
	}
}

// big says that it is large; its bytes must not be asked for.
type big struct{ fstest.MapFS }

func (b big) Open(name string) (fs.File, error) {
	f, err := b.MapFS.Open(name)
	return bigFile{f}, err
}

type bigFile struct{ fs.File }

func (f bigFile) Stat() (fs.FileInfo, error) {
	info, err := f.File.Stat()
	return bigInfo{info}, err
}
func (bigFile) Read([]byte) (int, error) { panic("read a file over the limit") }
func (f bigFile) ReadDir(n int) ([]fs.DirEntry, error) {
	return f.File.(fs.ReadDirFile).ReadDir(n)
}

type bigInfo struct{ fs.FileInfo }

func (bigInfo) Size() int64 { return 1 << 40 }

func TestReadAsksForTheSizeFirst(t *testing.T) {
	_, _, err := read(big{fstest.MapFS{"a": {}}}, ".", Limits{File: 100})
	if got := codeOf(err); got != "file_too_big" {
		t.Errorf("got %q, want file_too_big", got)
	}
}

func put(t *testing.T, path, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// VF-3: odd names come along as they are, or are refused by name.
func TestReadOddNames(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux takes any bytes as a name")
	}
	dir := t.TempDir()
	for _, name := range []string{`back\slash`, "🌸 emoji", "..dots..", "new\nline", "-rf", strings.Repeat("n", 255), "bad\xff"} {
		put(t, filepath.Join(dir, name, "SKILL.md"), "x")
	}
	tr, skips, err := read(os.DirFS(dir), ".", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tr.Files(), 5; got != want {
		t.Errorf("got %d files, want %d: %v", got, want, contents(tr))
	}
	if got, want := codes(skips), "path_backslash back\\slash, path_not_utf8 bad\uFFFD"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What cannot be read is named, and nothing else is lost.
func TestReadUnreadable(t *testing.T) {
	if runtime.GOOS == "js" || os.Getuid() == 0 {
		from := broken{fstest.MapFS{"a/SKILL.md": {Data: []byte("1")}, "b/SKILL.md": {}, "c/x": {}}}
		unreadable(t, from)
		return
	}
	dir := t.TempDir()
	for _, name := range []string{"a/SKILL.md", "b/SKILL.md", "c/x"} {
		put(t, filepath.Join(dir, name), "1")
	}
	for _, name := range []string{"b/SKILL.md", "c"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, "c"), 0o755) })
	unreadable(t, os.DirFS(dir))
}

func unreadable(t *testing.T, from fs.FS) {
	t.Helper()
	tr, skips, err := read(from, ".", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := line(contents(tr)), "a/SKILL.md=1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := codes(skips), "unreadable b/SKILL.md, unreadable c"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, s := range skips {
		if !strings.HasPrefix(s.Message, "It could not be read: ") {
			t.Errorf("got %q, want the cause", s.Message)
		}
	}
}

// broken refuses b/SKILL.md and c, as a disk does to one without the right.
type broken struct{ fstest.MapFS }

func (b broken) Open(name string) (fs.File, error) {
	if name == "b/SKILL.md" || name == "c" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return b.MapFS.Open(name)
}

func (b broken) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "c" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return b.MapFS.ReadDir(name)
}

func read(from fs.FS, dir string, limits Limits) (Tree, []Skip, error) {
	return Folder{From: from, Dir: dir, Limits: limits}.Read()
}
