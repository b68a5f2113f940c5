package state

import (
	"fmt"

	"lily/core/answer"
	"lily/core/intake"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/port"
)

// Imports brings skills in: from the drag over the page to the preview and the yes (VF-6).
type Imports struct {
	part
	Over    string   // where a drag would land: user, workspace; empty for no drag
	Reading Progress // of a drop
	Preview *Preview // nil for none
	Reader  port.Reader

	edits *Edits
	shown *Shown
}

// Preview is an import that waits for a yes. Its plan is there when it is judged.
type Preview struct {
	Drop    intake.Drop
	Target  world.Source
	Judging Progress
	Plan    intake.Plan

	accepted func(intake.Plan) // nil for nobody
	undone   func()
	stop     func() // ends the judging
}

// DragOver tells where a drag would land: the workspace, unless it is over the user's zone.
func (i *Imports) DragOver(target string) {
	if i.Over = target; target != string(world.User) {
		i.Over = string(world.Workspace)
	}
	i.Changed()
}

// DragEnd tells that a drag has left or was dropped.
func (i *Imports) DragEnd() {
	i.Over = ""
	i.Changed()
}

// Progress tells how far the reading of a drop has come.
func (i *Imports) Progress(done, total int) {
	i.Reading = Progress{done, total}
	i.Changed()
}

// over ends what was shown of a drag and of reading it.
func (i *Imports) over() { i.Over, i.Reading = "", Progress{} }

// Dropped shows what an import of the drop would do. Nothing is written before the yes.
func (i *Imports) Dropped(target string, drop intake.Drop) { i.ask(target, &Preview{Drop: drop}) }

// Offer is [Imports.Dropped] for who is to know that it was accepted, and that this was undone.
func (i *Imports) Offer(drop intake.Drop, accepted func(intake.Plan), undone func()) {
	i.ask("", &Preview{Drop: drop, accepted: accepted, undone: undone})
}

func (i *Imports) ask(target string, p *Preview) {
	i.over()
	if i.Refuses(i.sessions.Held()) {
		return
	}
	if p.Drop.Empty() {
		i.Say("The drop held no files.")
		return
	}
	i.dismiss()
	i.Preview = p
	i.Aim(world.Source(target))
}

// Cancel ends the preview, and says that nothing was done.
func (i *Imports) Cancel() {
	if i.Preview != nil {
		i.dismiss()
		i.Say("The import was cancelled; nothing was written.")
	}
}

func (i *Imports) dismiss() {
	if i.Preview != nil {
		i.Preview.stop()
	}
	i.Preview = nil
}

// Aim plans the import for one of the two roots.
func (i *Imports) Aim(target world.Source) {
	if target != world.User {
		target = world.Workspace
	}
	p, in := i.Preview, i.engine.Input()
	if p.stop != nil {
		p.stop()
	}
	p.Target, p.Judging = target, Progress{0, 1}
	p.stop = i.slowly(func(tick tree.Tick) func() {
		plan, _ := p.Drop.Plan(in, target, tick) // where it was stopped nothing is shown of it
		return func() {
			p.Plan, p.Judging = plan, Progress{}
			i.Status = fmt.Sprintf("Import preview: %d skills, %d refused", len(plan.Skills), len(plan.Refused))
		}
	}, func(now Progress) { p.Judging = now })
	i.Changed()
}

// Accept does what the preview shows, on the world as it is now.
func (i *Imports) Accept() {
	p, plan := i.Preview, i.Preview.Plan
	i.Preview = nil
	i.Say("Importing " + answer.Number(len(plan.Skills), "skill") + "…")
	i.edits.change("Nothing was imported: ", plan.Apply, func(before, _ world.World) {
		i.Say(fmt.Sprintf("Imported %s into /%s/skills.", answer.Number(len(plan.Skills), "skill"), plan.Target))
		i.Notice.Undo = func() { i.takeBack(p, plan, before) }
		if p.accepted != nil {
			p.accepted(plan)
		}
	})
}

func (i *Imports) takeBack(p *Preview, plan intake.Plan, before world.World) {
	if p.undone != nil {
		p.undone()
	}
	undo := func(now world.World) (world.World, error) { return plan.Undo(now, before) }
	said := func(_, _ world.World) { i.Say("The import was taken back.") }
	i.edits.change("The import could not be taken back: ", undo, said)
}
