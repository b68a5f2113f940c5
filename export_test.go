package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/tree"
)

// VF-7: a skill, or everything, in the same bytes each time; what is read back
// is what lay on the disk.
func TestExport(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.zip")
	write(t, filepath.Join(dir, "w", "skills", "foo", "SKILL.md"), "# Foo\n")
	write(t, filepath.Join(dir, "w", "skills", "foo", "a", "b.txt"), "b")
	run := func(args ...string) (tree.Tree, []byte) {
		t.Helper()
		if code, _, errs := lily(t, "", append([]string{"export", "--workspace", filepath.Join(dir, "w"), "-o", file}, args...)...); code != 0 {
			t.Fatalf("got %d %s", code, errs)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := archive.Read(data, archive.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return got, data
	}
	got, first := run("foo")
	want, _, err := tree.Folder{From: os.DirFS(filepath.Join(dir, "w", "skills")), Dir: "."}.Read()
	if err != nil || !got.Equal(want) {
		t.Errorf("got %v, %v, want the folder foo", tree.Diff(want, got), err)
	}
	if _, again := run("foo"); !bytes.Equal(first, again) {
		t.Error("got other bytes the second time")
	}
	all, _ := run()
	for _, path := range []string{"workspace/skills/foo/a/b.txt", "persona/SOUL.md", "profile.yaml", "policy.yaml"} {
		if _, err := all.Stat(path); err != nil {
			t.Error(err)
		}
	}
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"foo"}, 2, "export takes -o FILE"},
		{[]string{"-o", file, "a", "b"}, 2, "at most one name"},
		{[]string{"-o", file, "nope"}, 1, `there is no skill "nope" to export`},
		{[]string{"-o", filepath.Join(dir, "no", "x.zip"), "plan_compiler"}, 1, "no such file"},
	} {
		if code, _, errs := lily(t, "", append([]string{"export"}, tt.args...)...); code != tt.code || !strings.Contains(errs, tt.want) {
			t.Errorf("%q: got %d %s, want %d %s", tt.args, code, errs, tt.code, tt.want)
		}
	}
}

// VF-7: what cannot be read keeps nothing else from being exported, and is named.
func TestExportNamesWhatIsLeftOut(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.zip")
	for _, name := range []string{"foo", "bar"} {
		write(t, filepath.Join(dir, "w", "skills", name, "SKILL.md"), "# A skill\n")
		if err := os.Symlink("nowhere", filepath.Join(dir, "w", "skills", name, "lost.txt")); err != nil {
			t.Fatal(err)
		}
	}
	persona := filepath.Join(dir, "p")
	write(t, filepath.Join(persona, "SOUL.md"), "Speak plainly.\n")
	if err := os.Symlink("nowhere", filepath.Join(persona, "USER.md")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want []string // each begins so
	}{
		{[]string{"foo"}, []string{"not exported: /workspace/skills/foo/lost.txt: "}},
		{nil, []string{"not exported: /workspace/skills/bar/lost.txt: ", "not exported: /workspace/skills/foo/lost.txt: ", "not exported: /persona/USER.md: "}},
		{[]string{"plan_compiler"}, nil},
	} {
		code, _, errs := lily(t, "", append([]string{"export", "--workspace", filepath.Join(dir, "w"), "--persona", persona, "-o", file}, tt.args...)...)
		got := slices.Collect(strings.Lines(errs))
		if code != 0 || !slices.EqualFunc(got, tt.want, strings.HasPrefix) {
			t.Errorf("%q: got %d %q, want %q", tt.args, code, got, tt.want)
		}
	}
}
