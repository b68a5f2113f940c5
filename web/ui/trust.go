package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/loader"
	"lily/core/world"
)

// trusting says what it means that a skill came out of an archive, and lets the
// person trust it (PO-5).
func trusting(s *Store, c *loader.Candidate) app.UI {
	marked := slices.Contains(s.world().Untrusted, c.Path)
	return elWith("div", "", app.If(marked, func() app.UI {
		return el("section").Class("reasons").Aria("label", "Not trusted").Body(
			elText("h4", "", "Not trusted"),
			elText("p", "", "This skill came out of an archive. Its programs can read and change every file of the workspace, so every call is asked about, under a warning."),
			elText("p", "", "Look at its files first. Once you trust it, a tool of it is asked about at its first use, and again when anything in its folder changes."),
			unless(s.held(), buttonFor(c.Path, "Trust this skill", "", func(app.Context) { s.trust(c.Path) })),
		)
	}).ElseIf(c.Untrusted, func() app.UI {
		return elText("p", "hint", "You trust this skill; this session asks every time until it reloads its skills.")
	}))
}

// trust takes the mark off a place. Sessions see it when they reload.
func (s *Store) trust(path string) {
	s.edit("You trust "+path+" now; reload the skills for it to count.", func(w world.World) (world.World, error) {
		w.Untrusted = slices.DeleteFunc(slices.Clone(w.Untrusted), func(at string) bool { return at == path })
		return w, nil
	})
}
