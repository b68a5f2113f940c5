package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func symlink(t *testing.T, to, at string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, at); err != nil {
		t.Skip("this system makes no links:", err)
	}
}

// hostile is a workspace as somebody else may have packed it, beside a secret.
func hostile(t *testing.T) (dir string) {
	t.Helper()
	home := t.TempDir()
	dir = filepath.Join(home, "clone")
	write(t, filepath.Join(home, ".ssh", "id_rsa"), "SECRET")
	write(t, filepath.Join(home, "other", "SKILL.md"), "# SECRET\n")
	write(t, filepath.Join(dir, "skills", "a", "SKILL.md"), "# A\n")
	write(t, filepath.Join(dir, "skills", "_shared", "x.md"), "shared")
	write(t, filepath.Join(dir, "README.md"), "ordinary")
	for at, to := range map[string]string{
		"skills/a/notes.txt": filepath.Join(home, ".ssh", "id_rsa"), "skills/a/rel": "../../../.ssh/id_rsa",
		"skills/a/chain": "hop", "skills/a/hop": "../../../.ssh", "skills/a/up": "../..", "skills/a/self": ".",
		"skills/a/shared": "../_shared", "skills/a/abs": filepath.Join(dir, "skills", "_shared", "x.md"),
		"skills/a/readme": "../../README.md", "skills/out": "../../other", "skills/b": "a", "skills/all": ".",
		"skills/c/SKILL.md": "../../../other/SKILL.md", "skills/d/SKILL.md": "../a/SKILL.md", "skills/loop": "loop",
	} {
		symlink(t, to, filepath.Join(dir, at))
	}
	return dir
}

// VF-8: no command shows a word of what a link leads to outside of the root, and every
// link that is not followed is a finding of its skill or a note of the root.
func TestLinksDoNotLeaveTheRoot(t *testing.T) {
	dir := hostile(t)
	code, out, errs := lily(t, "", "snapshot", "--workspace", dir)
	if code != 0 || strings.Contains(out, "SECRET") {
		t.Fatalf("got %d %s %s", code, out, errs)
	}
	var s struct {
		Roots []struct {
			Notes []struct{ Code, Path, Clause string }
		}
		Candidates []struct {
			Path     string
			Findings []struct{ Code, File, Clause, Message, Severity string }
		}
	}
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range s.Candidates {
		for _, f := range c.Findings {
			if f.Clause == "VF-8" && f.Severity == "warning" {
				got = append(got, f.Code+" "+c.Path+" "+f.File)
			}
		}
	}
	for _, n := range s.Roots[2].Notes {
		if n.Clause == "VF-8" {
			got = append(got, n.Code+" "+n.Path)
		}
	}
	want := []string{
		"link_leaves_root /workspace/skills/a chain", "link_leaves_root /workspace/skills/a hop", "link_leaves_root /workspace/skills/a notes.txt",
		"link_leaves_root /workspace/skills/a readme", "link_leaves_root /workspace/skills/a rel", "link_loop /workspace/skills/a self",
		"link_leaves_root /workspace/skills/a up",
		"link_loop /workspace/skills/all", "link_leaves_root /workspace/skills/c/SKILL.md", "link_loop /workspace/skills/loop", "link_leaves_root /workspace/skills/out",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, path := range []string{"/workspace/skills/a", "/workspace/skills/b", "/workspace/skills/d"} {
		if !strings.Contains(out, `"`+path+`"`) {
			t.Errorf("got no skill %s, want those whose links lie inside", path)
		}
	}

	bundle := filepath.Join(t.TempDir(), "s.lily")
	lines := "/check a\n/skill a\nshow me notes.txt\n/reload_skills\n/skills\n"
	code, out, errs = lily(t, lines, "session", "--workspace", dir, "--bundle", bundle)
	data, _ := os.ReadFile(bundle)
	if code != 0 || strings.Contains(out+errs, "SECRET") || bytes.Contains(data, []byte("SECRET")) || !strings.Contains(out, "link_leaves_root") {
		t.Errorf("got %d %s %s", code, out, errs)
	}
	if code, out, errs = lily(t, "", "session", "--replay", bundle); code != 0 {
		t.Errorf("replay: got %d %s %s", code, out, errs)
	}
	if code, out, errs = lily(t, "", "check", filepath.Join(dir, "skills")); strings.Contains(out+errs, "SECRET") || !strings.Contains(out, "link_leaves_root") {
		t.Errorf("got %d %s %s", code, out, errs)
	}

	zipped := filepath.Join(t.TempDir(), "out.zip")
	for _, args := range [][]string{{"a"}, {}} {
		code, _, errs = lily(t, "", append([]string{"export", "--workspace", dir, "-o", zipped}, args...)...)
		data, err := os.ReadFile(zipped)
		if code != 0 || err != nil || bytes.Contains(data, []byte("SECRET")) || !strings.Contains(errs, "skills/a/notes.txt") || !bytes.Contains(data, []byte("shared")) {
			t.Errorf("%q: got %d %s %v", args, code, errs, err)
		}
	}
}

// VF-8: the folder that a person names may be a link, and so may DIR/skills within DIR or
// of the person's own; that of a workspace does not lead out of it.
func TestLinkedRoots(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, "real", "skills", "a", "SKILL.md"), "# A\n")
	write(t, filepath.Join(home, "in", ".agents", "skills", "a", "SKILL.md"), "# A\n")
	for at, to := range map[string]string{"named": "real", "in/skills": ".agents/skills", "out/skills": "../real/skills", "abs/skills": filepath.Join(home, "real", "skills"), "gone/skills": "nowhere", "loop/skills": "skills"} {
		symlink(t, to, filepath.Join(home, at))
	}
	for _, tt := range []struct {
		flag, dir string
		code      int
		want      string
	}{
		{"workspace", "named", 0, `"/workspace/skills/a"`},
		{"workspace", "in", 0, `"/workspace/skills/a"`},
		{"workspace", "out", 1, `skills" leads to "../real/skills", which is not a folder within`},
		{"workspace", "abs", 1, `which is not a folder within`},
		{"workspace", "gone", 1, `leads to "nowhere", which is not a folder within`},
		{"workspace", "loop", 1, `which is not a folder within`},
		{"user", "out", 0, `"/user/skills/a"`},
		{"user", "abs", 0, `"/user/skills/a"`},
		{"user", "gone", 0, `"link_dangling"`},
	} {
		code, out, errs := lily(t, "", "snapshot", "--"+tt.flag, filepath.Join(home, tt.dir))
		if code != tt.code || !strings.Contains(out+errs, tt.want) {
			t.Errorf("--%s %s: got %d %s, want %d and %s", tt.flag, tt.dir, code, errs, tt.code, tt.want)
		}
	}
}
