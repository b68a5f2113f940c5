package ui

import (
	"errors"
	"strings"
	"testing"

	"lily/core/world"
	"lily/web/drafts"
	"lily/web/editor"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/room/problems"
	"lily/web/state"
)

// reopened is the page after a reload, with the world that it has kept.
func reopened(t *testing.T, s *Store, d *porttest.Drafts) *Store {
	t.Helper()
	next := smallPage(t)
	w := s.Engine.World()
	if err := next.Engine.Edit(func(world.World) (world.World, error) { return w, nil }); err != nil {
		t.Fatal(err)
	}
	next.Drafts = drafts.New(next.Store, d)
	return next
}

func drafting(t *testing.T) (*Store, *porttest.Drafts) {
	t.Helper()
	d := &porttest.Drafts{}
	return smallPage(t, func(p *port.Ports) { p.Drafts = d }), d
}

// VF-5: what was typed and not saved is there after a reload, with what it began from; what
// was saved or given up is not.
func TestDraftsAreKept(t *testing.T) {
	const path = "workspace/notes.md"
	s, d := drafting(t)
	s.put(path, "one\r\n")
	noteOf(s, path).Typed("mine\n")
	s.Drafts.Keep()
	if len(d.Kept) != 1 || d.Kept[0].Base != "one\r\n" || d.Kept[0].Text != "mine\n" || s.Drafts.Unkept() {
		t.Fatalf("got %+v", d.Kept)
	}
	htmltest.Has(t, htmltest.Seen(noteOf(s, path)), "Unsaved; it is still here after a reload.")
	s = reopened(t, s, d)
	htmltest.Has(t, s.Loop.Notice.Text, "/workspace/notes.md")
	n := noteOf(s, path)
	htmltest.Has(t, htmltest.Seen(n), `value="mine`, "Unsaved")
	htmltest.HasNot(t, htmltest.Seen(n), "Changed by someone else")
	n.Typed("mine, too\n")
	s.Drafts.Keep()
	s.put(path, "theirs\n")
	s = reopened(t, s, d)
	htmltest.Has(t, htmltest.Seen(&problems.Panel{Store: s.Store, Drafts: s.Drafts}), "changed by someone else since", "Typed and not saved")
	n = noteOf(s, path)
	htmltest.Has(t, htmltest.Seen(n), "Changed by someone else", `value="mine, too`)
	n.Keep(n.Text)
	if len(d.Kept) != 0 || textOf(s, path) != "mine, too\n" {
		t.Errorf("got %+v and %q", d.Kept, textOf(s, path))
	}
	noteOf(s, path).Typed("not this")
	s.Drafts.Keep()
	noteOf(s, path).Revert()
	noteOf(s, path).Typed("more")
	s.Drafts.Keep()
	noteOf(s, path).Typed("mine, too\n") // as it was
	if s = reopened(t, s, d); len(d.Kept) != 0 || s.Loop.Notice.Text != "" {
		t.Errorf("got %+v, %s", d.Kept, s.Loop.Notice.Text)
	}
}

// A page that went between the save and its word of it has nothing unsaved.
func TestDraftThatWasSaved(t *testing.T) {
	s, d := drafting(t)
	s.put("workspace/a.md", "one\r\ntwo\r\n")
	d.Kept = []port.Draft{{ID: "d9", Of: "workspace/a.md", Base: "one\r\n", Text: "one\ntwo\n"}}
	if s = reopened(t, s, d); len(d.Kept) != 0 || s.Drafts.Of("workspace/a.md") != nil || s.Loop.Notice.Text != "" {
		t.Errorf("got %+v, %+v", d.Kept, s.Drafts.Of("workspace/a.md"))
	}
}

// VF-5: of two texts of one thing none is lost: the newer stands in the box, the other is
// offered, can be taken, and given up and brought back.
func TestDraftsOfTwoTabs(t *testing.T) {
	s, d := drafting(t)
	d.Kept = []port.Draft{{ID: "a", Of: "workspace/gone.md", Base: "one", Text: "older"}, {ID: "b", Of: "workspace/gone.md", Base: "one", Text: "newer"}, {ID: "c", Of: "profile", Base: "", Text: "os: ["}, {ID: "m", Of: "message/s1", Base: "", Text: "half a line"}}
	s = reopened(t, s, d)
	htmltest.Has(t, s.Loop.Notice.Text, "the profile, /workspace/gone.md.")
	got := htmltest.Seen(&problems.Panel{Store: s.Store, Drafts: s.Drafts})
	htmltest.Has(t, got, "/workspace/gone.md", "there is no such file now", "an older text, typed in another tab", "the profile")
	htmltest.HasNot(t, got, "message")
	if s.Sessions.View("s1").Box != "half a line" {
		t.Error("the message is lost")
	}
	older := func() (list []*drafts.Draft) {
		for _, o := range s.Drafts.Left() {
			if strings.Contains(s.Drafts.State(o), "an older text") {
				list = append(list, o)
			}
		}
		return list
	}
	s.Drafts.Open(older()[0])
	if s.Shown.File != "workspace/gone.md" || s.Drafts.Of(s.Shown.File).Text != "older" || len(older()) != 1 || older()[0].Key() != "workspace/gone.md b" {
		t.Errorf("got %+v", s.Drafts.Of(s.Shown.File))
	}
	htmltest.Has(t, htmltest.Seen(shownFiles(s)), "There is no such file now.", `value="older`)
	s.Drafts.Discard(older()[0])
	if len(older()) != 0 || len(d.Kept) != 3 {
		t.Errorf("got %+v", d.Kept)
	}
	s.Loop.Notice.Undo()
	if len(older()) != 1 || len(d.Kept) != 4 {
		t.Errorf("got %+v", d.Kept)
	}
	s.Drafts.TypeMessage("s1", "")
	if len(d.Kept) != 3 {
		t.Errorf("got %+v, want none of the message that was sent", d.Kept)
	}
}

// What cannot be kept says so, and the page asks before it goes.
func TestDraftCannotBeKept(t *testing.T) {
	s, d := drafting(t)
	d.Full = errors.New("there is no room left.")
	noteOf(s, "workspace/a.md").Typed(strings.Repeat("x", 1<<20))
	s.Drafts.Keep()
	htmltest.Has(t, htmltest.Seen(noteOf(s, "workspace/a.md")), "Unsaved, and not kept for a reload: there is no room left.")
	if !s.Drafts.Unkept() {
		t.Error("nothing asks before it is lost")
	}
	d.Full = nil
	s.Drafts.Keep()
	if s.Drafts.Unkept() || len(d.Kept) != 1 {
		t.Error("it is not kept though there is room")
	}
	s.Drafts = drafts.New(s.Store, nil)
	noteOf(s, "workspace/a.md").Typed("mine")
	htmltest.Has(t, htmltest.Seen(noteOf(s, "workspace/a.md")), "kept nowhere")
	if !s.Drafts.Unkept() {
		t.Error("nothing asks before it is lost")
	}
}

// noteOf is an editor of a file as it is now, that is shown.
func noteOf(s *Store, path string) *editor.Editor {
	d := &editor.Editor{Drafts: s.Drafts, Key: "text", Of: path, Text: textOf(s, path), Save: s.Edits.Saver(path)}
	d.Render()
	return d
}

func textOf(s *Store, path string) string {
	got, _ := state.WholeText(s.Engine.World().Tree, path)
	return got
}
