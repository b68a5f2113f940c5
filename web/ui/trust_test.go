package ui

import (
	"errors"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/intake"
	"lily/core/tree"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
)

// zipped is an archive with one skill in it.
func zipped(t *testing.T, name string) intake.File {
	t.Helper()
	folder, err := tree.Tree{}.Put(name+"/SKILL.md", []byte("---\nsummary: Out of an archive.\n---\nText.\n"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := archive.Write(&out, folder); err != nil {
		t.Fatal(err)
	}
	return intake.File{Path: name + ".zip", Data: []byte(out.String())}
}

// PO-5: the mark comes with the import, is shown, goes with a click, counts after
// a reload, and comes back with an undo.
func TestTrust(t *testing.T) {
	s := smallPage(t)
	s.Imports.Dropped("user", intake.Gather([]intake.File{zipped(t, "boxed")}, nil, nil))
	s.Imports.Accept()
	say(t, s, "/reload_skills")
	at := "/user/skills/boxed"
	pane := func() string {
		t.Helper()
		s.Shown.Selected = at
		return htmltest.Seen(&skillPane{Store: s.Store})
	}
	htmltest.Has(t, pane(), "Not trusted", "Trust this skill")
	htmltest.Has(t, htmltest.Seen(&skillsPane{Store: s.Store}), "untrusted")
	s.Edits.Trust(at)
	if look := s.Forecast.Reload(); !look.Behind || len(look.Delta.Changed) != 1 {
		t.Errorf("got %+v, want a reload that changes one skill", look)
	}
	htmltest.HasNot(t, pane(), "Trust this skill")
	htmltest.Has(t, pane(), "this session asks every time until it reloads its skills")
	trusted := s.Loop.Notice
	trusted.Undo()
	htmltest.Has(t, pane(), "Trust this skill")
	if s.Forecast.Reload().Behind {
		t.Error("got a snapshot behind, want the mark as it was")
	}
	s.Edits.Trust(at)
	stale := s.Loop.Notice
	say(t, s, "/reload_skills")
	htmltest.HasNot(t, pane(), "Not trusted", "untrusted", "asks every time")
	s.Imports.Dropped("user", intake.Gather([]intake.File{zipped(t, "boxed")}, nil, nil))
	s.Imports.Accept()
	stale.Undo()
	htmltest.Has(t, s.Loop.Notice.Text, "Something else has changed since")
}

// VF-7: what is exported, under which name, and that a failure is told.
func TestExport(t *testing.T) {
	files := &porttest.Files{}
	s := smallPage(t, func(p *port.Ports) { p.Files = files })
	saved := func() (name string, got tree.Tree) {
		for name, data := range files.Saved {
			got, err := archive.Read(data, archive.Options{})
			if err != nil {
				t.Error(err)
			}
			return name, got
		}
		return "", got
	}
	s.Exports.Skill(s.Sessions.Snapshot().Candidates[0])
	name, got := saved()
	if _, err := got.Stat("choosy/notes.txt"); name != "choosy.zip" || err != nil {
		t.Errorf("got %s, %v", name, err)
	}
	htmltest.Has(t, s.Loop.Notice.Text, "Exported 2 files as choosy.zip.")
	s.Exports.Root("user")
	name, got = saved()
	if _, err := got.Stat("user/skills"); name != "user.zip" || err != nil {
		t.Errorf("got %s, %v", name, err)
	}
	s.Exports.Files()
	name, got = saved()
	for _, path := range []string{"user/skills", "workspace/skills", "persona/SOUL.md", "profile.yaml", "policy.yaml"} {
		if _, err := got.Stat(path); name != "lily-files.zip" || err != nil {
			t.Errorf("got %s, %v", name, err)
		}
	}
	s.Exports.Root("nowhere")
	if !s.Loop.Notice.Bad || !strings.HasPrefix(s.Loop.Notice.Text, "Nothing was exported: ") {
		t.Errorf("got %+v, want it told", s.Loop.Notice)
	}
	files.Err = errors.New("no room")
	s.Exports.Files()
	htmltest.Has(t, s.Loop.Notice.Text, "Nothing was exported: no room.")
}
