package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lily/core/world"
	"lily/web/html/htmltest"
)

// shelf1 keeps drafts in memory.
type shelf1 struct {
	n    int
	kept []Draft
	full error
}

func (d *shelf1) Name() string { d.n++; return fmt.Sprint("d", d.n) }
func (d *shelf1) Drop(id string) {
	d.kept = slices.DeleteFunc(d.kept, func(t Draft) bool { return t.ID == id })
}

func (d *shelf1) Keep(t Draft, told func(error)) {
	if d.full == nil {
		d.Drop(t.ID)
		d.kept = append(d.kept, t)
	}
	told(d.full)
}

// reopened is the page after a reload, with the world that it has kept.
func reopened(t *testing.T, s *Store, d *shelf1) *Store {
	t.Helper()
	next := smallPage(t)
	w := s.Engine.World()
	if err := next.Engine.Edit(func(world.World) (world.World, error) { return w, nil }); err != nil {
		t.Fatal(err)
	}
	next.Ports.Drafts = d
	next.recall(slices.Clone(d.kept))
	return next
}

func drafting(t *testing.T) (*Store, *shelf1) {
	t.Helper()
	s, d := smallPage(t), &shelf1{}
	s.Ports.Drafts = d
	return s, d
}

// VF-5: what was typed and not saved is there after a reload, with what it began from; what
// was saved or given up is not.
func TestDraftsAreKept(t *testing.T) {
	const path = "workspace/notes.md"
	s, d := drafting(t)
	s.put(path, "one\r\n")
	note(s, path).typed("mine\n")
	s.Drafts.Keep()
	if len(d.kept) != 1 || d.kept[0].Base != "one\r\n" || d.kept[0].Text != "mine\n" || s.Drafts.Unkept() {
		t.Fatalf("got %+v", d.kept)
	}
	htmltest.Has(t, htmltest.Seen(note(s, path)), "Unsaved; it is still here after a reload.")
	s = reopened(t, s, d)
	htmltest.Has(t, s.Loop.Notice.Text, "/workspace/notes.md")
	n := note(s, path)
	htmltest.Has(t, htmltest.Seen(n), `value="mine`, "Unsaved")
	htmltest.HasNot(t, htmltest.Seen(n), "Changed by someone else")
	n.typed("mine, too\n")
	s.Drafts.Keep()
	s.put(path, "theirs\n")
	s = reopened(t, s, d)
	htmltest.Has(t, htmltest.Seen(&inspector{Store: s}), "changed by someone else since", "Typed and not saved")
	n = note(s, path)
	htmltest.Has(t, htmltest.Seen(n), "Changed by someone else", `value="mine, too`)
	n.keep(n.Text)
	if len(d.kept) != 0 || textAt(s, path) != "mine, too\n" {
		t.Errorf("got %+v and %q", d.kept, textAt(s, path))
	}
	note(s, path).typed("not this")
	s.Drafts.Keep()
	note(s, path).revert()
	note(s, path).typed("more")
	s.Drafts.Keep()
	note(s, path).typed("mine, too\n") // as it was
	if s = reopened(t, s, d); len(d.kept) != 0 || s.Loop.Notice.Text != "" {
		t.Errorf("got %+v, %s", d.kept, s.Loop.Notice.Text)
	}
}

// A page that went between the save and its word of it has nothing unsaved.
func TestDraftThatWasSaved(t *testing.T) {
	s, d := drafting(t)
	s.put("workspace/a.md", "one\r\ntwo\r\n")
	d.kept = []Draft{{"d9", "workspace/a.md", "one\r\n", "one\ntwo\n"}}
	if s = reopened(t, s, d); len(d.kept) != 0 || len(s.drafts) != 0 || s.Loop.Notice.Text != "" {
		t.Errorf("got %+v, %+v", d.kept, s.drafts)
	}
}

// VF-5: of two texts of one thing none is lost: the newer stands in the box, the other is
// offered, can be taken, and given up and brought back.
func TestDraftsOfTwoTabs(t *testing.T) {
	s, d := drafting(t)
	d.kept = []Draft{{"a", "workspace/gone.md", "one", "older"}, {"b", "workspace/gone.md", "one", "newer"}, {"c", "profile", "", "os: ["}, {"m", "message/s1", "", "half a line"}}
	s = reopened(t, s, d)
	htmltest.Has(t, s.Loop.Notice.Text, "the profile, /workspace/gone.md.")
	got := htmltest.Seen(&inspector{Store: s})
	htmltest.Has(t, got, "/workspace/gone.md", "there is no such file now", "an older text, typed in another tab", "the profile")
	htmltest.HasNot(t, got, "message")
	if s.Sessions.View("s1").Box != "half a line" {
		t.Error("the message is lost")
	}
	old := s.older[0]
	s.openLeft(old)
	if s.Shown.File != "workspace/gone.md" || s.drafts[s.Shown.File].text != "older" || len(s.older) != 1 || s.older[0].text.text != "newer" {
		t.Errorf("got %+v", s.drafts[s.Shown.File])
	}
	htmltest.Has(t, htmltest.Seen(&filesPane{Store: s}), "There is no such file now.", `value="older`)
	s.Drafts.Discard(s.older[0])
	if len(s.older) != 0 || len(d.kept) != 3 {
		t.Errorf("got %+v", d.kept)
	}
	s.Loop.Notice.Undo()
	if len(s.older) != 1 || len(d.kept) != 4 {
		t.Errorf("got %+v", d.kept)
	}
	s.Drafts.TypeMessage("s1", "")
	if len(d.kept) != 3 {
		t.Errorf("got %+v, want none of the message that was sent", d.kept)
	}
}

// What cannot be kept says so, and the page asks before it goes.
func TestDraftCannotBeKept(t *testing.T) {
	s, d := drafting(t)
	d.full = errors.New("there is no room left.")
	note(s, "workspace/a.md").typed(strings.Repeat("x", 1<<20))
	s.Drafts.Keep()
	htmltest.Has(t, htmltest.Seen(note(s, "workspace/a.md")), "Unsaved, and not kept for a reload: there is no room left.")
	if !s.Drafts.Unkept() {
		t.Error("nothing asks before it is lost")
	}
	d.full = nil
	s.Drafts.Keep()
	if s.Drafts.Unkept() || len(d.kept) != 1 {
		t.Error("it is not kept though there is room")
	}
	s.Ports.Drafts = nil
	htmltest.Has(t, htmltest.Seen(note(s, "workspace/a.md")), "kept nowhere")
	if !s.Drafts.Unkept() {
		t.Error("nothing asks before it is lost")
	}
}
