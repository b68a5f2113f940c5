package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/answer"
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
	return elWith("div", "",
		elWith("div", "head", el("h3").Textf("Snapshot v%d", snap.Version),
			button("Copy digest", "", func(app.Context) { s.copy("the digest", s.snapshot().Digest.String()) }, "small")),
		elText("p", "lead", core.Count(snap)),
		p.ahead(),
		elText("h4", "", "Roots, highest precedence first"),
		elWith("ul", "cards", app.Range(snap.Roots).Slice(func(i int) app.UI {
			return root(snap.Roots[len(snap.Roots)-1-i])
		})),
		elText("h4", "", "Conflicts"),
		conflicts(snap.Conflicts),
		elText("h4", "", "Digests"),
		pairs([][2]string{{"Snapshot", snap.Digest.String()}, {"Profile", snap.Profile.String()}, {"Policy", snap.Policy.String()}}),
	)
}

// ahead shows what a reload would add, remove, change and newly shadow (SN-4).
func (p *snapshotPane) ahead() app.UI {
	s, look := p.Store, p.Store.look()
	if s.held() != "" {
		return elText("p", "hint", "This is the snapshot as it was then.")
	}
	if !look.behind {
		return elText("p", "hint", "The files, the profile and the policy are as the snapshot has them.")
	}
	if look.pending {
		return elText("p", "hint", "What a reload would change is being worked out.")
	}
	if look.err != nil {
		return failure("A reload would fail, and change nothing: "+look.err.Error()+".", "load_failed")
	}
	d := look.delta
	return el("section").Class("ahead").Aria("label", "What a reload would change").Body(
		elText("h4", "", "A reload would"),
		app.If(d.Empty(), func() app.UI { return elText("p", "", "change no skill; only files beside them have changed.") }),
		pairs([][2]string{
			{"Add", join(d.Added)},
			{"Remove", join(d.Removed)},
			{"Change", join(d.Changed)},
			{"Newly shadow", join(d.Shadowed)},
			{"Judge again", join(d.Judged)},
		}),
		button("Reload skills", "Run /reload_skills", func(app.Context) { s.send("/reload_skills") }, "main"),
	)
}

func root(l *loader.Listing) app.UI {
	state := answer.Number(l.Count, "candidate")
	if !l.Present {
		state = "not there"
	}
	if l.Unseen > 0 {
		state += ", " + answer.Number(l.Unseen, "folder") + " not looked at"
	}
	need := "optional"
	if l.Required {
		need = "required"
	}
	return elWith("li", "card",
		elWith("p", "", elText("strong", "", title(string(l.Source))), app.Text(" "), elText("code", "", l.Path)),
		elText("p", "hint", fmt.Sprintf("%s, %s, scan: %s", state, need, l.Scan)),
		rootNotes(l),
	)
}

func conflicts(list []loader.Conflict) app.UI {
	if len(list) == 0 {
		return elText("p", "hint", "None.")
	}
	shown := list[:min(len(list), 200)]
	return elWith("ul", "", app.Range(shown).Slice(func(i int) app.UI {
		return elWith("li", "", elText("strong", "", title(shown[i].Kind)+" "+shown[i].Name), app.Text(": "+shown[i].String()))
	}))
}
