package ui

import (
	"maps"
	"testing"

	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/room/files"
	"lily/web/state"
)

// onto is a page with the folder imported, two skills of which one is further down.
func onto(t *testing.T) (*Store, *porttest.Mount) {
	t.Helper()
	d := &porttest.Mount{Files: map[string]string{
		"mine/one/SKILL.md": "One.\n", "mine/one/notes.txt": "a\n", "mine/deep/two/SKILL.md": "Two.\n",
		"mine/README.md": "of no skill", "mine/one/.git/config": "private",
	}}
	s := smallPage(t, func(p *port.Ports) { p.Mount = d })
	s.Folder.Pick()
	if s.Imports.Preview == nil {
		t.Fatalf("got no preview but %q", s.Loop.Notice.Text)
	}
	s.Imports.Accept(false)
	return s, d
}

// holds compares a file of the world; an empty text is no file.
func holds(t *testing.T, s *Store, path, want string) {
	t.Helper()
	got, err := state.WholeText(s.Engine.World().Tree, path)
	if err != nil || got != want {
		t.Errorf("%s: got %q %v, want %q", path, got, err, want)
	}
}

func put(t *testing.T, s *Store, path, text string) {
	t.Helper()
	if err := s.Engine.Edit(func(w world.World) (next world.World, err error) {
		w.Tree, err = w.Tree.Put(path, []byte(text))
		return w, err
	}); err != nil {
		t.Fatal(err)
	}
}

// A picked folder is a drop of it first; then its changes are edits (VF-6, SN-4).
func TestMountFollowsTheFolder(t *testing.T) {
	s, d := onto(t)
	holds(t, s, "workspace/skills/one/notes.txt", "a\n")
	holds(t, s, "workspace/skills/one/.git/config", "")
	htmltest.Has(t, htmltest.Seen(shownFiles(s)), "Folder on this machine", "mine", "Look again", "It is remembered for after a reload.")
	say(t, s, "/reload_skills")
	s.Folder.Look(true)
	if s.Loop.Notice.Text != "Nothing has changed in the folder mine." || s.Forecast.Reload().Behind {
		t.Errorf("got %q, behind %t, want nothing changed", s.Loop.Notice.Text, s.Forecast.Reload().Behind)
	}
	d.Files["mine/deep/two/SKILL.md"] = "Two, again.\n"
	d.Files["mine/three/SKILL.md"] = "Three.\n"
	delete(d.Files, "mine/one/notes.txt")
	s.Folder.Look(false)
	holds(t, s, "workspace/skills/two/SKILL.md", "Two, again.\n")
	holds(t, s, "workspace/skills/three/SKILL.md", "Three.\n")
	holds(t, s, "workspace/skills/one/notes.txt", "")
	if !s.Forecast.Reload().Behind {
		t.Error("got a snapshot that is not behind")
	}
	s.Folder.AskWrite()
	if s.Folder.Writing != nil {
		t.Errorf("got %v to write, want nothing: only the folder has changed", s.Folder.Writing)
	}
}

// Only what was shown is written, to where it came from, and nothing into .git.
func TestMountWritesBack(t *testing.T) {
	s, d := onto(t)
	put(t, s, "workspace/skills/two/SKILL.md", "Mine.\n")
	put(t, s, "workspace/skills/two/new/file.txt", "")
	put(t, s, "workspace/skills/two/.GIT/hooks/pre-commit", "rm -rf /\n")
	put(t, s, "workspace/skills/other/SKILL.md", "Not of the folder.\n")
	s.Edits.Remove("workspace/skills/one/notes.txt", "")
	s.Folder.AskWrite()
	htmltest.Has(t, htmltest.Seen(files.WriteBack(s.Folder)), "3 files would be changed", "mine/deep/two/new/file.txt", "Added", "Changed", "Removed")
	put(t, s, "workspace/skills/one/later.txt", "not shown")
	s.Folder.Write()
	want := map[string]string{
		"mine/one/SKILL.md": "One.\n", "mine/deep/two/SKILL.md": "Mine.\n", "mine/deep/two/new/file.txt": "",
		"mine/README.md": "of no skill", "mine/one/.git/config": "private",
	}
	if !maps.Equal(d.Files, want) {
		t.Errorf("got %v (%s), want %v", d.Files, s.Loop.Notice.Text, want)
	}
	s.Folder.Look(true)
	htmltest.Has(t, s.Loop.Notice.Text, "Nothing has changed in the folder")
	s.Folder.AskWrite()
	if len(s.Folder.Writing) != 1 || s.Folder.Writing[0].Path != "mine/one/later.txt" {
		t.Errorf("got %v to write, want the later file alone", s.Folder.Writing)
	}
}

