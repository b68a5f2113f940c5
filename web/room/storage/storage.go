// Package storage says how the work is kept, what was found damaged, and what can be done.
//
// It promises that no loss is silent. It keeps nothing itself.
//
//	storage.Banner(s); storage.Dialog(s)
package storage

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
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
		said, browser := standing(st)
		return []app.UI{
			html.Text("p", "lead", said),
			html.Pairs([][2]string{{"State", s.Storage.Word()}, {"In use", used(st)}, {"The browser", browser}}),
			html.With("div", "row-of-acts",
				html.Button("Export everything", "", s.Exports.Everything, "main"),
				html.When(s.Storage.LeftOut(), func() app.UI {
					return html.Button("Try what was left out again", "", s.Storage.JudgeAgain)
				}),
				html.Unless(promised, html.Button("Ask the browser to keep it", "", s.Storage.Persist)),
			),
			html.When(len(st.Problems) > 0, func() app.UI {
				return html.With("section", "", html.Text("h3", "", "Found at the start"), html.Problems(st.Problems))
			}),
		}
	}}.While(s.Storage.Asked)
}

// standing says how safe the work is, and what the browser did about it.
func standing(st port.State) (said, browser string) {
	switch {
	case st.Why != "":
		return st.Why + " What is in memory only is gone when this tab is closed: export what you want to have later.", ""
	case !st.Promised:
		return "Files, rules and sessions are kept in this browser. It may clear them when it runs out of room, unless it promises not to. Export what you cannot lose.", "did not promise to keep it"
	}
	return "Files, rules and sessions are kept in this browser, and it has promised not to clear them by itself.", "promised to keep it"
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

// Banner warns where the work is not kept, unless by design, and where it was found damaged.
func Banner(s *state.Store) app.UI {
	st := s.Storage
	memory := st.Why != "" && s.Storage.Kept()
	if s.Storage.Hushed || !memory && len(st.Problems) == 0 {
		return html.With("div", "")
	}
	said := words.Either(memory, "In memory only. "+st.Why+" Export what you want to have after this tab is closed.", "")
	if more := html.ProblemsInWords(st.Problems); more != "" {
		said = strings.TrimSpace(said + " " + more + ".")
	}
	return html.With("section", "behind storage-warning",
		html.Text("p", "", said).Title("%s", sight.Show(said)),
		html.Button("What to do", "What to do: open the storage dialog", func() { s.Storage.Ask(true) }),
		html.Button("Hide", "Hide this warning", html.Leaving(s.Storage.Hush)),
	).Aria("label", "Storage")
}
