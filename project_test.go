package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/tree"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
)

// exportOf exports, and reads the zip as the page does.
func exportOf(t *testing.T, wantCode int, args ...string) (got tree.Tree, said string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out.zip")
	code, _, said := lily(t, "", append([]string{"export", "-o", file}, args...)...)
	if code != wantCode {
		t.Fatalf("%q: got %d %s, want %d", args, code, said, wantCode)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, err = archive.Read(data, archive.Options{Cased: true}); err != nil {
		t.Fatal(err)
	}
	return got, said
}

// project makes a workspace with ordinary files beside its skills.
func project(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "w")
	for path, data := range map[string]string{
		"README.md": "# Project\n", "readme.md": "another", ".env": "A=1\n", "src/main.go": "package main\n", "docs/a b/ü.md": "ü",
		"skills/foo/SKILL.md": "# Foo\n", "skills/foo/ref/x.md": "x", "skills/loose.txt": "loose",
		strings.Repeat("deep/", 70) + "f": "deep", "bin": "\x00\xff",
	} {
		write(t, filepath.Join(dir, path), data)
	}
	if err := os.MkdirAll(filepath.Join(dir, "empty", "er"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// VF-7, VF-9: an export of everything has the ordinary files of the workspace, and what
// is restored from it is, byte for byte, what lay on the disk.
func TestExportTakesOrdinaryFiles(t *testing.T) {
	dir := project(t)
	want, skips, err := tree.Folder{From: os.DirFS(dir), Dir: "."}.Read()
	if err != nil || len(skips) > 0 {
		t.Fatal(err, skips)
	}
	all, said := exportOf(t, 0, "--workspace", dir)
	if said != "" {
		t.Errorf("got %s, want nothing said", said)
	}
	if !world.Restorable(all) {
		t.Fatal("got what cannot be restored")
	}
	r, err := world.Restore(all)
	if err != nil {
		t.Fatal(err)
	}
	w, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		t.Fatal(err)
	}
	if w, err = r.In(w, world.Take{}); err != nil {
		t.Fatal(err)
	}
	if got, err := w.Tree.At("workspace"); err != nil || got.Digest() != want.Digest() {
		t.Errorf("got %v, %v, want the workspace as it is", tree.Diff(want, got), err)
	}
	part, _ := exportOf(t, 0, "--workspace", dir, "/workspace")
	if got, err := part.At("workspace"); err != nil || got.Digest() != want.Digest() {
		t.Errorf("got %v, %v, want the workspace alone", tree.Diff(want, got), err)
	}
	if _, err := part.At("persona"); err == nil {
		t.Error("got the persona, want the workspace alone")
	}
	part, _ = exportOf(t, 0, "--user", dir, "/user")
	if _, err := part.Stat("user/skills/foo/SKILL.md"); err != nil {
		t.Error(err)
	}
	if _, err := part.Stat("user/README.md"); err == nil {
		t.Error("got an ordinary file of the user's, want those of the workspace alone")
	}
	if code, _, errs := lily(t, "", "export", "-o", filepath.Join(dir, "x.zip"), "/bundled"); code != 1 || !strings.Contains(errs, `"/bundled"`) {
		t.Errorf("got %d %s, want no such part", code, errs)
	}
}

// VF-7: what does not come along is said, on standard error and in the export.
func TestExportSaysWhatIsLeftOut(t *testing.T) {
	dir := project(t)
	write(t, filepath.Join(dir, ".git", "config"), "url = secret")
	write(t, filepath.Join(dir, "sub", "node_modules", "m", "i.js"), "x")
	write(t, filepath.Join(filepath.Dir(dir), "secret"), "SECRET")
	symlink(t, "../../secret", filepath.Join(dir, "docs", "key"))
	symlink(t, "../skills/foo/ref", filepath.Join(dir, "docs", "ref"))
	symlink(t, "../../../README.md", filepath.Join(dir, "skills", "foo", "up.md"))
	all, said := exportOf(t, 0, "--workspace", dir)
	var want []string
	for _, line := range []string{
		"/workspace/skills/foo/up.md", "/workspace/.git", "/workspace/sub/node_modules", "/workspace/docs/key",
	} {
		want = append(want, "not exported: "+line+": ")
	}
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for i := range want {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want[i]) {
			t.Fatalf("got\n%s\nwant\n%s", said, strings.Join(want, "\n"))
		}
	}
	if len(lines) != len(want) {
		t.Errorf("got %s, want %d lines", said, len(want))
	}
	if data, _ := all.ReadFile("workspace/docs/ref/x.md"); string(data) != "x" {
		t.Error("got no file by a link within the workspace")
	}
	for path, f := range all.Walk() {
		if data, _ := f.Bytes(); strings.Contains(path, ".git") || strings.Contains(path, "node_modules") || bytes.Contains(data, []byte("SECRET")) {
			t.Errorf("got %s", path)
		}
	}
	r, err := world.Restore(all)
	if err != nil || len(r.Left) != len(want) || !strings.HasPrefix(r.Left[1], "/workspace/.git is not in the export: ") {
		t.Errorf("got %q, %v, want what is left out in the export too", r.Left, err)
	}
}

// VF-7: beyond a limit the skills are exported without the ordinary files, which is said
// with their number and by the exit code.
func TestExportSaysItsLimit(t *testing.T) {
	old := limits
	t.Cleanup(func() { limits = old })
	dir := project(t)
	for _, l := range []tree.Limits{{Files: 5, Bytes: 1 << 20}, {Files: 100, Bytes: 40}} {
		limits = l
		all, said := exportOf(t, 1, "--workspace", dir)
		if !strings.Contains(said, "not exported: /workspace: No file beside the skills comes along: there are 10 files of 54 bytes in all") ||
			!strings.Contains(said, "lily: the export does not hold everything") {
			t.Errorf("got %s", said)
		}
		if _, err := all.Stat("workspace/skills/foo/SKILL.md"); err != nil {
			t.Error(err)
		}
		if _, err := all.Stat("workspace/README.md"); err == nil {
			t.Error("got an ordinary file beyond the limit")
		}
		if data, _ := all.ReadFile("left-out.txt"); !strings.HasPrefix(string(data), "/workspace is not in the export: No file beside the skills") {
			t.Errorf("got %q", data)
		}
	}
}

// VF-7: an export into the folder that is exported does not hold itself.
func TestExportDoesNotHoldItself(t *testing.T) {
	dir := project(t)
	symlink(t, "w", filepath.Join(filepath.Dir(dir), "link"))
	for _, file := range []string{"out.zip", "skills/foo/out.zip", "docs/out.zip"} {
		full := filepath.Join(filepath.Dir(dir), "link", file)
		var first []byte
		for i := range 3 {
			code, _, errs := lily(t, "", "export", "--workspace", dir, "-o", full, "/workspace")
			data, err := os.ReadFile(full)
			if code != 0 || err != nil || i > 0 && !strings.Contains(errs, "not exported: /workspace/"+file) {
				t.Fatalf("got %d %s %v", code, errs, err)
			}
			if i > 0 && !bytes.Equal(data, first) {
				t.Errorf("%s: got other bytes the next time", file)
			}
			first = data
		}
		if err := os.Remove(full); err != nil {
			t.Fatal(err)
		}
	}
}
