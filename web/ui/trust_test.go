package ui

import (
	"errors"
	"io"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/intake"
	"lily/core/tree"
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
	s.Dropped("user", intake.Gather([]intake.File{zipped(t, "boxed")}, nil, nil))
	s.accept()
	say(t, s, "/reload_skills")
	at := "/user/skills/boxed"
	pane := func() string {
		t.Helper()
		s.Selected = at
		return seen(&skillPane{Store: s})
	}
	has(t, pane(), "Not trusted", "Trust this skill")
	has(t, seen(&skillsPane{Store: s}), "untrusted")
	s.trust(at)
	if look := s.look(); !look.behind || len(look.delta.Changed) != 1 {
		t.Errorf("got %+v, want a reload that changes one skill", look)
	}
	hasNot(t, pane(), "Trust this skill")
	has(t, pane(), "this session asks every time until it reloads its skills")
	trusted := s.Notice
	trusted.Undo()
	has(t, pane(), "Trust this skill")
	if s.look().behind {
		t.Error("got a snapshot behind, want the mark as it was")
	}
	s.trust(at)
	stale := s.Notice
	say(t, s, "/reload_skills")
	hasNot(t, pane(), "Not trusted", "untrusted", "asks every time")
	s.Dropped("user", intake.Gather([]intake.File{zipped(t, "boxed")}, nil, nil))
	s.accept()
	stale.Undo()
	has(t, s.Notice.Text, "Something else has changed since")
}

// VF-7: what is exported, under which name, and that a failure is told.
func TestExport(t *testing.T) {
	s := smallPage(t)
	var name string
	var got tree.Tree
	var fails error
	s.Ports.Download = func(to string, write func(io.Writer) error, done func(error)) {
		var out strings.Builder
		err := write(&out)
		if err == nil {
			got, err = archive.Read([]byte(out.String()), archive.Options{})
		}
		name = to
		done(errors.Join(err, fails))
	}
	s.exportSkill(s.snapshot().Candidates[0])
	if _, err := got.Stat("choosy/notes.txt"); name != "choosy.zip" || err != nil {
		t.Errorf("got %s, %v", name, err)
	}
	has(t, s.Notice.Text, "Exported 2 files as choosy.zip.")
	s.exportRoot("user")
	if _, err := got.Stat("user/skills"); name != "user.zip" || err != nil {
		t.Errorf("got %s, %v", name, err)
	}
	s.exportFiles()
	for _, path := range []string{"user/skills", "workspace/skills", "persona/SOUL.md", "profile.yaml", "policy.yaml"} {
		if _, err := got.Stat(path); name != "lily-files.zip" || err != nil {
			t.Errorf("got %s, %v", name, err)
		}
	}
	s.exportRoot("nowhere")
	if !s.Notice.Bad || !strings.HasPrefix(s.Notice.Text, "Nothing was exported: ") {
		t.Errorf("got %+v, want it told", s.Notice)
	}
	fails = errors.New("no room")
	s.exportFiles()
	has(t, s.Notice.Text, "Nothing was exported: no room.")
}
