package ui

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/diff"
	"lily/web/html"
)

// draft is a text that a person has typed and not saved yet. It outlives its
// editor, and the page: another tab of the inspector does not lose it, nor does a reload.
type draft struct {
	base    string // the text that it began from
	text    string
	saving  bool
	saved   bool  // and typed in since: it begins from what was saved
	err     error // why it cannot be read
	refused string
	theirs  bool // what someone else wrote meanwhile is compared with it

	id          string // under which it is kept; empty before it is
	kept, began string // text and base as they were kept last
	unkept      string // why it could not be kept
	left        bool   // it was left by the page of before
}

// editor is a text box with Save and Revert. It keeps what the person typed until
// one of them is pressed, and says when someone else changes the text meanwhile
// (VF-5).
type editor struct {
	app.Compo
	Store    *Store
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
func (d *editor) CompoID() string { return d.Of }

// OnMount finds the box, which shows the text, or what the person has typed over it.
func (d *editor) OnMount(app.Context) {
	d.box.Found(d.Key)
	d.Store.editors[d] = true
}

// OnUpdate shows another text where the box is to hold another one.
func (d *editor) OnUpdate(app.Context) {
	d.hear()
	if t := d.draft(); t != nil && t.saved {
		t.base, t.saved = d.Text, false
		d.Store.keepSoon()
	}
	if d.box.Put != d.wants() {
		d.fill()
	}
}

// OnDismount keeps what was typed until the box went.
func (d *editor) OnDismount() {
	delete(d.Store.editors, d)
	if d.hear() {
		d.Store.Post(d.Store.changed)
	}
}

// hear takes what was typed and not told yet, and reports whether there was any.
func (d *editor) hear() bool {
	text, some := d.box.Unheard()
	if some {
		d.typed(text)
	}
	return some
}

// draft is what the person typed; nil for nothing that is not saved.
func (d *editor) draft() *draft {
	if d.ReadOnly {
		return nil
	}
	return d.Store.drafts[d.Of]
}

func (d *editor) wants() string {
	if t := d.draft(); t != nil {
		return t.text
	}
	return d.Text
}

// fill lets the box show what it is to show.
func (d *editor) fill() { d.box.Write(d.wants()) }

// typed takes what stands in the box, where that was not heard before. The text may have
// changed since the box showed it.
func (d *editor) typed(text string) {
	seen, t := d.box.Heard(text), d.Store.drafts[d.Of]
	if t == nil && text == seen {
		return
	}
	if t == nil {
		t = &draft{base: seen}
		d.Store.drafts[d.Of] = t
	}
	if t.text = text; text == t.base && !t.saving && !d.moved() {
		d.Store.undraft(d.Of)
	}
	d.Store.keepSoon()
}

// moved reports whether the text is no longer the one that the person began from.
func (d *editor) moved() bool {
	t := d.draft()
	return t != nil && !t.saving && !t.saved && t.base != d.Text
}

// revert takes the text as it stands.
func (d *editor) revert() {
	d.Store.undraft(d.Of)
	d.fill()
	d.Store.changed()
}

// save keeps what was typed where nobody has changed the text; a second click finds
// nothing to do.
func (d *editor) save() {
	if t := d.draft(); t != nil {
		d.keep(t.base)
	}
}

// compare shows or hides what someone else wrote.
func (d *editor) compare() {
	if t := d.draft(); t != nil {
		t.theirs = !t.theirs
	}
}

// keep saves what was typed, over the text that the person has seen.
func (d *editor) keep(over string) {
	t, of := d.draft(), d.Of
	if t == nil || t.saving {
		return
	}
	if t.err, t.refused = d.unread(t.text), t.text; t.err != nil {
		d.Store.changed()
		return
	}
	next := t.text
	t.saving, t.theirs = true, false
	d.Save(over, next, func(err error) {
		d.hear()
		d.Store.settled(of, t, next, err)
	})
}

func (d *editor) unread(text string) error {
	if d.Read == nil {
		return nil
	}
	return d.Read(text)
}

// settled ends the saving of a draft. What was typed meanwhile begins from what was
// saved; what could not be saved stays.
func (s *Store) settled(of string, t *draft, text string, err error) {
	t.saving = false
	if errors.Is(err, errMoved) {
		s.Notice = Notice{} // the editor says it, with what to do
	}
	if err != nil {
		return
	}
	switch t.saved = t.text != text; {
	case t.saved:
	case s.drafts[of] == t:
		s.undraft(of)
	default: // an older one was opened meanwhile
		s.without(older{of, t})
		s.forget(t)
	}
}

// Render implements [app.Composer].
func (d *editor) Render() app.UI {
	t := d.draft()
	box := html.El("textarea").ID(d.Key).Class("editor").Attr("dir", "auto").Aria("label", d.Label).Attr("rows", 16).Spellcheck(false).Attr("value", d.box.Begin(d.wants())).
		OnInput(func(ctx app.Context, _ app.Event) { d.typed(ctx.JSSrc().Get("value").String()) }, app.EventScope(d.Key))
	if d.ReadOnly {
		box.Attr("readonly", true)
	}
	return html.With("div", "editing",
		html.With("div", "", app.If(d.moved(), func() app.UI { return d.conflict(t) })), // above, where it is seen
		box,
		html.With("div", "", app.If(t != nil && t.err != nil, func() app.UI { return d.fault(t) })),
		app.If(!d.ReadOnly, func() app.UI { return d.acts(t) }),
	)
}

func (d *editor) acts(t *draft) app.UI {
	idle := t == nil || d.moved() || t.err != nil && t.text == t.refused
	return html.With("div", "row-of-acts",
		html.El("button").Attr("type", "button").Class("main").Text("Save").Attr("disabled", idle).
			OnClick(func(app.Context, app.Event) { d.save() }, app.EventScope(d.Key)),
		html.El("button").Attr("type", "button").Text("Revert").Attr("disabled", t == nil).
			OnClick(func(app.Context, app.Event) { d.revert() }, app.EventScope(d.Key)),
		app.If(t != nil, func() app.UI { return html.Text("span", "hint", d.standing(t)) }),
	)
}

// standing says what becomes of the text, in a few words.
func (d *editor) standing(t *draft) string {
	switch {
	case t.saving:
		return "Saving…"
	case d.Store.Ports.Drafts == nil:
		return "Unsaved, and kept nowhere: it is gone with this page."
	case t.unkept != "":
		return "Unsaved, and not kept for a reload: " + t.unkept + "."
	}
	return "Unsaved; it is still here after a reload."
}

// conflict says that someone else has changed the text, and what can be done.
func (d *editor) conflict(t *draft) app.UI {
	return html.El("section").Class("conflict").Aria("label", "Changed by someone else").Body(
		html.El("p").Class("wrong").Role("alert").Text("Another tab, a tool or a program has changed this text since you began to edit it. What you typed is kept here, and nothing is saved yet. Revert takes theirs."),
		html.With("div", "row-of-acts",
			html.El("button").Attr("type", "button").Class("small").Text("Show theirs").Aria("expanded", t.theirs).
				OnClick(func(app.Context, app.Event) { d.compare() }, app.EventScope(d.Key)),
			html.El("button").Attr("type", "button").Class("small").Text("Save over theirs").
				OnClick(func(app.Context, app.Event) { d.keep(d.Text) }, app.EventScope(d.Key)),
		),
		html.With("div", "", app.If(t.theirs, func() app.UI {
			return html.With("div", "", html.Text("p", "hint", "From your text (-) to theirs (+):"), html.DiffBox(diff.Lines(t.text, d.Text, maxDiff)))
		})),
	)
}

// fault says why a text cannot be read, and gives it up.
func (d *editor) fault(t *draft) app.UI {
	return html.With("div", "",
		html.Failure("Nothing was changed: the text cannot be read. Correct it and save again.\n"+t.err.Error(), d.Code),
		html.Button("Discard", "Discard the refused text", func(app.Context) { d.revert() }),
	)
}
