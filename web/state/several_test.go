package state_test

import (
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/loader"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/state/statetest"
)

// Several skills are switched off, removed and exported at once, and one press takes it back.
func TestSeveralSkills(t *testing.T) {
	files := &porttest.Files{}
	s := statetest.Small(t, func(p *port.Ports) { p.Files = files })
	s.Put("workspace/skills/one/SKILL.md", "One.\n")
	s.Put("user/skills/one/SKILL.md", "One of the user.\n")
	s.Put("workspace/skills/two/SKILL.md", "Two.\n")
	s.Say(t, "/reload_skills")
	all := s.Sessions.Snapshot().Candidates
	was := s.Engine.World()
	undone := func(what string) {
		t.Helper()
		s.Loop.Notice.Undo()
		if now := s.Engine.World(); now.Tree.Digest() != was.Tree.Digest() || now.Policy.Digest() != was.Policy.Digest() {
			t.Errorf("%s: got another world after Undo", what)
		}
	}

	s.Edits.Disable(true, "one", "two")
	htmltest.Has(t, s.Loop.Notice.Text, "Disabled 2 skills in the policy.")
	if got := strings.Join(s.Engine.World().Policy.Disabled, " "); got != "one two" {
		t.Errorf("got %q disabled, want both", got)
	}
	undone("disabled")

	s.Edits.RemoveSkills(all)
	htmltest.Has(t, s.Loop.Notice.Text, "Removed 3 skills. Not 2 more: bundled skills are read-only")
	for _, at := range []string{"workspace/skills/one", "workspace/skills/two", "user/skills/one"} {
		if _, err := s.Engine.World().Tree.At(at); err == nil {
			t.Errorf("got %s still there", at)
		}
	}
	undone("removed")
	s.Edits.RemoveSkills([]*loader.Candidate{s.Sessions.Candidate("/bundled/skills/plain")})
	htmltest.Has(t, s.Loop.Notice.Text, "None of them can be removed")

	s.Exports.Skills(all)
	htmltest.Has(t, s.Loop.Notice.Text, "Exported 6 files as skills.zip.")
	got, err := archive.Read(files.Saved["skills.zip"], archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for path := range got.Walk() {
		paths = append(paths, path)
	}
	want := "bundled/skills/choosy/SKILL.md bundled/skills/choosy/notes.txt bundled/skills/plain/SKILL.md " +
		"user/skills/one/SKILL.md workspace/skills/one/SKILL.md workspace/skills/two/SKILL.md"
	if strings.Join(paths, " ") != want {
		t.Errorf("got %v, want %s", paths, want)
	}
}
