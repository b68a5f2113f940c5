package ui

import (
	"fmt"

	"lily/core"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/tree"
)

// DragOver tells where a drag would land: the workspace, unless it is over the
// zone of the user's root.
func (s *Store) DragOver(target string) {
	if s.Over = target; target != string(loader.User) {
		s.Over = string(loader.Workspace)
	}
	s.changed()
}

// DragEnd tells that a drag has left or was dropped.
func (s *Store) DragEnd() {
	s.Over = ""
	s.changed()
}

// Read tells how far the reading of a drop has come.
func (s *Store) Read(done, total int) {
	s.Reading = Progress{done, total}
	s.changed()
}

// Dropped shows what an import of the files would do (VF-6). Nothing is
// written before the person says so.
func (s *Store) Dropped(target string, files []intake.File, refused []intake.Refusal) {
	s.Over, s.Reading = "", Progress{}
	if len(files) == 0 && len(refused) == 0 {
		s.say("The drop held no files.")
		return
	}
	s.Preview = &Preview{Files: files, Refused: refused}
	s.aim(loader.Source(target))
}

// aim plans the import for one of the two roots.
func (s *Store) aim(target loader.Source) {
	if target != loader.User {
		target = loader.Workspace
	}
	p := s.Preview
	p.Plan = intake.Make(s.Engine.Input(), target, p.Files, p.Refused)
	s.Status = fmt.Sprintf("Import preview: %d skills, %d refused", len(p.Plan.Skills), len(p.Plan.Refused))
	s.changed()
}

// accept does what the preview shows, on the tree as it is now.
func (s *Store) accept() {
	plan := s.Preview.Plan
	s.Preview = nil
	var before tree.Tree
	err := s.Engine.Edit(func(w core.World) (core.World, error) {
		before = w.Tree
		next, err := plan.Apply(w.Tree)
		w.Tree = next
		return w, err
	})
	s.Notice = Notice{
		Text: fmt.Sprintf("Imported %s into /%s/skills.", plural(len(plan.Skills), "skill"), plan.Target),
		Undo: func() { s.takeBack(plan, before) },
	}
	if err != nil {
		s.Notice = Notice{Text: "Nothing was imported: " + err.Error() + ".", Bad: true}
	}
	s.changed()
}

func (s *Store) takeBack(plan intake.Plan, before tree.Tree) {
	err := s.Engine.Edit(func(w core.World) (core.World, error) {
		next, err := plan.Undo(w.Tree, before)
		if err == nil {
			w.Tree = next
		}
		return w, err
	})
	s.Notice = Notice{Text: "The import was taken back."}
	if err != nil {
		s.Notice = Notice{Text: "The import could not be taken back: " + err.Error() + ".", Bad: true}
	}
	s.changed()
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
