// Package storage says how the work is kept, what was found damaged, and what can be done.
//
// It promises that no loss is silent. It keeps nothing itself.
//
//	storage.Banner(s); storage.Dialog(s)
package storage

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
)

// Dialog says how the work is kept, and what can be done.
func Dialog(s *state.Store) app.UI {
	shut := func() { s.Storage.Ask(false) }
	return html.Dialog{ID: "storage", Title: "Storage", Shut: shut, Content: func() []app.UI {
		st, promised := s.Storage.State, words.Either(s.Storage.Promised, "the browser has promised already", "")
		return []app.UI{
			html.Text("p", "lead", standingOf(s)),
			html.Pairs([][2]string{{"State", s.Storage.Word()}, {"In use", used(st)}, {"The browser", promise(st)}}),
			html.With("div", "row-of-acts",
				html.Button("Export everything", "", s.Exports.Everything, "main"),
				html.Unless(promised, html.Button("Ask the browser to keep it", "", s.Storage.Persist)),
			),
			html.When(len(st.Problems) > 0, func() app.UI {
				return html.With("section", "", html.Text("h3", "", "Found at the start"), html.Problems(st.Problems))
			}),
		}
	}}.While(s.Storage.Asked)
}

func standingOf(s *state.Store) string {
	switch {
	case s.Storage.Why != "":
		return s.Storage.Why + " What is in memory only is gone when this tab is closed: export what you want to have later."
	case !s.Storage.Promised:
		return "Files, rules and sessions are kept in this browser. It may clear them when it runs out of room, unless it promises not to. Export what you cannot lose."
	}
	return "Files, rules and sessions are kept in this browser, and it has promised not to clear them by itself."
}

func used(st port.State) string {
	switch {
	case st.Quota > 0:
		return words.Size(st.Used) + " of about " + words.Size(st.Quota)
	case st.Used > 0:
		return words.Size(st.Used)
	}
	return "the browser does not tell"
}

func promise(st port.State) string {
	switch {
	case st.Why != "":
		return ""
	case st.Promised:
		return "promised to keep it"
	}
	return "did not promise to keep it"
}
