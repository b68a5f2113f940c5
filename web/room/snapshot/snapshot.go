// Package snapshot shows the snapshot that a session is held to, and says when the files
// have moved on and what a reload would change (SN-4).
//
// It promises to work nothing out by itself: the forecast is the state's.
//
//	snapshot.Doc(s); snapshot.Behind(s)
package snapshot

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/answer"
	"lily/core/loader"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// Doc shows the session's snapshot, and what a reload would change.
func Doc(s *state.Store) app.UI {
	snap := s.Sessions.Snapshot()
	copied := func() { s.Exports.Copy("the digest", s.Sessions.Snapshot().Digest.String()) }
	return html.With("div", "",
		html.With("div", "head", html.El("h3").Textf("Snapshot v%d", snap.Version), html.Button("Copy digest", "", copied, "small")),
		html.Text("p", "lead", core.Count(snap)),
		ahead(s),
		html.Text("h4", "", "Roots, highest precedence first"),
		html.With("ul", "cards", app.Range(snap.Roots).Slice(func(i int) app.UI { return root(snap.Roots[len(snap.Roots)-1-i]) })),
		html.Text("h4", "", "Conflicts"),
		conflicts(snap.Conflicts),
		html.Text("h4", "", "Digests"),
		html.Facts(s.Exports.Copy, [][2]string{{"Snapshot", snap.Digest.String()}, {"Profile", snap.Profile.String()}, {"Policy", snap.Policy.String()}}),
	)
}

// ahead shows what a reload would add, remove, change and newly shadow (SN-4).
func ahead(s *state.Store) app.UI {
	look := s.Forecast.Reload()
	switch {
	case s.Sessions.Held() != "":
		return html.Text("p", "hint", "This is the snapshot as it was then.")
	case !look.Behind:
		return html.Text("p", "hint", "The files, the profile and the policy are as the snapshot has them.")
	case look.Pending:
		return html.Text("p", "hint", pending)
	case look.Err != nil:
		return html.Failure("A reload would fail, and change nothing: "+look.Err.Error()+".", "load_failed")
	}
	d := look.Delta
	return html.With("section", "ahead",
		html.Text("h4", "", "A reload would"),
		app.If(d.Empty(), func() app.UI { return html.Text("p", "", "change no skill; only files beside them have changed.") }),
		html.Pairs([][2]string{
			{"Add", words.List(d.Added)},
			{"Remove", words.List(d.Removed)},
			{"Change", words.List(d.Changed)},
			{"Newly shadow", words.List(d.Shadowed)},
			{"Judge again", words.List(d.Judged)},
		}),
		html.Button("Reload skills", "Run /reload_skills", func() { s.Talk.Send("/reload_skills") }, "main"),
	).Aria("label", "What a reload would change")
}

func root(l *loader.Listing) app.UI {
	state := words.Either(l.Present, answer.Number(l.Count, "candidate"), "not there")
	if l.LeftOut > 0 {
		state += ", " + answer.Number(l.LeftOut, "folder") + " not looked at"
	}
	need := words.Either(l.Required, "required", "optional")
	return html.With("li", "card",
		html.With("p", "", html.Text("strong", "", words.Title(string(l.Source))), html.Say(" "), html.Text("code", "", l.Path)),
		html.Text("p", "hint", fmt.Sprintf("%s, %s, scan: %s", state, need, l.Scan)),
		html.RootNotes(l),
	)
}

func conflicts(list []loader.Conflict) app.UI {
	if len(list) == 0 {
		return html.Text("p", "hint", "None.")
	}
	shown := list[:min(len(list), html.Most)]
	return html.With("ul", "", app.Range(shown).Slice(func(i int) app.UI {
		return html.With("li", "", html.Text("strong", "", words.Title(shown[i].Kind)+" "+shown[i].Name), html.Say(": "+shown[i].String()))
	}))
}

// Behind says that the files have moved on since the snapshot (SN-4).
func Behind(s *state.Store) app.UI {
	look := s.Forecast.Reload()
	if !look.Behind {
		return html.With("div", "behind").Hidden(true)
	}
	said := fmt.Sprintf("Snapshot v%d is behind.", s.Sessions.Snapshot().Version)
	return html.With("section", "behind",
		html.With("p", "in-line", html.Text("strong", "", said),
			html.Text("span", "at-length", " "+foretell(look)+" "), html.Text("span", "in-brief", inBrief(look)).Aria("hidden", true)).Title("%s", sight.Show(foretell(look))),
		html.Button("Review", "Review what a reload would change", func() { s.Shown.OpenTab("snapshot") }, "small"),
		html.Button("Reload", "Reload the skills: run /reload_skills", html.Leaving(func() { s.Talk.Send("/reload_skills") }), "small"),
	).Aria("label", "The snapshot is behind")
}

const pending = "What a reload would change is being worked out."

// inBrief is the same for a bar without the room for names.
func inBrief(a state.Reload) string {
	switch {
	case a.Pending:
		return ""
	case a.Err != nil:
		return "A reload would fail."
	}
	var parts []string
	tell := func(names []string, word string) {
		if len(names) > 0 {
			parts = append(parts, words.Thousands(len(names))+" "+word)
		}
	}
	d := a.Delta
	tell(d.Added, "new")
	tell(d.Removed, "gone")
	tell(d.Changed, "changed")
	tell(d.Shadowed, "shadowed")
	tell(d.Judged, "judged again")
	return strings.Join(parts, ", ")
}

// foretell says in one line what a reload would do.
func foretell(a state.Reload) string {
	switch {
	case a.Pending:
		return pending
	case a.Err != nil:
		return "A reload would fail: " + a.Err.Error() + "."
	case a.Delta.Empty():
		return "A reload would change no skill."
	}
	var parts []string
	tell := func(verb string, names []string) {
		if n := len(names) - 3; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s and %d more", verb, words.List(names[:3]), n))
		} else if n > -3 {
			parts = append(parts, verb+" "+words.List(names))
		}
	}
	d := a.Delta
	tell("add", d.Added)
	tell("remove", d.Removed)
	tell("change", d.Changed)
	tell("shadow", d.Shadowed)
	tell("judge again", d.Judged)
	return "A reload would " + strings.Join(parts, ", ") + "."
}
