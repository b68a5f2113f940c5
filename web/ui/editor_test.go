package ui

import (
	"sync"
	"testing"

	"lily/core/world"
	"lily/web/state"
)

// Undo takes back one edit and nothing else; what was changed since refuses it.
func TestUndo(t *testing.T) {
	s := smallPage(t)
	s.put("workspace/a.md", "a")
	undo := s.Loop.Notice.Undo
	s.put("workspace/b.md", "b")
	undo()
	if textOf(s, "workspace/a.md") != "" || textOf(s, "workspace/b.md") != "b" {
		t.Error("want the first edit alone undone")
	}
	s.Edits.Disable("plain", true)
	undo = s.Loop.Notice.Undo
	s.Edits.Disable("choosy", true)
	undo()
	if got := s.Engine.World().Policy.Disabled; len(got) != 2 || !s.Loop.Notice.Bad {
		t.Errorf("got %v and %+v, want it refused", got, s.Loop.Notice)
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

// put writes one file of the tree.
func (s *Store) put(path, text string, then ...func(error)) {
	s.Edits.Edit("Saved /"+path+".", func(w world.World) (world.World, error) {
		next, err := w.Tree.Put(path, []byte(text))
		w.Tree = next
		return w, err
	}, then...)
}
