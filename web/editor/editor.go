// Package editor is the text box for whatever a person edits: a file, the profile, the
// policy, a part of the persona.
//
// It promises that nothing typed is lost unseen (VF-5): what someone else changes
// meanwhile is said and compared, and saving waits for a yes over it. It saves nothing by
// itself, and knows no file: what is edited and how it is saved are given to it.
//
//	&editor.Editor{Drafts: d, Key: "policy-yaml", Of: "policy", Text: text, Save: save}
package editor

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/web/diff"
	"lily/web/drafts"
	"lily/web/html"
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

	box html.Box
}

// CompoID implements [app.DismountEnforcer]: a box is of one text as long as it lives.
func (d *Editor) CompoID() string { return d.Of }

// OnMount finds the box, which shows the text, or what the person has typed over it.
func (d *Editor) OnMount(app.Context) {
	d.box.Found(d.Key)
	d.Drafts.Hearers[d] = true
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
}

// OnDismount keeps what was typed until the box went.
func (d *Editor) OnDismount() {
	delete(d.Drafts.Hearers, d)
	if d.Hear() {
		d.Drafts.Post(d.Drafts.Changed)
	}
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

func (d *Editor) fill() { d.box.Write(d.wants()) }

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

func (d *Editor) compare() {
	if t := d.draft(); t != nil {
		t.Theirs = !t.Theirs
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
	t := d.draft()
	box := html.El("textarea").ID(d.Key).Class("editor").Attr("dir", "auto").Aria("label", sight.Show(d.Label)).Attr("rows", 16).Spellcheck(false).Attr("value", d.box.Begin(d.wants())).
		OnInput(func(ctx app.Context, _ app.Event) { d.Typed(ctx.JSSrc().Get("value").String()) }, app.EventScope(d.Key))
	if d.ReadOnly {
		box.Attr("readonly", true)
	}
	return html.With("div", "editing",
		html.When(d.moved(), func() app.UI { return d.conflict(t) }), // above, where it is seen
		box,
		html.When(t != nil && t.Err != nil, func() app.UI {
			return html.With("div", "",
				html.Failure("Nothing was changed: the text cannot be read. Correct it and save again.\n"+t.Err.Error(), d.Code),
				html.Button("Discard", "Discard the refused text", d.Revert),
			)
		}),
		app.If(!d.ReadOnly, func() app.UI { return d.acts(t) }),
	)
}

func (d *Editor) acts(t *drafts.Draft) app.UI {
	idle := t == nil || d.moved() || t.Err != nil && t.Text == t.Refused
	return html.With("div", "row-of-acts",
		html.ButtonFor(d.Key, "Save", "", d.save, "main").Attr("disabled", idle),
		html.ButtonFor(d.Key, "Revert", "", d.Revert).Attr("disabled", t == nil),
		app.If(t != nil, func() app.UI { return html.Text("span", "hint", d.standing(t)) }),
	)
}

func (d *Editor) standing(t *drafts.Draft) string {
	switch {
	case t.Saving:
		return "Saving…"
	case !d.Drafts.Kept():
		return "Unsaved, and kept nowhere: it is gone with this page."
	case t.Unkept != "":
		return "Unsaved, and not kept for a reload: " + t.Unkept + "."
	}
	return "Unsaved; it is still here after a reload."
}

func (d *Editor) conflict(t *drafts.Draft) app.UI {
	return html.El("section").Class("conflict").Aria("label", "Changed by someone else").Body(
		html.El("p").Class("wrong").Role("alert").Text("Another tab, a tool or a program has changed this text since you began to edit it. What you typed is kept here, and nothing is saved yet. Revert takes theirs."),
		html.With("div", "row-of-acts",
			html.ButtonFor(d.Key, "Show theirs", "", d.compare, "small").Aria("expanded", t.Theirs),
			html.ButtonFor(d.Key, "Save over theirs", "", func() { d.Keep(d.Text) }, "small"),
		),
		html.When(t.Theirs, func() app.UI {
			return html.With("div", "", html.Text("p", "hint", "From your text (-) to theirs (+):"), html.DiffBox(diff.Lines(t.Text, d.Text, diff.Most)))
		}),
	)
}

// Unshown says why a file is not shown.
func Unshown(err error) string {
	if err != nil {
		return "The file is not shown: " + err.Error() + "."
	}
	return "The file is not shown: it is not text in UTF-8."
}