// reloaded is the page after a reload, with the folder as the last one kept it.
func reloaded(t *testing.T, was *Store, d *porttest.Mount) *Store {
	t.Helper()
	s := pageOf(t, was.Engine, func(p *port.Ports) { p.Mount = d })
	s.Folder.Recall()
	return s
}

// A folder is followed after a reload from where it was: what changed meanwhile, here
// and on the disk, is told apart and merged (VF-6, SN-4).
func TestMountAfterAReload(t *testing.T) {
	s, d := onto(t)
	put(t, s, "workspace/skills/one/notes.txt", "page\n")
	d.Files["mine/deep/two/SKILL.md"] = "Two, again.\n"
	s = reloaded(t, s, d)
	htmltest.Has(t, s.Loop.Notice.Text, "Took over 1 changed file from the folder mine.")
	holds(t, s, "workspace/skills/two/SKILL.md", "Two, again.\n")
	holds(t, s, "workspace/skills/one/notes.txt", "page\n")
	s = reloaded(t, s, d)
	if s.Loop.Notice.Text != "" {
		t.Errorf("got %q, want what was taken over remembered", s.Loop.Notice.Text)
	}
	s.Folder.AskWrite()
	s.Folder.Write()
	htmltest.Has(t, s.Loop.Notice.Text, "Wrote 1 file to the folder mine.")
	if got := d.Files["mine/one/notes.txt"]; got != "page\n" {
		t.Errorf("got %q on the disk", got)
	}
	s = reloaded(t, s, d)
	if said := s.Loop.Notice.Text; said != "" {
		t.Errorf("got %q, want what was written remembered", said)
	}
	if s.Folder.AskWrite(); s.Folder.Writing != nil {
		t.Errorf("got %v to write, want none", s.Folder.Writing)
	}
	s.Folder.LetGo()
	htmltest.Has(t, htmltest.Seen(shownFiles(reloaded(t, s, d))), "Pick a folder")
}

// Where the browser wants to be asked nothing is read before the person says so.
func TestMountIsConnectedAgain(t *testing.T) {
	s, d := onto(t)
	d.Files["mine/one/notes.txt"] = "disk\n"
	d.Prompt = true
	s = reloaded(t, s, d)
	s.Folder.Look(true)
	holds(t, s, "workspace/skills/one/notes.txt", "a\n")
	pane := func() string { return htmltest.Seen(shownFiles(s)) }
	htmltest.Has(t, pane(), "mine", "was read as", "/workspace/skills", "Connect", "Let go")
	htmltest.HasNot(t, pane(), "Look again", "Write back", "Pick a folder")
	s.Folder.Connect()
	htmltest.Has(t, s.Loop.Notice.Text, "The folder mine was not connected: the browser does not allow it")
	htmltest.Has(t, pane(), "Connect")
	d.Yes = true
	s.Folder.Connect()
	htmltest.Has(t, s.Loop.Notice.Text, "Took over 1 changed file from the folder mine.")
	htmltest.Has(t, pane(), "Look again", "Write back")
	htmltest.HasNot(t, pane(), "Connect")
}

// What is remembered and cannot be read is no folder.
func TestMountForgetsWhatIsDamaged(t *testing.T) {
	s, d := onto(t)
	d.State = []byte(`{"root":"bundled/skills"}`)
	htmltest.Has(t, htmltest.Seen(shownFiles(reloaded(t, s, d))), "Pick a folder")
}

func TestMountOfABrowserWithout(t *testing.T) {
	htmltest.Has(t, htmltest.Seen(shownFiles(smallPage(t))), "This browser lets no page work with a folder of yours.")
}
