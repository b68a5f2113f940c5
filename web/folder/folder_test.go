package folder_test

import (
	"errors"
	"testing"

	"lily/core/intake"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/review"
	"lily/web/state"
	"lily/web/state/statetest"
)

// onto is a page with the folder imported, two skills of which one is further down.
func onto(t *testing.T) (*statetest.Page, *porttest.Mount) {
	t.Helper()
	d := &porttest.Mount{Files: map[string]string{
		"mine/one/SKILL.md": "One.\n", "mine/one/notes.txt": "a\n", "mine/deep/two/SKILL.md": "Two.\n",
		"mine/README.md": "of no skill", "mine/one/.git/config": "private",
	}}
	s := statetest.Small(t, func(p *port.Ports) { p.Mount = d })
	s.Folder.Pick()
	if s.Imports.Preview == nil {
		t.Fatalf("got no preview but %q", s.Loop.Notice.Text)
	}
	s.Imports.Accept(false)
	return s, d
}

// holds compares a file of the world; an empty text is no file.
func holds(t *testing.T, s *statetest.Page, path, want string) {
	t.Helper()
	got, err := state.WholeText(s.Engine.World().Tree, path)
	if err != nil || got != want {
		t.Errorf("%s: got %q %v, want %q", path, got, err, want)
	}
}

// What both changed is refused and named; the page's text stays, and so does the folder's.
func TestMountRefusesWhatBothChanged(t *testing.T) {
	s, d := onto(t)
	s.Put("workspace/skills/one/notes.txt", "page\n")
	d.Files["mine/one/notes.txt"] = "disk\n"
	s.Folder.Look(true)
	htmltest.Has(t, s.Loop.Notice.Text, "both the folder and this page have changed /workspace/skills/one/notes.txt")
	holds(t, s, "workspace/skills/one/notes.txt", "page\n")
	s.Folder.AskWrite()
	s.Folder.Write()
	htmltest.Has(t, s.Loop.Notice.Text, "Wrote 0 files", "mine/one/notes.txt", "It has changed.")
	if d.Files["mine/one/notes.txt"] != "disk\n" {
		t.Errorf("got %q on the disk", d.Files["mine/one/notes.txt"])
	}
	s.Put("workspace/skills/one/notes.txt", "disk\n")
	s.Folder.Look(true)
	htmltest.Has(t, s.Loop.Notice.Text, "Took over 1 changed file")
}

// A skill that was moved in the folder is written to where it is now.
func TestMountFollowsAMove(t *testing.T) {
	s, d := onto(t)
	d.Files["mine/deeper/two/SKILL.md"] = d.Files["mine/deep/two/SKILL.md"]
	delete(d.Files, "mine/deep/two/SKILL.md")
	s.Folder.Look(true)
	htmltest.Has(t, s.Loop.Notice.Text, "Nothing has changed in the folder")
	s.Put("workspace/skills/two/SKILL.md", "Moved.\n")
	s.Folder.AskWrite()
	s.Folder.Write()
	htmltest.Has(t, s.Loop.Notice.Text, "Wrote 1 file to the folder mine.")
	if got := d.Files["mine/deeper/two/SKILL.md"]; got != "Moved.\n" {
		t.Errorf("got %q where it was moved to", got)
	}
}

// A folder that cannot be read to its end is never taken for one whose files are gone.
func TestMountKeepsWhatItCannotRead(t *testing.T) {
	for name, spoil := range map[string]func(*porttest.Mount){
		"the folder is gone": func(d *porttest.Mount) { d.Wrong, d.Files = port.ErrGone, nil },
		"a file is locked": func(d *porttest.Mount) {
			delete(d.Files, "mine/one/notes.txt")
			d.Refused = []intake.Refusal{{Path: "mine/one/notes.txt", Code: "unreadable", Message: "It is locked."}}
		},
		"a limit is met": func(d *porttest.Mount) {
			d.Files, d.Refused = nil, []intake.Refusal{{Path: "mine/big", Code: "too_many_files", Message: "Nothing is taken."}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, d := onto(t)
			was := s.Engine.World().Tree.Digest()
			spoil(d)
			s.Folder.Look(true)
			htmltest.Has(t, s.Loop.Notice.Text, "The folder mine was not taken over: ")
			if !s.Loop.Notice.Bad || s.Engine.World().Tree.Digest() != was {
				t.Errorf("got changed files, and %+v", s.Loop.Notice)
			}
		})
	}
}

func TestMountDenied(t *testing.T) {
	s, d := onto(t)
	s.Put("workspace/skills/one/notes.txt", "page\n")
	d.Wrong = port.ErrDenied
	s.Folder.AskWrite()
	s.Folder.Write()
	htmltest.Has(t, s.Loop.Notice.Text, "Nothing was written to the folder mine: the browser does not allow it")
	d.Wrong = nil
	s.Folder.LetGo()
	if s.Folder.Mounted != nil || !d.Let {
		t.Error("the folder was not let go")
	}
	d.Wrong, s.Loop.Notice = port.ErrDismissed, state.Notice{}
	s.Folder.Pick()
	if s.Loop.Notice.Text != "" {
		t.Errorf("got %q for a dialog that was closed, want nothing", s.Loop.Notice.Text)
	}
	d.Wrong = errors.New("Busy.")
	s.Folder.Pick()
	htmltest.Has(t, s.Loop.Notice.Text, "No folder was picked: Busy.")
}

// An import that is taken back lets its folder go: else its files would seem removed.
func TestMountUndone(t *testing.T) {
	s, d := onto(t)
	s.Loop.Notice.Undo()
	if s.Folder.Mounted != nil || !d.Let {
		t.Error("the folder was not let go")
	}
	holds(t, s, "workspace/skills/one/SKILL.md", "")
}

// VF-6: a skill of the folder that was left out stays out, also when the folder is read again and has changed.
func TestMountLeavesOut(t *testing.T) {
	d := &porttest.Mount{Files: map[string]string{"mine/one/SKILL.md": "One.\n", "mine/two/SKILL.md": "Two.\n"}}
	s := statetest.Small(t, func(p *port.Ports) { p.Mount = d })
	s.Folder.Pick()
	s.Imports.Choose(func(r *review.Review) { r.Turn("two") })
	s.Imports.Accept(false)
	htmltest.Has(t, s.Loop.Notice.Text, "Imported 1 skill into /workspace/skills. 1 skill of the drop stayed out.")
	for _, more := range []string{"a", "b"} {
		d.Files["mine/two/"+more], d.Files["mine/one/"+more] = more, more
		s.Folder.Look(true)
		holds(t, s, "workspace/skills/one/"+more, more)
		holds(t, s, "workspace/skills/two/SKILL.md", "")
		s.Folder.Recall() // as after a reload
	}
	s.Loop.Notice.Undo()
	holds(t, s, "workspace/skills/one/b", "")
}
