// Package editor is the text box for whatever a person edits: a file, the profile, the
// policy, a part of the persona; with what the engine finds in the text, while it is typed.
//
// It promises that nothing typed is lost unseen (VF-5): what someone else changes
// meanwhile is said and compared, and saving waits for a yes over it. A plain box stands
// there first, and stays where the editor does not come: what is typed into it moves over.
// It saves nothing by itself, but for a fix of a text that has no other change, and knows
// no file: what is edited, judged and saved is given to it.
//
//	&editor.Editor{Drafts: d, Key: "policy-yaml", Of: "policy", Text: text, Save: save}
package editor

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/core/skill"
	"lily/web/drafts"
	"lily/web/html"
	"lily/web/state"
)

// Editor is a text box with Save and Revert. It keeps what the person typed until one of them is
// pressed, and says when someone else changes the text meanwhile (VF-5).
type Editor struct {
	app.Compo
	Drafts   *drafts.Drafts
	Rev      int
	Key      string // the id of the box
	Of       string // what is edited: a file's path, profile, policy
	Label    string
	Text     string                                       // as it stands
	ReadOnly bool                                         // shown, not edited
	Read     func(text string) error                      // says why a text cannot be read; nil reads any
	Code     string                                       // of such an error
	Save     func(was, next string, then func(err error)) // keeps next where the text is still was
	Judge    Judge                                        // nil finds nothing
	Reload   func()                                       // lets count what was saved; nil where there is nothing to do

	box   html.Box
	input method
	pen   *pen // in the box's place; nil before it is there
	ctx   app.Context
	bar   app.Context
	looks int
	fixed bool // a fix was made, and not reloaded since
}

// Judge finds what is wrong with a text, while goOn says that it is worth it.
type Judge func(goOn func() bool, text string) []skill.Finding

// CompoID implements [app.DismountEnforcer]: a box is of one text as long as it lives.
func (d *Editor) CompoID() string { return d.Of }

// OnMount finds the box, which shows the text, or what the person has typed over it.
func (d *Editor) OnMount(ctx app.Context) {
	d.ctx = ctx
	d.box.Found(d.Key)
	d.Drafts.Hearers[d] = true
	if d.Drafts.Editors != nil {
		d.Drafts.Editors.Load(func(err error) {
			if err == nil { // else the box stays
				ctx.Dispatch(func(app.Context) { d.enrich() })
			}
		})
	}
}

// OnUpdate shows another text where the box is to hold another one.
func (d *Editor) OnUpdate(app.Context) {
	d.Hear()
	if t := d.draft(); t != nil && t.Saved {
		t.Base, t.Saved = d.Text, false
		d.Drafts.KeepSoon()
	}
	if d.box.Put != d.wants() {
		d.fill()
	}
	d.pen.lock(d.ReadOnly)
	d.judge()
}

// OnDismount keeps what was typed until the box went.
func (d *Editor) OnDismount() {
	delete(d.Drafts.Hearers, d)
	if d.Hear() {
		d.Drafts.Post(d.Drafts.Changed)
	}
	d.pen.close()
	d.pen = nil
}

// Hear implements [drafts.Hearer].
func (d *Editor) Hear() bool {
	text, some := d.box.Unheard()
	if some {
		d.Typed(text)
	}
	return some
}

// draft is what the person typed; nil for nothing that is not saved.
func (d *Editor) draft() *drafts.Draft {
	if d.ReadOnly {
		return nil
	}
	return d.Drafts.Of(d.Of)
}

func (d *Editor) wants() string {
	if t := d.draft(); t != nil {
		return t.Text
	}
	return d.Text
}

func (d *Editor) fill() {
	d.box.Write(d.wants())
	d.judge()
}

// Typed takes what stands in the box. The text may have changed since the box showed it.
func (d *Editor) Typed(text string) {
	t := d.Drafts.Type(d.Of, d.box.Heard(text), text)
	if t != nil && t.Text == t.Base && !t.Saving && !d.moved() {
		d.Drafts.Forget(d.Of)
	}
}

func (d *Editor) moved() bool { return d.draft().Moved(d.Text) }

// Revert takes the text as it stands.
func (d *Editor) Revert() {
	d.Drafts.Forget(d.Of)
	d.fill()
	d.Drafts.Changed()
}

// save keeps what was typed over the text that it began from; a second click finds nothing to do.
func (d *Editor) save() {
	if t := d.draft(); t != nil {
		d.Keep(t.Base)
	}
}

// Keep saves what was typed, over the text that the person has seen.
func (d *Editor) Keep(over string) {
	if d.ReadOnly {
		return
	}
	d.Drafts.Save(d.Of, d.Read, func(next string, then func(error)) {
		d.Save(over, next, func(err error) {
			d.Hear()
			then(err)
		})
	})
}

// Render implements [app.Composer].
func (d *Editor) Render() app.UI {
	d.looks++
	box := html.El("textarea").ID(d.boxID()).Class("editor").Attr("dir", "auto").Aria("label", sight.Show(d.Label)).Attr("rows", 16).Spellcheck(false).Attr("value", d.box.Begin(d.wants())).
		Attr("hidden", d.pen != nil).
		OnInput(func(ctx app.Context, _ app.Event) { d.Typed(ctx.JSSrc().Get("value").String()) }, app.EventScope(d.Key)).
		OnKeyDown(d.key, app.EventScope(d.Key)).
		On("compositionstart", d.composes, app.EventScope(d.Key)).On("compositionend", d.composed, app.EventScope(d.Key))
	if d.ReadOnly {
		box.Attr("readonly", true)
	}
	return html.With("div", "editing", box, html.With("div", "code-editor").ID(d.Key+"-code"), &bar{Of: d, Look: d.looks})
}

// boxID is another one where the editor has taken the box's.
func (d *Editor) boxID() string {
	if d.pen != nil {
		return d.Key + "-plain"
	}
	return d.Key
}

// key saves from the plain box as the editor does.
func (d *Editor) key(_ app.Context, e app.Event) {
	mod := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()
	if mod && !e.Get("altKey").Bool() && !e.Get("shiftKey").Bool() && strings.EqualFold(e.Get("key").String(), "s") {
		e.PreventDefault()
		d.Hear()
		d.save()
	}
}

// Reloads lets what was saved count, by a line to the session; nil where that takes none.
func Reloads(s *state.Store, line string) func() {
	if s.Sessions.Mute() != "" {
		return nil
	}
	return func() { s.Talk.Send(line) }
}

// Unshown says why a file is not shown.
func Unshown(err error) string {
	if err != nil {
		return "The file is not shown: " + err.Error() + "."
	}
	return "The file is not shown: it is not text in UTF-8."
}
