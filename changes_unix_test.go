//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dispatching is a skill that hands what it is given to a tool.
func dispatching(name, tool string) string {
	return "---\nname: " + name + "\ndescription: Hands on.\ncommand: " + name + "\ncommand_tool: " + tool + "\ninvocation_mode: tool_dispatch\n---\n"
}

// TM-3: tools and programs work on the real project. A program gets of a large one what its words name, and what it has
// changed and removed there is written with the flag alone.
func TestProgramsOnALargeProject(t *testing.T) {
	files := map[string]string{
		"w/skills/run/SKILL.md": dispatching("run", "shell"), "w/skills/edit/SKILL.md": dispatching("change", "edit"),
		"w/notes.txt": "one\n", "w/main.go": "package a\n", "policy.yaml": "ask: full_auto\n",
	}
	for i := range 2001 {
		files[fmt.Sprintf("w/many/%d/f", i)] = "many\n"
	}
	dir := folder(t, files)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	work := filepath.Join(dir, "w")
	lines := `/change path=notes.txt old=one new=two
/run "cat notes.txt main.go many/7/f"
/run "rm many/8/f"
/run "sh -c 'echo made > many/9/made'"
`
	args := []string{"session", "--workspace", work, "--unsandboxed", "--policy", filepath.Join(dir, "policy.yaml")}
	_, out, errs := lily(t, lines, args...)
	for _, want := range []string{"two\npackage a\nmany\n", "The project has more than a program gets of it"} {
		if !strings.Contains(out, want) {
			t.Errorf("got no %q in\n%s", want, out)
		}
	}
	if !strings.Contains(errs, "not written: D many/8/f, A many/9/made, M notes.txt; they are kept aside") {
		t.Errorf("got %s", errs)
	}
	if _, err := os.Stat(filepath.Join(work, "many", "8", "f")); err != nil {
		t.Error("it was removed unasked")
	}
	if _, _, errs = lily(t, "", append(args, "--restore", "--write")...); !strings.Contains(errs, "wrote 3 changed files to ") {
		t.Errorf("got %s", errs)
	}
	_, err := os.Stat(filepath.Join(work, "many", "8", "f"))
	made, err2 := os.ReadFile(filepath.Join(work, "many", "9", "made"))
	notes, _ := os.ReadFile(filepath.Join(work, "notes.txt"))
	if !os.IsNotExist(err) || err2 != nil || string(made) != "made\n" || string(notes) != "two\n" {
		t.Errorf("got %v, %q, %v, %q", err, made, err2, notes)
	}
}

// TM-3: a session that saw the project is replayed without it: what it has read is in its bundle.
func TestReplaysWithoutTheProject(t *testing.T) {
	dir := folder(t, map[string]string{
		"w/skills/look/SKILL.md": dispatching("look", "read"), "w/skills/edit/SKILL.md": dispatching("change", "edit"), "w/skills/find/SKILL.md": dispatching("search", "grep"),
		"w/notes.txt": "one\n", "w/src/a.go": "package a\n",
	})
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	bundle := filepath.Join(dir, "run.lily")
	code, out, errs := lily(t, "/look notes.txt\n/search package\n/change path=src/a.go old='package a' new='package b'\n/look src/a.go\n",
		"session", "--workspace", filepath.Join(dir, "w"), "--bundle", bundle)
	if want := "one\n\n/workspace/src/a.go:1:package a\n\nWrote 10 bytes to /workspace/src/a.go.\npackage b\n"; code != 0 || strings.ReplaceAll(out, "\n\n", "\n") != strings.ReplaceAll(want, "\n\n", "\n") {
		t.Fatalf("got %d, %q, %s", code, out, errs)
	}
	if err := os.RemoveAll(filepath.Join(dir, "w")); err != nil {
		t.Fatal(err)
	}
	replayed(t, bundle, "Replayed ")
}
