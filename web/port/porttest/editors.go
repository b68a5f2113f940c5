package porttest

import (
	"fmt"
	"slices"
	"strings"

	"lily/web/port"
)

// Drafts is [port.Drafts]: what is kept, the oldest first.
type Drafts struct {
	Kept []port.Draft
	Full error // what cannot be kept
	n    int
}

// Left implements [port.Drafts], as do the methods below.
func (d *Drafts) Left() []port.Draft { return slices.Clone(d.Kept) }

func (d *Drafts) Name() string {
	d.n++
	return fmt.Sprint("d", d.n)
}

func (d *Drafts) Drop(id string) {
	d.Kept = slices.DeleteFunc(d.Kept, func(t port.Draft) bool { return t.ID == id })
}

func (d *Drafts) Keep(t port.Draft, told func(error)) {
	if d.Full == nil {
		d.Drop(t.ID)
		d.Kept = append(d.Kept, t)
	}
	told(d.Full)
}

// Editors is [port.Editors]: each holds the text that its box is given, by the box's id.
type Editors struct {
	Boxes map[string]string
	Err   error // of every load
	Pen   *Pen  // that was opened last
}

// Load implements [port.Editors], as does the method below.
func (e *Editors) Load(there func(error)) { there(e.Err) }

func (e *Editors) Open(o port.Editing) port.Editor {
	e.Pen = &Pen{Editing: o, in: e, text: unbroken(e.Boxes[o.Box])}
	return e.Pen
}

func unbroken(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// Pen is [port.Editor].
type Pen struct {
	port.Editing
	Marks []port.Mark
	Acts  []port.Act

	in   *Editors
	text string
}

// Type types over all that there is.
func (p *Pen) Type(text string) {
	p.text = text
	p.Typed()
}

// Text implements [port.Editor], as do the methods below.
func (p *Pen) Text() string      { return p.text }
func (p *Pen) Write(text string) { p.text = unbroken(text) }
func (p *Pen) Lock(on bool)      { p.ReadOnly = on }
func (p *Pen) Act(a port.Act)    { p.Acts = append(p.Acts, a) }
func (p *Pen) Wraps() bool       { return true }
func (p *Pen) Close()            { p.in.Boxes[p.Box] = p.text }

func (p *Pen) Mark(text string, marks []port.Mark) {
	if text == p.text {
		p.Marks = marks
	}
}
