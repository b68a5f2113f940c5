package state

import (
	"fmt"

	"lily/core/answer"
	"lily/core/intake"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/desk"
	"lily/web/port"
	"lily/web/review"
)

// Imports brings skills in: from the drag over the page to the review and the yes (VF-6).
type Imports struct {
	part
	Over    string   // where a drag would land: user, workspace; empty for no drag
	Reading Progress // of a drop
	Preview *Preview // nil for none
	Reader  port.Reader

	edits *Edits
	shown *Shown
	talk  *Talk
	port  port.Storage
}

// Preview is an import that waits for a yes.
type Preview struct {
	Drop    intake.Drop
	Target  world.Source
	Judging Progress
	Review  *review.Review // nil until the drop was judged first

	said     func()            // does what the person has asked for while it was judged
	accepted func(intake.Plan) // nil for nobody
	undone   func()
	stop     func() // ends the judging
}

// Ready reports whether the plan is that of what is chosen.
func (p *Preview) Ready() bool { return p.Review != nil && p.Judging.Total == 0 }

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
	i.Reading = Progress{Done: done, Total: total}
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
	i.shown.Open(desk.Doc{Kind: desk.Import})
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
	i.put(nil)
}

// put shows another import, or none.
func (i *Imports) put(p *Preview) {
	if i.Preview = p; p == nil {
		i.shown.Close(desk.Doc{Kind: desk.Import})
	}
}

// Aim plans the import for one of the two roots.
func (i *Imports) Aim(target world.Source) {
	if target != world.User {
		target = world.Workspace
	}
	p := i.Preview
	p.Target = target
	i.judge(func(tick tree.Tick) func() {
		in := i.engine.Input()
		whole, err := p.Drop.Plan(in, target, tick) // where it was stopped nothing is shown of it
		chosen := whole
		if err == nil && p.Review != nil {
			chosen, err = whole.Choose(in, p.Review.Left(), tick)
		}
		return func() {
			if err != nil {
				return
			}
			if p.Review == nil {
				p.Review = review.New(whole)
			}
			p.Review.Whole(whole)
			p.Review.Planned(chosen)
			i.Status = fmt.Sprintf("Import preview: %d skills, %d refused", len(whole.Skills), len(whole.Refused))
		}
	})
}

// Choose changes what is taken, and plans that.
func (i *Imports) Choose(change func(*review.Review)) {
	p := i.Preview
	change(p.Review)
	plan, left := p.Review.Plan, p.Review.Left()
	if plan.Target != p.Target { // the plan of that root is still on its way
		i.Aim(p.Target)
		return
	}
	i.judge(func(tick tree.Tick) func() {
		next, err := plan.Choose(i.engine.Input(), left, tick)
		return func() {
			if err == nil {
				p.Review.Planned(next)
				i.Status = fmt.Sprintf("%d of %d skills are taken", p.Review.Taken(), p.Review.Total())
			}
		}
	})
}

// Sift shows other rows.
func (i *Imports) Sift(lead review.Show, find string) {
	i.Preview.Review.Sift(lead, find)
	i.Changed()
}

// Look shows a skill of the drop beside the rows, with its SKILL.md.
func (i *Imports) Look(name string) {
	i.Preview.Review.Look(name)
	i.Changed()
}

// LookAt shows another file of that skill.
func (i *Imports) LookAt(file string) {
	i.Preview.Review.File = file
	i.Changed()
}

// judge works a plan out in the place of the one that is under way, and then does what was asked for meanwhile.
func (i *Imports) judge(work func(tree.Tick) func()) {
	p := i.Preview
	if p.stop != nil {
		p.stop()
	}
	p.Judging = Progress{Done: 0, Total: 1}
	p.stop = i.Slowly(func(tick tree.Tick) func() {
		then := work(tick)
		return func() {
			p.Judging = Progress{}
			then()
			if said := p.said; said != nil {
				p.said = nil
				said()
			}
		}
	}, func(now Progress) { p.Judging = now })
	i.Changed()
}

// Accept does what is chosen, on the world as it is now; reload takes a snapshot afterwards, so
// that it counts. Where the choice is not judged yet it waits for that.
func (i *Imports) Accept(reload bool) {
	p := i.Preview
	if !p.Ready() {
		p.said = func() { i.Accept(reload) }
		i.Changed()
		return
	}
	plan := p.Review.Plan
	if len(plan.Skills) == 0 {
		return
	}
	i.put(nil)
	i.Say("Importing " + answer.Number(len(plan.Skills), "skill") + "…")
	i.edits.change("Nothing was imported: ", plan.Apply, func(before, _ world.World) {
		text := fmt.Sprintf("Imported %s into /%s/skills.", answer.Number(len(plan.Skills), "skill"), plan.Target)
		if left := len(plan.Left); left > 0 {
			text += " " + answer.Number(left, "skill") + " of the drop stayed out."
		}
		i.Say(text)
		i.Notice.Undo = func() { i.takeBack(p, plan, before) }
		if snap := plan.Snapshot(); snap != nil && i.port != nil {
			i.port.Foreseen(snap)
		}
		if p.accepted != nil {
			p.accepted(plan)
		}
		if reload {
			i.talk.Send("/reload_skills")
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
