package conversation

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/tree"
	"lily/web/html"
	"lily/web/turns"
)

// undoRow stands under a call that changed files: their names, and the way back, which is
// an edit of the files and no event of the session.
type undoRow struct {
	app.Compo
	Store   *Room
	Session string
	Step    *turns.Tool
	ID      string
	Files   tree.Digest // of all files now: with others the row looks again
	Held    string      // why nothing can be changed from here
}

func (r *undoRow) CompoID() string { return r.ID }

func (r *undoRow) Render() app.UI {
	var paths []string
	for _, c := range r.Step.Result.Changes {
		paths = append(paths, c.Path)
	}
	const named = 3 // the call has all of them
	return html.With("div", "undo-row",
		html.With("span", "", app.Text("Changed "), html.Text("code", "", turns.NamesOf(paths, named))),
		r.act(),
	).ID(r.ID).TabIndex(-1).Role("group").Aria("label", "What "+r.Step.Name+" changed")
}

func (r *undoRow) act() app.UI {
	v := r.Store.Sessions.View(r.Session)
	u, ok := r.Step.Undoing(r.Store.Sessions.EventsOf(r.Session))
	switch {
	case r.Step.Foreign || v.Bundle != nil:
		return html.Text("span", "hint", "It did so in the files of the recording.")
	case !ok:
		return html.Text("span", "hint", "It cannot be undone: the files from before it are lost.")
	case r.Held == "" && u.Done(r.Store.Engine.World().Tree):
		return html.Text("span", "hint", "Undone: the files are as they were before.")
	}
	return html.Unless(r.Held, html.ButtonFor(r.ID, "Undo what it changed", "", r.undo, "small"))
}

// undo takes back what the call changed. The focus stays in the row, whose button goes.
func (r *undoRow) undo() {
	u, _ := r.Step.Undoing(r.Store.Sessions.EventsOf(r.Session))
	html.Focus(r.ID)
	r.Store.Edits.UndoCall(r.Step.Name, u)
}
