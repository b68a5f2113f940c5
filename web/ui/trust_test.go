package ui

import (
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/intake"
	"lily/core/tree"
	"lily/web/html/htmltest"
	"lily/web/room/skills"
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
	s.Imports.Accept(false)
	say(t, s, "/reload_skills")
	at := "/user/skills/boxed"
	pane := func() string {
		t.Helper()
		s.Shown.Selected = at
		return htmltest.Seen(shownSkill(s))
	}
	htmltest.Has(t, pane(), "Not trusted", "Trust this skill")
	htmltest.Has(t, htmltest.Seen(&skills.Pane{Store: s.Store}), "untrusted")
	s.Edits.Trust(s.Sessions.Snapshot().At(at))
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
	s.Edits.Trust(s.Sessions.Snapshot().At(at))
	stale := s.Loop.Notice
	say(t, s, "/reload_skills")
	htmltest.HasNot(t, pane(), "Not trusted", "untrusted", "asks every time")
	s.Imports.Dropped("user", intake.Gather([]intake.File{zipped(t, "boxed")}, nil, nil))
	s.Imports.Accept(false)
	stale.Undo()
	htmltest.Has(t, s.Loop.Notice.Text, "Something else has changed since")
}
