package snapshot

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/state"
)

// Behind says that the files have moved on since the snapshot (SN-4).
type Behind struct {
	app.Compo
	Store *state.Store
	Rev   int
}

// Render implements [app.Composer].
func (b *Behind) Render() app.UI {
	s := b.Store
	look := s.Forecast.Reload()
	if !look.Behind {
		return html.El("div").Class("behind").Hidden(true)
	}
	return html.El("section").Class("behind").Aria("label", "The snapshot is behind").Body(
		html.With("p", "",
			html.El("strong").Textf("Snapshot v%d is behind.", s.Sessions.Snapshot().Version),
			app.Text(" "), app.Text(foretell(look)),
		),
		html.Button("Reload skills", "Run /reload_skills", html.Leaving(func() { s.Talk.Send("/reload_skills") }), "main"),
		html.Button("Details", "Show what a reload would change", func(app.Context) { s.Shown.OpenTab("snapshot") }),
	)
}

// foretell says in one line what a reload would do.
func foretell(a state.Reload) string {
	if a.Pending {
		return "What a reload would change is being worked out."
	}
	if a.Err != nil {
		return "A reload would fail: " + a.Err.Error() + "."
	}
	if a.Delta.Empty() {
		return "A reload would change no skill."
	}
	var line strings.Builder
	line.WriteString("A reload would")
	sep := " "
	for _, part := range []struct {
		verb  string
		names []string
	}{{"add", a.Delta.Added}, {"remove", a.Delta.Removed}, {"change", a.Delta.Changed}, {"shadow", a.Delta.Shadowed}, {"judge again", a.Delta.Judged}} {
		if len(part.names) > 0 {
			line.WriteString(sep + part.verb + " " + few(part.names))
			sep = ", "
		}
	}
	return line.String() + "."
}

// few names up to three and counts the rest.
func few(names []string) string {
	line, sep := "", ""
	for i, name := range names {
		if i == 3 {
			return fmt.Sprintf("%s and %d more", line, len(names)-3)
		}
		line += sep + name
		sep = ", "
	}
	return line
}
