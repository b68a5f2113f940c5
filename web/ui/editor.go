package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// editor is a text box with Save and Revert. It keeps what the person typed
// until one of them is pressed; another Key is another text.
type editor struct {
	app.Compo
	Key      string // what is edited; also the id of the box
	Label    string
	Text     string            // as it stands
	ReadOnly bool              // shown, not edited
	Save     func(text string) // keeps the text or says why not

	key   string
	draft string
	dirty bool
}

// OnMount takes the text as it stands.
func (d *editor) OnMount(app.Context) { d.load() }

// OnUpdate takes a new text unless the person has typed another.
func (d *editor) OnUpdate(app.Context) {
	if d.key != d.Key || !d.dirty {
		d.load()
	}
}

func (d *editor) load() {
	d.key, d.draft, d.dirty = d.Key, d.Text, false
	d.show(d.Text)
}

// show sets the box past what go-app knows of it.
func (d *editor) show(text string) {
	if box := app.Window().GetElementByID(d.Key); box.Truthy() {
		box.Set("value", text)
	}
}

// Render implements [app.Composer].
func (d *editor) Render() app.UI {
	box := el("textarea").ID(d.Key).Class("editor").Aria("label", d.Label).Attr("rows", 16).Spellcheck(false).Attr("value", d.Text).
		OnInput(func(ctx app.Context, _ app.Event) {
			d.draft = ctx.JSSrc().Get("value").String()
			d.dirty = d.draft != d.Text
		}, app.EventScope(d.Key))
	if d.ReadOnly {
		box.Attr("readonly", true)
	}
	return elWith("div", "editing",
		box,
		app.If(!d.ReadOnly, func() app.UI {
			return elWith("div", "row-of-acts",
				el("button").Attr("type", "button").Class("main").Text("Save").Attr("disabled", !d.dirty).OnClick(func(app.Context, app.Event) {
					d.dirty = false
					d.Save(d.draft)
				}, app.EventScope(d.Key)),
				el("button").Attr("type", "button").Text("Revert").Attr("disabled", !d.dirty).OnClick(func(app.Context, app.Event) { d.load() }, app.EventScope(d.Key)),
			)
		}),
	)
}
