package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/words"
)

// StorageChanged lets the page look again at how the work is kept.
func (s *Store) StorageChanged() {
	if s.Ports.Storage == nil {
		return
	}
	s.aside(func() {
		now := s.Ports.Storage()
		s.Post(func() { s.stored = now; s.changed() })
	})
}

// storageWord is the state of the storage in a word or a few.
func (s *Store) storageWord() string {
	switch {
	case s.stored.Why != "":
		return "In memory only"
	case s.saving > 0 || s.stored.Saving || s.Ports.Saving != nil && s.Ports.Saving():
		return "Saving…"
	}
	return "Saved"
}

const storageID = "storage"

func (s *Store) showStorage() {
	s.Saved = true
	s.StorageChanged()
	s.changed()
}

// storageDialog says how the work is kept, and what can be done.
type storageDialog struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (d *storageDialog) Render() app.UI {
	s := d.Store
	return html.With("div", "", app.If(s.Saved, func() app.UI {
		return &html.Dialog{ID: storageID, Title: "Storage", Rev: s.rev, Shut: func() { s.Saved = false; s.changed() }, Content: d.content}
	}))
}

func (d *storageDialog) content() []app.UI {
	s := d.Store
	st := s.stored
	return []app.UI{
		html.Text("p", "lead", standingOf(s)),
		html.Pairs([][2]string{{"State", s.storageWord()}, {"In use", used(st)}, {"The browser", promise(st)}}),
		html.With("div", "row-of-acts",
			html.Unless(words.Either(s.Ports.ExportAll == nil && s.Ports.Download == nil, "this page cannot save files", ""), html.Button("Export everything", "", func(app.Context) { s.exportEverything() }, "main")),
			html.Unless(words.Either(st.Promised, "the browser has promised already", "")+words.Either(!st.Promised && s.Ports.Persist == nil, "this browser cannot be asked", ""),
				html.Button("Ask the browser to keep it", "", func(app.Context) { s.persist() })),
		),
		html.With("div", "", app.If(len(st.Problems) > 0, func() app.UI {
			return html.With("section", "", html.Text("h3", "", "Found at the start"), problems(st.Problems))
		})),
	}
}

func standingOf(s *Store) string {
	switch {
	case s.stored.Why != "":
		return s.stored.Why + " What is in memory only is gone when this tab is closed: export what you want to have later."
	case !s.stored.Promised:
		return "Files, rules and sessions are kept in this browser. It may clear them when it runs out of room, unless it promises not to. Export what you cannot lose."
	}
	return "Files, rules and sessions are kept in this browser, and it has promised not to clear them by itself."
}

func used(st Storage) string {
	switch {
	case st.Quota > 0:
		return words.Size(st.Used) + " of about " + words.Size(st.Quota)
	case st.Used > 0:
		return words.Size(st.Used)
	}
	return "the browser does not tell"
}

func promise(st Storage) string {
	switch {
	case st.Why != "":
		return ""
	case st.Promised:
		return "promised to keep it"
	}
	return "did not promise to keep it"
}

// persist asks the browser for its promise, and says what it answered.
func (s *Store) persist() {
	s.aside(func() {
		promised, err := s.Ports.Persist()
		s.Post(func() {
			s.stored.Promised = promised && err == nil
			switch {
			case err != nil:
				s.Notice = Notice{Text: "The browser could not be asked: " + words.Endless(err) + ".", Bad: true}
			case promised:
				s.Notice = Notice{Text: "The browser has promised to keep it."}
			default:
				s.Notice = Notice{Text: "The browser did not promise. Browsers do so for pages that are installed, bookmarked or used often."}
			}
			s.changed()
		})
	})
}
