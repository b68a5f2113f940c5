package ui

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// shelfOf is a page on skills of the workspace, which are searched for at every level.
func shelfOf(t *testing.T, files fstest.MapFS) *Store {
	t.Helper()
	w, err := world.New(fstest.MapFS{}, fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	w.Roots = world.Roots(world.Deep)
	sub, _, err := tree.Read(files, ".", tree.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewStore(core.New(w.With("workspace/skills", sub), tool.Builtin(), core.Ports{Model: model.Offline{}}), Ports{System: "linux"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// SK-7: notes stand behind one click with their count; what is more than a note does not.
func TestNotesAreFolded(t *testing.T) {
	var text strings.Builder
	text.WriteString("---\nname: other\ndescription: x\n")
	for i := range 300 {
		text.WriteString(fmt.Sprintf("key%d: 1\n", i))
	}
	s := shelfOf(t, fstest.MapFS{
		"odd/SKILL.md": {Data: []byte(text.String() + "---\n")}, "odd/in/SKILL.md": {Data: []byte("x")}, "odd/wrong/skill.md": {Data: []byte("x")},
		"bad/skill.md": {Data: []byte("x")},
	})
	s.show(find(s.snapshot(), "/workspace/skills/odd"))
	shown, folded, _ := strings.Cut(flat(seen(&skillPane{Store: s})), "<summary>300 notes</summary>")
	has(t, shown, "name_mismatch", "Apply fix", `<details class="fold">`)
	hasNot(t, shown, "unknown_key")
	has(t, folded, "key0", "unknown_key", "And 100 more.")
	if n := strings.Count(folded, ">unknown_key<"); n != most {
		t.Errorf("got %d notes, want %d", n, most)
	}
	shown, folded, _ = strings.Cut(flat(seen(&snapshotPane{Store: s})), "<summary>1 note</summary>")
	has(t, shown, "/workspace/skills/bad", "misnamed")
	hasNot(t, shown, "inside_a_skill")
	has(t, folded, "/workspace/skills/odd/in/SKILL.md", "inside_a_skill")
	if got := weighed(find(s.snapshot(), "/workspace/skills/odd").Findings); got != "1 finding, 300 notes" {
		t.Errorf("got %q", got)
	}
}

// flat takes out the line breaks of the markup.
func flat(markup string) string {
	lines := strings.Split(markup, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "")
}

// LD-2: where skills are counted the page says how many folders were not looked at.
func TestLimitIsToldInThePage(t *testing.T) {
	deep := fstest.MapFS{"a/SKILL.md": {Data: []byte("x")}, "1/2/3/4/5/6/7/SKILL.md": {Data: []byte("x")}, "1/2/3/4/5/6/8/9/x": {}}
	s := shelfOf(t, deep)
	said := "3 folders were not looked at: a scan takes at most 6 levels and 20000 folders."
	has(t, seen(&skillsPane{Store: s}), "1 of 1 available", said)
	has(t, seen(&snapshotPane{Store: s}), "1 available, 0 excluded. "+said, "1 candidate, 3 folders not looked at", "scan_depth")
	has(t, seen(&Page{Store: s}), "v1, 1 available, limit reached")
	has(t, seen(&eventsPane{Store: s}), "3 folders not looked at")
	delete(deep, "1/2/3/4/5/6/7/SKILL.md")
	delete(deep, "1/2/3/4/5/6/8/9/x")
	s = shelfOf(t, deep)
	for _, pane := range []string{seen(&skillsPane{Store: s}), seen(&snapshotPane{Store: s}), seen(&eventsPane{Store: s})} {
		hasNot(t, pane, "not looked at")
	}
	hasNot(t, seen(&Page{Store: s}), "limit reached")
}
