package files

import (
	"strconv"
	"strings"
	"testing"

	"lily/core/world"
	"lily/web/editor"
	"lily/web/html/htmltest"
	"lily/web/state"
	"lily/web/state/statetest"
)

// VF-5: a file that is gone meanwhile, and what was typed of it is saved anew.
func TestFileIsGoneMeanwhile(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/a.md", "a\n")
	s.Shown.File = "workspace/a.md"
	shownNote(s).Typed("mine\n")
	s.Edits.Remove("workspace/a.md", "Removed.")
	htmltest.Has(t, htmltest.Seen(doc(s)), "There is no such file now.", "Changed by someone else")
	shownNote(s).Keep("")
	if got, _ := state.WholeText(s.Engine.World().Tree, s.Shown.File); got != "mine\n" {
		t.Errorf("got %q, want the draft saved anew", got)
	}
}

// shownNote is the editor of the file that is shown, as the pane has it now.
func shownNote(s *statetest.Page) *editor.Editor {
	text, _ := state.WholeText(s.Engine.World().Tree, s.Shown.File)
	d := doc(s).fileText(s.Shown.File, text).(*editor.Editor)
	d.Render()
	return d
}

func pane(s *statetest.Page) *List { return &List{Store: s.Store, Folder: s.Folder} }

func doc(s *statetest.Page) *Doc {
	return &Doc{Store: s.Store, Drafts: s.Drafts, Path: s.Shown.File}
}

func TestFilesPane(t *testing.T) {
	s := statetest.Small(t)
	p := pane(s)
	htmltest.Has(t, htmltest.Seen(p), "bundled", "read-only", "SOUL.md", "5 files")
	htmltest.HasNot(t, htmltest.Seen(p), "notes.txt")
	s.Shown.OpenFile("bundled/skills/choosy/notes.txt")
	htmltest.Has(t, htmltest.Seen(p), "notes.txt")
	htmltest.Has(t, htmltest.Seen(doc(s)), "notes.txt", strconv.Quote("one\ntwo\n"), "as the snapshot has it", "read-only: it comes with Lily", " readonly")
	p.search("soul")
	htmltest.Has(t, htmltest.Seen(p), "/persona/SOUL.md")
	htmltest.HasNot(t, htmltest.Seen(p), "/persona/agents/otto/AGENTS.md")
	p.search("no such file")
	htmltest.Has(t, htmltest.Seen(p), "No file has “no such file” in its path.")
}

func TestFilesPaneMakesFiles(t *testing.T) {
	s := statetest.Small(t)
	p := pane(s)
	for _, c := range []struct{ path, want string }{
		{"", "Write the path"},
		{"user/../x", "goes up by “..”"},
		{"user//x", "has an empty or “.” part"},
		{"bundled/skills/x/SKILL.md", "below /user, /workspace and /persona only"},
		{"loose.txt", "below /user, /workspace and /persona only"},
		{"/persona/SOUL.md", "already"},
	} {
		p.path = c.path
		p.create()
		htmltest.Has(t, htmltest.Seen(p), c.want)
	}
	p.path = " /workspace/skills/new/SKILL.md "
	p.create()
	if p.wrong != "" || s.Shown.File != "workspace/skills/new/SKILL.md" {
		t.Fatalf("got %q open and %q wrong", s.Shown.File, p.wrong)
	}
	htmltest.Has(t, htmltest.Seen(doc(s)), "no skill of the snapshot has this file")
}

// SN-3, SN-4: the pane compares with what the snapshot pins.
func TestFilesPaneComparesWithTheSnapshot(t *testing.T) {
	s := statetest.Small(t)
	path := "workspace/skills/mine/SKILL.md"
	s.Put(path, "One.\nTwo.\nThree.\n")
	s.Say(t, "/reload_skills")
	s.Shown.File = path
	htmltest.Has(t, htmltest.Seen(doc(s)), "as the snapshot has it")
	s.Put(path, "One.\n2.\nThree.\n")
	htmltest.Has(t, htmltest.Seen(doc(s)), "changed since the snapshot", "Since snapshot v2", "- Two.", "+ 2.")
	s.Put("workspace/skills/mine/more.md", "More.\n")
	s.Shown.File = "workspace/skills/mine/more.md"
	htmltest.Has(t, htmltest.Seen(doc(s)), "new: the snapshot's mine does not have it")
	s.Edits.Remove(path, "Deleted.")
	s.Shown.File = path
	htmltest.Has(t, htmltest.Seen(doc(s)), "There is no such file now.", "Put it back as snapshot v2 has it")
	s.Loop.Notice.Undo()
	htmltest.Has(t, htmltest.Seen(doc(s)), "+ 2.")
}

func TestFilesPaneBinary(t *testing.T) {
	s := statetest.Small(t)
	s.Put("user/data.bin", "a\x00b\xff")
	s.Shown.File = "user/data.bin"
	got := htmltest.Seen(doc(s))
	htmltest.Has(t, got, "The file is not shown", "4 bytes")
	htmltest.HasNot(t, got, "<textarea")
}

func TestFilesPaneShowsRowsInChunks(t *testing.T) {
	s := statetest.Small(t)
	_ = s.Engine.Edit(func(w world.World) (world.World, error) { // the paths are good
		for i := range 700 {
			w.Tree, _ = w.Tree.Put("user/many/f"+strconv.Itoa(i), []byte("x"))
		}
		return w, nil
	})
	p := pane(s)
	p.turn("user/many")
	if rows := strings.Count(htmltest.Seen(p), "<li"); rows != fileRows {
		t.Errorf("got %d rows, want %d", rows, fileRows)
	}
	p.more = 7 * fileRows
	htmltest.HasNot(t, htmltest.Seen(p), "Show more")
}

// Two documents beside each other have each its own Save by name, and what is known of a file takes a line.
func TestFileIsNamed(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/a.md", "a\r\n")
	s.Shown.File = "workspace/a.md"
	htmltest.Has(t, htmltest.Seen(doc(s)), `aria-label="Save /workspace/a.md"`, `aria-label="Revert /workspace/a.md"`, "3 bytes · lines end with CRLF · ", "As it is saved.")
}
