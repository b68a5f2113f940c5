package editor

import (
	"errors"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/state"
	"lily/web/state/statetest"
)

// note is an editor of a file as it is now, that is shown.
func note(s *statetest.Page, path string) *Editor {
	text, _ := state.WholeText(s.Engine.World().Tree, path)
	d := &Editor{Drafts: s.Drafts, Key: "text", Of: path, Text: text, Save: s.Edits.Saver(path)}
	d.Render()
	return d
}

func textAt(s *statetest.Page, path string) string {
	got, _ := state.WholeText(s.Engine.World().Tree, path)
	return got
}

// VF-5: a text that someone else has changed is not saved over unseen; what was
// typed stays, theirs can be seen, taken, or saved over.
func TestEditorConflict(t *testing.T) {
	const path = "workspace/notes.md"
	s := statetest.Small(t)
	s.Put(path, "one\n")
	d := note(s, path)
	d.Typed("mine\n")
	s.Put(path, "theirs\n") // a tool's, between the look and the save
	d.Keep("one\n")
	if got := textAt(s, path); got != "theirs\n" || s.Drafts.Of(path).Text != "mine\n" || s.Loop.Notice.Bad {
		t.Fatalf("got %q, the draft %+v and the notice %+v", got, s.Drafts.Of(path), s.Loop.Notice)
	}
	d = note(s, path)
	htmltest.Has(t, htmltest.Seen(d), "Changed by someone else", "Yours", "Theirs", "Save over theirs", `value="mine`)
	htmltest.Has(t, htmltest.Seen(d), "- mine", "+ theirs")
	d.Keep(d.Text)
	if got := textAt(s, path); got != "mine\n" || s.Drafts.Of(path) != nil {
		t.Errorf("got %q and the draft %+v, want mine saved", got, s.Drafts.Of(path))
	}
	d = note(s, path)
	d.Typed("more\n")
	s.Put(path, "theirs again\n")
	d = note(s, path)
	d.Revert()
	if s.Drafts.Of(path) != nil || d.box.Put != "theirs again\n" {
		t.Errorf("got the draft %+v and %q in the box, want theirs", s.Drafts.Of(path), d.box.Put)
	}
}

// What is typed while a save waits begins from what is saved, and is no conflict.
func TestEditorTypesOn(t *testing.T) {
	const path = "workspace/notes.md"
	s := statetest.Small(t)
	var waits []func()
	s.Loop.Lanes.Edits = func(f func()) { waits = append(waits, f) }
	d := note(s, path)
	d.Typed("one")
	d.Keep("")
	d.Typed("one two")
	htmltest.Has(t, htmltest.Seen(d), "Saving…")
	waits[0]()
	if textAt(s, path) != "one" || s.Drafts.Of(path) == nil {
		t.Fatalf("got %q and the draft %+v", textAt(s, path), s.Drafts.Of(path))
	}
	htmltest.HasNot(t, htmltest.Seen(note(s, path)), "Changed by someone else")
	d.Text = textAt(s, path)
	s.Drafts.Of(path).Base, s.Drafts.Of(path).Saved = d.Text, false
	d.Keep(s.Drafts.Of(path).Base)
	waits[1]()
	if textAt(s, path) != "one two" || s.Drafts.Of(path) != nil {
		t.Errorf("got %q and the draft %+v", textAt(s, path), s.Drafts.Of(path))
	}
}

// An edit that cannot be kept says why, and loses nothing that was typed.
func TestEditorCannotSave(t *testing.T) {
	s := statetest.Small(t)
	full := errors.New("the disk is full")
	s.Edits.Edit("Saved.", func(w world.World) (world.World, error) { return w, full })
	if !s.Loop.Notice.Bad || s.Edits.Saving != 0 {
		t.Errorf("got %+v and %d under way", s.Loop.Notice, s.Edits.Saving)
	}
	d := note(s, "workspace/a.md")
	d.Typed("mine")
	d.Save = func(_, _ string, then func(error)) { then(full) }
	d.Keep("")
	if got := s.Drafts.Of("workspace/a.md"); got == nil || got.Text != "mine" || got.Saving {
		t.Errorf("got %+v, want the draft kept", got)
	}
}

