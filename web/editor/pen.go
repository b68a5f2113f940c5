package editor

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/skill"
	"lily/core/tree"
	"lily/web/port"
)

// pen is an editor in the box's place, and what was found in its text. A nil one is none.
type pen struct {
	port.Editor
	locked bool
	judged *string // the text that was judged last, or is being judged
	found  tally
	stop   func() // ends the judgement under way
}

func (p *pen) lock(on bool) {
	if p != nil && p.locked != on {
		p.locked = on
		p.Lock(on)
	}
}

func (p *pen) close() {
	if p != nil {
		p.stop()
		p.Close()
	}
}

// method is what an input method does in the box. Whatever took the box's place meanwhile would cut it off amid a word,
// and have the word twice.
type method struct{ composes, awaited bool }

func (d *Editor) composes(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	d.input.composes = true
}

// composed lets the editor come that has waited for the end of a word.
func (d *Editor) composed(ctx app.Context, _ app.Event) {
	awaited := d.input.awaited
	if d.input = (method{}); awaited {
		ctx.Dispatch(func(app.Context) { d.enrich() })
	} else {
		ctx.PreventUpdate()
	}
}

// enrich puts an editor in the box's place, with all that was typed into the box.
func (d *Editor) enrich() {
	if d.pen != nil || d.box.At == nil {
		return
	}
	if d.input.composes {
		d.input.awaited = true
		return
	}
	d.Hear()
	d.box.Found(d.Key)
	d.pen = &pen{locked: d.ReadOnly, stop: func() {}, Editor: d.Drafts.Editors.Open(port.Editing{
		Box: d.Key, Place: d.Key + "-code", Of: d.Of, Label: d.Label, About: d.Key + "-keys", Language: language(d.Of), ReadOnly: d.ReadOnly,
		Typed:   func() { d.alone(d.heard) },
		Save:    func() { d.alone(func() { d.heard(); d.save() }) },
		Fixed:   func(alone bool) { d.alone(func() { d.fix(alone) }) },
		Wrapped: func() { d.alone(func() {}) },
	})}
	d.box.Becomes(d.pen)
	d.judge()
}

// alone does what concerns the editor's own bar: nothing around it looks again. It may be called from anywhere.
func (d *Editor) alone(do func()) {
	if d.bar.Src() == nil {
		d.Drafts.Post(do)
		return
	}
	d.bar.Dispatch(func(app.Context) {
		d.ctx.PreventUpdate()
		do()
	})
}

// heard takes what was typed, and judges it. Others look again where there is a draft now, or none any more.
func (d *Editor) heard() {
	was := d.draft() != nil
	d.Hear()
	d.judge()
	if was != (d.draft() != nil) || d.twin() {
		d.Drafts.Post(d.Drafts.Changed)
	}
}

// twin reports whether another editor shows the same text, as a skill's and the file's beside it.
func (d *Editor) twin() bool {
	for h := range d.Drafts.Hearers {
		if e, ok := h.(*Editor); ok && e != d && e.Of == d.Of {
			return true
		}
	}
	return false
}

// fix keeps a fix that was made in the text; not beside other changes, which the person has not saved.
func (d *Editor) fix(alone bool) {
	t := d.draft()
	d.fixed = true
	if d.heard(); alone && (t == nil || t.Saving) {
		d.save()
	}
}

// judge looks for what is wrong with the text as it is, beside the page's answers, and lets the editor show it.
func (d *Editor) judge() {
	p := d.pen
	if p == nil {
		return
	}
	text, judge := p.Text(), d.judged()
	if p.judged != nil && *p.judged == text {
		return
	}
	p.stop()
	ctx, stop := context.WithCancel(context.Background())
	p.judged, p.stop = &text, stop
	var list []skill.Finding
	var found []port.Mark
	over := d.Drafts.Work().Slowly(ctx, func(tick tree.Tick) {
		goOn := func() bool { return tick(0, 0) }
		if judge != nil {
			list = judge(goOn, text)
		}
		found = marks(goOn, text, list)
	}, func(int, int) {})
	show := func() {
		if ctx.Err() == nil {
			p.found = tallied(found)
			p.Mark(text, found)
			if judge != nil && d.Drafts.Judged(d.Of, list) {
				d.Drafts.Post(d.Drafts.Changed)
			}
		}
	}
	select {
	case <-over:
		d.alone(show)
	default:
		go func() {
			<-over
			d.alone(show)
		}()
	}
}
