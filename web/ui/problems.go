package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/html"
	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
)

// severity stands between a problem's code and its place.
func severity(p port.Problem) string {
	if p.Info {
		return " (info) "
	}
	return " "
}

// found sums problems up: those that matter, and those that were mended.
func found(list []port.Problem) string {
	lost, mended := 0, 0
	for _, p := range list {
		if p.Info {
			mended++
		} else {
			lost++
		}
	}
	var parts []string
	if lost > 0 {
		parts = append(parts, answer.Number(lost, "kept record")+" could not be read")
	}
	if mended > 0 {
		parts = append(parts, answer.Number(mended, "kept record")+" mended, with nothing lost")
	}
	return strings.Join(parts, "; ")
}

// problems lists what was kept and cannot be had as it was.
func problems(list []port.Problem) app.UI {
	return html.With("ul", "problems", app.Range(list).Slice(func(i int) app.UI {
		p := list[i]
		return html.With("li", "",
			html.With("p", "", html.Topic(p.Code), app.Text(severity(p)), html.Text("code", "place", words.Visible(p.Place)), app.Text(" "+words.Visible(p.Message))),
			html.When(p.Do != "", func() app.UI { return html.Text("p", "hint", p.Do) }),
		)
	}))
}

// storedBanner warns over everything where the work is not kept, or was found damaged.
// A page that keeps nothing by design says so in its line alone.
func storedBanner(s *state.Store) app.UI {
	st := s.Storage
	memory := st.Why != "" && s.Storage.Kept()
	if s.Storage.Hushed || !memory && len(st.Problems) == 0 {
		return html.With("div", "")
	}
	return html.El("section").Class("behind", "storage-warning").Aria("label", "Storage").Body(
		html.With("div", "grow",
			html.When(memory, func() app.UI {
				return html.With("p", "", html.Text("strong", "", "In memory only."), app.Text(" "+st.Why+" Export what you want to have after this tab is closed."))
			}),
			html.When(len(st.Problems) > 0, func() app.UI {
				return html.With("details", "", html.Text("summary", "", found(st.Problems)), problems(st.Problems))
			}),
		),
		html.Button("What to do", "What to do: open the storage dialog", func(app.Context) { s.Storage.Ask(true) }, "main"),
		html.Button("Hide", "Hide this warning", html.Leaving(func() { s.Storage.Hush() })),
	)
}
