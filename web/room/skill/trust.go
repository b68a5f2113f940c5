package skill

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/loader"
	"lily/web/html"
	"lily/web/state"
)

// trusting says what it means that a skill came out of an archive, and lets the
// person trust it (PO-5).
func trusting(s *state.Store, c *loader.Candidate) app.UI {
	marked := slices.Contains(s.Sessions.World().Untrusted, c.Path)
	return html.With("div", "", app.If(marked, func() app.UI {
		return html.El("section").Class("reasons").Aria("label", "Not trusted").Body(
			html.Text("h4", "", "Not trusted"),
			html.Text("p", "", "This skill came out of an archive. Its programs can read and change every file of the workspace, so every call is asked about, under a warning."),
			html.Text("p", "", "Look at its files first. Once you trust it, a tool of it is asked about at its first use, and again when anything in its folder changes."),
			html.Unless(s.Sessions.Held(), html.ButtonFor(c.Path, "Trust this skill", "", func() { s.Edits.Trust(c.Path) })),
		)
	}).ElseIf(c.Untrusted, func() app.UI {
		return html.Text("p", "hint", "You trust this skill; this session asks every time until it reloads its skills.")
	}))
}
