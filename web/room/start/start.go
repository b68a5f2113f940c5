// Package start is the first document: what Lily is for, a folder to open, an example that leads from a skill that does
// not count to one that does, and a form for a new skill (UI.md, Start).
//
// It promises that nothing is written but what a person asks for, and that what it writes can be taken back. It judges
// nothing: what it says of a skill is the session's.
//
//	&start.Doc{Store: s, Open: func() { imports.Pick(imports.FolderInput) }}
package start

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/model"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/state"
)

// titleID is where the focus waits for what comes of a click.
const titleID = "start-title"

// Doc is the document.
type Doc struct {
	app.Compo
	Store *state.Store
	Open  func() // lets the person choose a folder
	Rev   int

	form form
}

// Render implements [app.Composer].
func (d *Doc) Render() app.UI {
	s := d.Store
	return html.With("div", "start",
		html.Text("h2", "start-title", "See which skills count, why the others do not, and exactly what a model was sent.").ID(titleID).TabIndex(-1),
		app.If(d.form.open, d.newSkill).Else(d.cards),
		html.When(len(steps(s)) > 0, func() app.UI { return &guide{Doc: d, Rev: d.Rev} }),
		html.Maybe("p", "hint", d.unasked()),
	)
}

// cards are the ways to begin. A form takes their place, so that all of it is in sight.
func (d *Doc) cards() app.UI {
	return html.With("div", "start-cards",
		card("Open a folder", "Skills are folders with a SKILL.md. Drop one anywhere on this page, or choose it here: you see what an import would do before it is done.",
			html.Button("Open a folder", "", d.Open, "main")),
		d.example(),
		card("New skill", "A form makes a valid SKILL.md, in one of the three formats.",
			html.Button("New skill", "", func() { d.form.open = true; d.Store.Loop.Changed(); html.Focus(nameID) })),
	)
}

func card(title, about string, act app.UI) app.UI {
	return html.With("section", "start-card", html.Text("h3", "", title), html.Text("p", "", about), act).Aria("label", sight.Show(title))
}

// unasked says what comes of a message while no model is chosen.
func (d *Doc) unasked() string {
	if d.Store.Sessions.State().Model != (model.Offline{}).Name() {
		return ""
	}
	return "No model is chosen: you will see the request instead of an answer."
}
