package storage

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/state"
)

// Banner warns over everything where the work is not kept, or was found damaged.
// A page that keeps nothing by design says so in its line alone.
func Banner(s *state.Store) app.UI {
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
				return html.With("details", "", html.Text("summary", "", html.ProblemsInWords(st.Problems)), html.Problems(st.Problems))
			}),
		),
		html.Button("What to do", "What to do: open the storage dialog", func() { s.Storage.Ask(true) }, "main"),
		html.Button("Hide", "Hide this warning", html.Leaving(s.Storage.Hush)),
	)
}
