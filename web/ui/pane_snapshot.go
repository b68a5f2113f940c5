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
	return el("div").Body(
		el("div").Class("head").Body(el("h3").Textf("Snapshot v%d", snap.Version),
			button("Copy digest", "", func(app.Context) { s.copy("the digest", snap.Digest.String()) }, "small")),
		el("p").Class("lead").Text(core.Count(snap)),
		p.ahead(),
		el("h4").Text("Roots, highest precedence first"),
		el("ul").Class("cards").Body(app.Range(snap.Roots).Slice(func(i int) app.UI {
			return root(snap.Roots[len(snap.Roots)-1-i])
		})),
		el("h4").Text("Conflicts"),
		conflicts(snap.Conflicts),
		el("h4").Text("Digests"),
		pairs([][2]string{{"Snapshot", snap.Digest.String()}, {"Profile", snap.Profile.String()}, {"Policy", snap.Policy.String()}}),
	)
}

// ahead shows what a reload would add, remove, change and newly shadow (SN-4).
func (p *snapshotPane) ahead() app.UI {
	s, look := p.Store, p.Store.look()
	if !look.behind {
		return el("p").Class("hint").Text("The files, the profile and the policy are as the snapshot has them.")
	}
	if look.err != nil {
		return failure("A reload would fail, and change nothing: "+look.err.Error()+".", "load_failed")
	}
	d := look.delta
	return el("section").Class("ahead").Aria("label", "What a reload would change").Body(
		el("h4").Text("A reload would"),
		app.If(d.Empty(), func() app.UI { return el("p").Text("change no skill; only files beside them have changed.") }),
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
	return el("li").Class("card").Body(
		el("p").Body(el("strong").Text(title(string(l.Source))), app.Text(" "), el("code").Text(l.Path)),
		el("p").Class("hint").Text(fmt.Sprintf("%s, %s, scan: %s", state, need, l.Scan)),
		el("ul").Body(app.Range(l.Notes).Slice(func(i int) app.UI {
			n := l.Notes[i]
			return el("li").Body(el("code").Text(n.Path), app.Text(" "+n.Message+" "), el("code").Text(n.Code))
		})),
	)
}

func conflicts(list []loader.Conflict) app.UI {
	if len(list) == 0 {
		return el("p").Class("hint").Text("None.")
	}
	shown := list[:min(len(list), 200)]
	return el("ul").Body(app.Range(shown).Slice(func(i int) app.UI {
		return el("li").Body(el("strong").Text(title(shown[i].Kind)+" "+shown[i].Name), app.Text(": "+shown[i].String()))
	}))
}
