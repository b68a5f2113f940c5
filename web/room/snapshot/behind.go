package snapshot

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// Behind says that the files have moved on since the snapshot (SN-4).
func Behind(s *state.Store) app.UI {
	look := s.Forecast.Reload()
	if !look.Behind {
		return html.With("div", "behind").Hidden(true)
	}
	said := fmt.Sprintf("Snapshot v%d is behind.", s.Sessions.Snapshot().Version)
	return html.With("section", "behind",
		html.With("p", "", html.Text("strong", "", said), app.Text(" "), app.Text(foretell(look))),
		html.Button("Reload skills", "Run /reload_skills", html.Leaving(func() { s.Talk.Send("/reload_skills") }), "main"),
		html.Button("Details", "Show what a reload would change", func() { s.Shown.OpenTab("snapshot") }),
	).Aria("label", "The snapshot is behind")
}

const pending = "What a reload would change is being worked out."

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
