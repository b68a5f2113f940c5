package ui

import (
	"testing"

	"lily/web/html/htmltest"
	"lily/web/state"
	"lily/web/state/statetest"
)

// VF-5: a file that is gone meanwhile, and what was typed of it is saved anew.
func TestFileIsGoneMeanwhile(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/a.md", "a\n")
	s.Shown.File = "workspace/a.md"
	shownNote(s).typed("mine\n")
	s.Edits.Remove("workspace/a.md", "Removed.")
	htmltest.Has(t, htmltest.Seen(pane(s)), "There is no such file now.", "Changed by someone else")
	shownNote(s).keep("")
	if got, _ := state.WholeText(s.Engine.World().Tree, s.Shown.File); got != "mine\n" {
		t.Errorf("got %q, want the draft saved anew", got)
	}
}

// shownNote is the editor of the file that is shown, as the pane has it now.
func shownNote(s *statetest.Page) *editor {
	text, _ := state.WholeText(s.Engine.World().Tree, s.Shown.File)
	d := pane(s).fileText(s.Shown.File, text).(*editor)
	d.Render()
	return d
}

func pane(s *statetest.Page) *filesPane {
	return &filesPane{Store: s.Store, Drafts: s.Drafts, Folder: s.Folder}
}
