package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/state"
)

// notice is the line at the foot with an undo.
type notice struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (n *notice) Render() app.UI {
	s := n.Store
	role, class := "status", "notice"
	if s.Loop.Notice.Bad {
		role, class = "alert", "notice bad"
	}
	return html.El("div").Class("notices").Role(role).Body(
		app.If(s.Loop.Notice.Text != "", func() app.UI {
			return html.El("div").Class(class).Body(
				html.Text("span", "", s.Loop.Notice.Text),
				app.If(s.Loop.Notice.Undo != nil, func() app.UI {
					return html.Button("Undo", "", html.Leaving(func() { s.Loop.Notice.Undo() }))
				}),
				html.Button("Dismiss", "Dismiss this notice", html.Leaving(func() { s.Loop.Notice = state.Notice{}; s.Loop.Changed() })),
			)
		}),
	)
}
