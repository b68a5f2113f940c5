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
	"lily/web/html"
	"lily/web/html/htmltest"
	"lily/web/room/skills"
	"lily/web/room/snapshot"
	"lily/web/room/trace"
)

// shelfOf is a page on skills of the workspace, which are searched for at every level.
func shelfOf(t *testing.T, files fstest.MapFS) *Store {
	t.Helper()
	w, err := world.New(fstest.MapFS{}, fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	w.Roots = world.Roots(world.Deep)
	sub, _, err := tree.Folder{From: files, Dir: "."}.Read()
	if err != nil {
		t.Fatal(err)
	}
	return pageOf(t, core.New(w.With("workspace/skills", sub), tool.Builtin(), core.Ports{Model: model.Offline{}}))
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
	s.Shown.OpenSkill(s.Sessions.Candidate("/workspace/skills/odd"))
	shown, folded, _ := strings.Cut(flat(htmltest.Seen(shownSkill(s))), "<summary>300 notes</summary>")
	htmltest.Has(t, shown, "name_mismatch", "Apply fix", `<details class="fold">`)
	htmltest.HasNot(t, shown, "unknown_key")
	htmltest.Has(t, folded, "key0", "unknown_key", "And 100 more.")
	if n := strings.Count(folded, ">unknown_key<"); n != html.Most {
		t.Errorf("got %d notes, want %d", n, html.Most)
	}
	shown, folded, _ = strings.Cut(flat(htmltest.Seen(snapshot.Doc(s.Store))), "<summary>1 note</summary>")
	htmltest.Has(t, shown, "/workspace/skills/bad", "misnamed")
	htmltest.HasNot(t, shown, "inside_a_skill")
	htmltest.Has(t, folded, "/workspace/skills/odd/in/SKILL.md", "inside_a_skill")
	if got := html.Weighed(s.Sessions.Candidate("/workspace/skills/odd").Findings); got != "1 finding, 300 notes" {
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
	htmltest.Has(t, htmltest.Seen(&skills.Pane{Store: s.Store}), "1 of 1 available", said)
	htmltest.Has(t, htmltest.Seen(snapshot.Doc(s.Store)), "1 available, 0 excluded. "+said, "1 candidate, 3 folders not looked at", "scan_depth")
	htmltest.Has(t, htmltest.Seen(&Page{Store: s}), "v1, limit reached")
	htmltest.Has(t, htmltest.Seen(&trace.Doc{Store: s.Store}), "3 folders not looked at")
	delete(deep, "1/2/3/4/5/6/7/SKILL.md")
	delete(deep, "1/2/3/4/5/6/8/9/x")
	s = shelfOf(t, deep)
	for _, pane := range []string{htmltest.Seen(&skills.Pane{Store: s.Store}), htmltest.Seen(snapshot.Doc(s.Store)), htmltest.Seen(&trace.Doc{Store: s.Store})} {
		htmltest.HasNot(t, pane, "not looked at")
	}
	htmltest.HasNot(t, htmltest.Seen(&Page{Store: s}), "limit reached")
}
