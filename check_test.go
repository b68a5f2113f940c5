package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func checkOf(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var b bytes.Buffer
	code = run(t.Context(), append([]string{"check"}, args...), terminal{nil, &b, &b})
	return code, b.String()
}

func TestCheckPaths(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "top/good/SKILL.md"), "x")
	write(t, filepath.Join(dir, "top/good/inner/SKILL.md"), "---\nopen")
	write(t, filepath.Join(dir, "top/wrong/skill.md"), "x")
	write(t, filepath.Join(dir, "top/folder/SKILL.md/x"), "x")
	write(t, filepath.Join(dir, "top/reserved/SKILL.md"), "---\ncommand: help\n---\n")
	write(t, filepath.Join(dir, "top/.git/SKILL.md"), "---\nopen")
	write(t, filepath.Join(dir, "else/SKILL.md"), "---\nname: x\n---\n")
	write(t, filepath.Join(dir, "none/README.md"), "x")
	if err := os.Symlink("../else", filepath.Join(dir, "top/linked")); err != nil {
		t.Skip("this system makes no links:", err)
	}
	if err := os.Symlink("top", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("..", filepath.Join(dir, "top/wrong/up")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		code int
		want string // parts of the output, by blanks
	}{
		{"top/good/SKILL.md", 0, "1_skill:_0_errors"},
		{"top/good", 0, "1_skill:_0_errors"},
		{"else", 0, "name_mismatch missing_description 1_skill:_0_errors,_2_warnings"},
		{"top", 1, "linked:1:1:_warning link_leaves_root misnamed,_SK-1 command_reserved,_SK-4 5_skills:_1_error"},
		{"link", 1, "5_skills:_1_error"},
		{"none", 1, "there_is_no_SKILL.md_here_or_below"},
		{"nowhere", 1, "no_such_file"},
	} {
		code, out := checkOf(t, filepath.Join(dir, c.path))
		if code != c.code {
			t.Errorf("%s: got exit %d, want %d", c.path, code, c.code)
		}
		for part := range strings.FieldsSeq(c.want) {
			if part = strings.ReplaceAll(part, "_", " "); !strings.Contains(strings.ReplaceAll(out, "_", " "), part) {
				t.Errorf("%s: got %s, want %q in it", c.path, out, part)
			}
		}
	}
}

// LD-1: an optional root that cannot be read is noted; a required one fails.
func TestUnreadableRoot(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "skills"), "a file in the place of the folder")
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"snapshot", "--user", dir}, terminal{nil, &out, &errs}); code != 0 || !strings.Contains(out.String(), `"unreadable"`) {
		t.Errorf("user: got exit %d, %s, want a note", code, &errs)
	}
	for _, flag := range []string{"--bundled", "--workspace"} {
		if code := run(t.Context(), []string{"snapshot", flag, dir}, terminal{nil, &out, &errs}); code != 1 {
			t.Errorf("%s: got exit %d, want 1", flag, code)
		}
		if code := run(t.Context(), []string{"snapshot", flag, filepath.Join(dir, "gone")}, terminal{nil, &out, &errs}); code != 1 {
			t.Errorf("%s gone: got exit %d, want 1", flag, code)
		}
	}
	if !strings.Contains(errs.String(), "the required root /workspace/skills is missing") {
		t.Errorf("got %s, want the root named", &errs)
	}
}

// VF-3: names that cannot enter are notes, and nothing else is lost.
func TestOddNamesOnDisk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"good", "with blank", "🌸", "..dots", "Case"} {
		write(t, filepath.Join(dir, "skills", name, "SKILL.md"), "x")
	}
	want := []string{`"path": "/workspace/skills/🌸"`, `"path": "/workspace/skills/..dots"`, `"path": "/workspace/skills/with blank"`}
	if os.MkdirAll(filepath.Join(dir, "skills", "bad\xff"), 0o755) == nil {
		want = append(want, `"code": "path_not_utf8"`)
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"snapshot", "--workspace", dir}, terminal{nil, &out, &errs}); code != 0 {
		t.Fatalf("got exit %d, %s", code, &errs)
	}
	for _, part := range want {
		if !strings.Contains(out.String(), part) {
			t.Errorf("got %s, want %s in it", &out, part)
		}
	}
}
