package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/loader"
)

// snapshotPane shows the session's snapshot, and what a reload would change.
type snapshotPane struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (p *snapshotPane) Render() app.UI {
	s := p.Store
	snap := s.snapshot()
	return app.Div().Body(
		app.Div().Class("head").Body(app.H3().Textf("Snapshot v%d", snap.Version),
			button("Copy digest", "", func(app.Context) { s.copy("the digest", snap.Digest.String()) }, "small")),
		app.P().Class("lead").Text(core.Count(snap)),
		p.ahead(),
		app.H4().Text("Roots, highest precedence first"),
		app.Ul().Class("cards").Body(app.Range(snap.Roots).Slice(func(i int) app.UI {
			return root(snap.Roots[len(snap.Roots)-1-i])
		})),
		app.H4().Text("Conflicts"),
		conflicts(snap.Conflicts),
		app.H4().Text("Digests"),
		pairs([][2]string{{"Snapshot", snap.Digest.String()}, {"Profile", snap.Profile.String()}, {"Policy", snap.Policy.String()}}),
	)
}

// ahead shows what a reload would add, remove, change and newly shadow (SN-4).
func (p *snapshotPane) ahead() app.UI {
	s, look := p.Store, p.Store.look()
	if !look.behind {
		return app.P().Class("hint").Text("The files, the profile and the policy are as the snapshot has them.")
	}
	if look.err != nil {
		return failure("A reload would fail, and change nothing: "+look.err.Error()+".", "load_failed")
	}
	d := look.delta
	return app.Section().Class("ahead").Aria("label", "What a reload would change").Body(
		app.H4().Text("A reload would"),
		app.If(d.Empty(), func() app.UI { return app.P().Text("change no skill; only files beside them have changed.") }),
		pairs([][2]string{
			{"Add", join(d.Added)}, {"Remove", join(d.Removed)}, {"Change", join(d.Changed)},
			{"Newly shadow", join(d.Shadowed)}, {"Judge again", join(d.Judged)},
		}),
		button("Reload skills", "Run /reload_skills", func(app.Context) { s.send("/reload_skills") }, "main"),
	)
}

func root(l *loader.Listing) app.UI {
	state := plural(l.Count, "candidate")
	if !l.Present {
		state = "not there"
	}
	need := "optional"
	if l.Required {
		need = "required"
	}
	return app.Li().Class("card").Body(
		app.P().Body(app.Strong().Text(title(string(l.Source))), app.Text(" "), app.Code().Text(l.Path)),
		app.P().Class("hint").Text(fmt.Sprintf("%s, %s, scan: %s", state, need, l.Scan)),
		app.Ul().Body(app.Range(l.Notes).Slice(func(i int) app.UI {
			n := l.Notes[i]
			return app.Li().Body(app.Code().Text(n.Path), app.Text(" "+n.Message+" "), app.Code().Text(n.Code))
		})),
	)
}

func conflicts(list []loader.Conflict) app.UI {
	if len(list) == 0 {
		return app.P().Class("hint").Text("None.")
	}
	shown := list[:min(len(list), 200)]
	return app.Ul().Body(app.Range(shown).Slice(func(i int) app.UI {
		return app.Li().Body(app.Strong().Text(title(shown[i].Kind)+" "+shown[i].Name), app.Text(": "+shown[i].String()))
	}))
}
