package ui

import (
	"fmt"

	"lily/core/intake"
	"lily/core/tree"
	"lily/core/world"
)

// DragOver tells where a drag would land: the workspace, unless it is over the
// zone of the user's root.
func (s *Store) DragOver(target string) {
	if s.Over = target; target != string(world.User) {
		s.Over = string(world.Workspace)
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

// Dropped shows what an import of the drop would do (VF-6). Nothing is written
// before the person says so.
func (s *Store) Dropped(target string, drop intake.Drop) {
	s.Over, s.Reading = "", Progress{}
	if s.refuses(s.held()) {
		return
	}
	if drop.Empty() {
		s.say("The drop held no files.")
		return
	}
	s.dismiss()
	s.Preview = &Preview{Drop: drop}
	s.aim(world.Source(target))
}

// dismiss ends the preview, if there is one.
func (s *Store) dismiss() {
	if p := s.Preview; p != nil {
		p.stop()
	}
	s.Preview = nil
}

// aim plans the import for one of the two roots.
func (s *Store) aim(target world.Source) {
	if target != world.User {
		target = world.Workspace
	}
	p, in := s.Preview, s.Engine.Input()
	if p.stop != nil {
		p.stop()
	}
	p.Target, p.Judging = target, Progress{0, 1}
	p.stop = s.slowly(func(tick tree.Tick) func() {
		plan, _ := p.Drop.Plan(in, target, tick) // where it was stopped nothing is shown of it
		return func() {
			p.Plan, p.Judging = plan, Progress{}
			s.Status = fmt.Sprintf("Import preview: %d skills, %d refused", len(plan.Skills), len(plan.Refused))
		}
	}, func(done, total int) { p.Judging = Progress{done, total} })
	s.changed()
}

// accept does what the preview shows, on the world as it is now.
func (s *Store) accept() {
	plan, mount := s.Preview.Plan, s.Preview.mount
	s.Preview = nil
	s.say("Importing " + plural(len(plan.Skills), "skill") + "…")
	s.change(plan.Apply, func(before, _ world.World, err error) {
		s.Notice = Notice{
			Text: fmt.Sprintf("Imported %s into /%s/skills.", plural(len(plan.Skills), "skill"), plan.Target),
			Undo: func() { s.takeBack(plan, before, mount) },
		}
		if err != nil {
			s.Notice = Notice{Text: "Nothing was imported: " + err.Error() + ".", Bad: true}
		} else if mount != "" {
			s.mountIt(mount, plan)
		}
	})
}

// takeBack undoes an import, and lets the folder go that it came from.
func (s *Store) takeBack(plan intake.Plan, before world.World, mount string) {
	if mount != "" {
		s.letGo()
	}
	s.change(func(now world.World) (world.World, error) { return plan.Undo(now, before) }, func(_, _ world.World, err error) {
		s.Notice = Notice{Text: "The import was taken back."}
		if err != nil {
			s.Notice = Notice{Text: "The import could not be taken back: " + err.Error() + ".", Bad: true}
		}
	})
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
