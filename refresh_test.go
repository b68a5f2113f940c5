package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/coretest"
	"lily/core/model/modeltest"
	"lily/core/tree"
	"lily/web/models"
	"lily/web/places"
	"lily/web/recorder"
)

// steps is standard input whose every line comes after something was done.
type steps []step

type step struct {
	do   func()
	line string
}

func (s *steps) Read(b []byte) (int, error) {
	if len(*s) == 0 {
		return 0, io.EOF
	}
	next := (*s)[0]
	*s = (*s)[1:]
	if next.do != nil {
		next.do()
	}
	return copy(b, next.line+"\n"), nil
}

// SN-1, SN-3: the disk may change under a session; the snapshot does not, until
// it is reloaded. What a tool wrote in the session is not lost by that.
func TestSessionReadsTheDiskAgain(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) func() {
		return func() {
			path := filepath.Join(dir, "skills", name, "SKILL.md")
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(name string) func() {
		return func() {
			if err := os.RemoveAll(filepath.Join(dir, "skills", name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("writer", "---\nsummary: writes\ninvocation_mode: tool_dispatch\ncommand_tool: write\n---\n")()
	write("old", "---\nsummary: as it was\n---\n")()
	in := steps{
		{nil, "/help old"},
		{write("old", "---\nsummary: as it is\n---\n"), "/help old"},
		{nil, `/skill writer {"path": "skills/made/SKILL.md", "content": "made"}`},
		{write("new", "new"), "/reload_skills"},
		{nil, "/help old"},
		{remove("old"), "/help old"},
		{nil, "/reload_skills"},
		{nil, "/help old"},
		{remove(""), "/reload_skills"},
		{nil, "/help new"},
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"session", "--workspace", dir, "--json"}, terminal{&in, &out, &errs}); code != 0 {
		t.Fatalf("got exit code %d, want 0: %s", code, errs.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, want := range []string{
		"as it was", "as it was", "Wrote", "Added: made, new", "as it is", "as it is", "Removed: old", "skill_not_found", "load_failed", "new",
	} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d: got %s, want %q in it", i+1, lines[i], want)
		}
	}
}

// VF-8: a reload holds to the same rule: what became a link out of the root is gone, and
// is a finding of its skill.
func TestReloadFindsALink(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "secret"), "SECRET")
	write(t, filepath.Join(dir, "w", "skills", "a", "SKILL.md"), "# A\n")
	write(t, filepath.Join(dir, "w", "skills", "a", "x"), "mine")
	p := places.Places{Workspace: filepath.Join(dir, "w"), Scan: "children"}
	w, err := p.World()
	if err != nil {
		t.Fatal(err)
	}
	d := &places.Origin{Places: p, Last: w}
	at := filepath.Join(dir, "w", "skills", "a", "x")
	if err := os.Remove(at); err != nil {
		t.Fatal(err)
	}
	symlink(t, "../../../secret", at)
	if w, err = d.Refresh(w); err != nil {
		t.Fatal(err)
	}
	if _, there := w.Tree.File("workspace/skills/a/x"); there || len(w.Roots[2].Skips) != 1 || w.Roots[2].Skips[0].Code != tree.LinkLeaves {
		t.Errorf("got the file: %t, and %v", there, w.Roots[2].Skips)
	}
}

// The command's ports keep the promises of their suites.
func TestPorts(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "w", "skills", "a", "SKILL.md"), "# A\n")
	p := places.Places{Workspace: filepath.Join(dir, "w"), Scan: "children"}
	w, err := p.World()
	if err != nil {
		t.Fatal(err)
	}
	coretest.TestSource(t, &places.Origin{Places: p, Last: w}, w)
	kept, err := recorder.New(filepath.Join(dir, "e.jsonl"), filepath.Join(dir, "run.lily"))
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	coretest.TestSessions(t, kept, w)
	file := filepath.Join(dir, "up.yaml")
	write(t, file, "upstreams:\n  - id: up\n    format: openai\n    url: http://127.0.0.1:1\n")
	modeltest.TestFinder(t, &models.Flags{File: file}, "up/m", "up/a/b")
}
