package state_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"lily/core/archive"
	"lily/core/tree"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/state"
	"lily/web/state/statetest"
)

func textAt(s *statetest.Page, path string) string {
	got, _ := state.WholeText(s.Engine.World().Tree, path)
	return got
}

// Undo takes back one edit and nothing else; what was changed since refuses it.
func TestUndo(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/a.md", "a")
	undo := s.Loop.Notice.Undo
	s.Put("workspace/b.md", "b")
	undo()
	if textAt(s, "workspace/a.md") != "" || textAt(s, "workspace/b.md") != "b" {
		t.Error("want the first edit alone undone")
	}
	s.Edits.Disable(true, "plain")
	undo = s.Loop.Notice.Undo
	s.Edits.Disable(true, "choosy")
	undo()
	if got := s.Engine.World().Policy.Disabled; len(got) != 2 || !s.Loop.Notice.Bad {
		t.Errorf("got %v and %+v, want it refused", got, s.Loop.Notice)
	}
}

// VF-5: a file that another tab has made meanwhile is not emptied.
func TestANewFileIsNew(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/a", "theirs")
	s.Edits.Create("workspace/a", func(error) {})
	if text, err := state.WholeText(s.Engine.World().Tree, "workspace/a"); text != "theirs" || err != nil || !s.Loop.Notice.Bad {
		t.Errorf("got %q, %v and %+v", text, err, s.Loop.Notice)
	}
}

// Edits run one after the other, in the order in which they came.
func TestJobs(t *testing.T) {
	add := state.Queue()
	var wait sync.WaitGroup
	var got []int
	for i := range 100 {
		wait.Add(1)
		add(func() { got = append(got, i); wait.Done() })
	}
	wait.Wait()
	for i, n := range got {
		if i != n {
			t.Fatalf("got %v", got)
		}
	}
}

// VF-7: what is exported, under which name, and that a failure is told.
func TestExport(t *testing.T) {
	files := &porttest.Files{}
	s := statetest.Small(t, func(p *port.Ports) { p.Files = files })
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