// VF-5: who types into a box that does not show the newest text yet has not seen that.
func TestEditorBeginsFromWhatItShows(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/a.md", "one\n")
	d := note(s, "workspace/a.md")
	s.Put("workspace/a.md", "theirs\n")
	d.Text = "theirs\n" // shown at the next turn of the page only
	d.Typed("one and mine\n")
	if d.save(); s.Drafts.Of("workspace/a.md") == nil || !d.moved() {
		t.Errorf("got %+v, want a conflict", s.Drafts.Of("workspace/a.md"))
	}
	if text, err := state.WholeText(s.Engine.World().Tree, "workspace/a.md"); text != "theirs\n" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

// textBox is a box of the document, with the line ends that one has.
type textBox struct{ shown string }

func (p *textBox) Text() string { return p.shown }

func (p *textBox) Write(text string) { p.shown = strings.ReplaceAll(text, "\r\n", "\n") }

// inDocument is an editor of a file whose box is in the document.
func inDocument(s *statetest.Page, path string) (*Editor, *textBox) {
	d, p := note(s, path), &textBox{}
	d.box.At = p
	d.fill()
	return d, p
}

// VF-5: go-app tells of what was typed only after the look that it was typed in, which may
// wait for the store. What comes first finds it in the box, and writes nothing over it.
func TestEditorHearsFirst(t *testing.T) {
	const path = "workspace/a.md"
	for name, c := range map[string]struct {
		theirs string
		meets  func(d *Editor)
		moved  bool
	}{
		"the text stays":    {"one\r\n", func(d *Editor) { d.OnUpdate(app.Context{}) }, false},
		"the text changes":  {"theirs\n", func(d *Editor) { d.Text = "theirs\n"; d.OnUpdate(app.Context{}) }, true},
		"the past is shown": {"theirs\n", func(d *Editor) { d.Text, d.ReadOnly = "past\n", true; d.OnUpdate(app.Context{}) }, true},
		"the box goes":      {"theirs\n", func(d *Editor) { d.OnDismount() }, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := statetest.Small(t)
			s.Put(path, "one\r\n")
			d, p := inDocument(s, path)
			if d.OnUpdate(app.Context{}); s.Drafts.Of(path) != nil {
				t.Fatalf("got the draft %+v before anything was typed", s.Drafts.Of(path))
			}
			s.Put(path, c.theirs)
			p.shown = "one\nmine\n"
			c.meets(d)
			after := note(s, path)
			if got := s.Drafts.Of(path); got == nil || got.Text != "one\nmine\n" || after.moved() != c.moved {
				t.Errorf("got the draft %+v, want what was typed, and a conflict: %t", got, c.moved)
			}
			if got := after.box.Put; got != "one\nmine\n" {
				t.Errorf("got %q in the box, want what was typed", got)
			}
			if d.Typed("one\nmine\n"); s.Drafts.Of(path).Text != "one\nmine\n" || s.Drafts.Of(path).Base != "one\r\n" {
				t.Errorf("told late, got the draft %+v", s.Drafts.Of(path))
			}
		})
	}
}

// What is typed while a save waits begins from what was saved, in the words of whoever
// keeps it: heard or not it stays, and is no conflict. What was heard is no news.
func TestEditorHearsBeforeASaveIsSettled(t *testing.T) {
	const path = "workspace/a.md"
	s := statetest.Small(t)
	d, p := inDocument(s, path)
	d.Save = func(_, _ string, then func(error)) {
		d.Typed("one") // told late
		p.shown = "one two"
		then(nil)
	}
	d.Typed("one")
	d.save()
	d.Text = "One.\n"
	d.OnUpdate(app.Context{})
	if got := s.Drafts.Of(path); got == nil || got.Text != "one two" || d.moved() || p.shown != "one two" {
		t.Errorf("got the draft %+v and %q in the box, want what was typed", got, p.shown)
	}
	d.Revert()
	p.shown = "three"
	d.Typed("three")
	d.Save = func(_, _ string, then func(error)) { then(nil) }
	d.save()
	d.Text = "Three.\n"
	if d.Typed("three"); s.Drafts.Of(path) != nil {
		t.Errorf("told late, got the draft %+v, want none", s.Drafts.Of(path))
	}
}

// A box that shows another text than go-app made it with is not written by go-app again.
func TestEditorIsWrittenOnce(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/a.md", "one\n")
	d, p := inDocument(s, "workspace/a.md")
	d.Text = "two\n"
	d.OnUpdate(app.Context{})
	if htmltest.Has(t, htmltest.Seen(d), `value="one`); p.shown != "two\n" {
		t.Errorf("got %q in the box, want the text as it stands", p.shown)
	}
}
