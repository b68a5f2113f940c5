package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lily/core/world"
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
	s.KeepDrafts()
	if len(d.kept) != 1 || d.kept[0].Base != "one\r\n" || d.kept[0].Text != "mine\n" || s.Unkept() {
		t.Fatalf("got %+v", d.kept)
	}
	has(t, seen(note(s, path)), "Unsaved; it is still here after a reload.")
	s = reopened(t, s, d)
	has(t, s.Notice.Text, "/workspace/notes.md")
	n := note(s, path)
	has(t, seen(n), `value="mine`, "Unsaved")
	hasNot(t, seen(n), "Changed by someone else")
	n.typed("mine, too\n")
	s.KeepDrafts()
	s.put(path, "theirs\n")
	s = reopened(t, s, d)
	has(t, seen(&inspector{Store: s}), "changed by someone else since", "Typed and not saved")
	n = note(s, path)
	has(t, seen(n), "Changed by someone else", `value="mine, too`)
	n.keep(n.Text)
	if len(d.kept) != 0 || textAt(s, path) != "mine, too\n" {
		t.Errorf("got %+v and %q", d.kept, textAt(s, path))
	}
	note(s, path).typed("not this")
	s.KeepDrafts()
	note(s, path).revert()
	note(s, path).typed("more")
	s.KeepDrafts()
	note(s, path).typed("mine, too\n") // as it was
	if s = reopened(t, s, d); len(d.kept) != 0 || s.Notice.Text != "" {
		t.Errorf("got %+v, %s", d.kept, s.Notice.Text)
	}
}

// A page that went between the save and its word of it has nothing unsaved.
func TestDraftThatWasSaved(t *testing.T) {
	s, d := drafting(t)
	s.put("workspace/a.md", "one\r\ntwo\r\n")
	d.kept = []Draft{{"d9", "workspace/a.md", "one\r\n", "one\ntwo\n"}}
	if s = reopened(t, s, d); len(d.kept) != 0 || len(s.drafts) != 0 || s.Notice.Text != "" {
		t.Errorf("got %+v, %+v", d.kept, s.drafts)
	}
}

// VF-5: of two texts of one thing none is lost: the newer stands in the box, the other is
// offered, can be taken, and given up and brought back.
func TestDraftsOfTwoTabs(t *testing.T) {
	s, d := drafting(t)
	d.kept = []Draft{{"a", "workspace/gone.md", "one", "older"}, {"b", "workspace/gone.md", "one", "newer"}, {"c", "profile", "", "os: ["}, {"m", "message/s1", "", "half a line"}}
	s = reopened(t, s, d)
	has(t, s.Notice.Text, "the profile, /workspace/gone.md.")
	got := seen(&inspector{Store: s})
	has(t, got, "/workspace/gone.md", "there is no such file now", "an older text, typed in another tab", "the profile")
	hasNot(t, got, "message")
	if s.view("s1").box != "half a line" {
		t.Error("the message is lost")
	}
	old := s.older[0]
	s.openLeft(old)
	if s.File != "workspace/gone.md" || s.drafts[s.File].text != "older" || len(s.older) != 1 || s.older[0].text.text != "newer" {
		t.Errorf("got %+v", s.drafts[s.File])
	}
	has(t, seen(&filesPane{Store: s}), "There is no such file now.", `value="older`)
	s.discard(s.older[0])
	if len(s.older) != 0 || len(d.kept) != 3 {
		t.Errorf("got %+v", d.kept)
	}
	s.Notice.Undo()
	if len(s.older) != 1 || len(d.kept) != 4 {
		t.Errorf("got %+v", d.kept)
	}
	s.typedMessage("s1", "")
	if len(d.kept) != 3 {
		t.Errorf("got %+v, want none of the message that was sent", d.kept)
	}
}

// What cannot be kept says so, and the page asks before it goes.
func TestDraftCannotBeKept(t *testing.T) {
	s, d := drafting(t)
	d.full = errors.New("there is no room left.")
	note(s, "workspace/a.md").typed(strings.Repeat("x", 1<<20))
	s.KeepDrafts()
	has(t, seen(note(s, "workspace/a.md")), "Unsaved, and not kept for a reload: there is no room left.")
	if !s.Unkept() {
		t.Error("nothing asks before it is lost")
	}
	d.full = nil
	s.KeepDrafts()
	if s.Unkept() || len(d.kept) != 1 {
		t.Error("it is not kept though there is room")
	}
	s.Ports.Drafts = nil
	has(t, seen(note(s, "workspace/a.md")), "kept nowhere")
	if !s.Unkept() {
		t.Error("nothing asks before it is lost")
	}
}
