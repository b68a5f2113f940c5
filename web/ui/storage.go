package ui

import "github.com/maxence-charriere/go-app/v10/pkg/app"

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
	return elWith("div", "", app.If(s.Saved, func() app.UI {
		return &modal{ID: storageID, Title: "Storage", Rev: s.rev, Shut: func() { s.Saved = false; s.changed() }, Content: d.content}
	}))
}

func (d *storageDialog) content() []app.UI {
	s := d.Store
	st := s.stored
	return []app.UI{
		elText("p", "lead", standingOf(s)),
		pairs([][2]string{{"State", s.storageWord()}, {"In use", used(st)}, {"The browser", promise(st)}}),
		elWith("div", "row-of-acts",
			unless(absent(s.Ports.ExportAll == nil && s.Ports.Download == nil, "this page cannot save files"), button("Export everything", "", func(app.Context) { s.exportEverything() }, "main")),
			unless(absent(st.Promised, "the browser has promised already")+absent(!st.Promised && s.Ports.Persist == nil, "this browser cannot be asked"),
				button("Ask the browser to keep it", "", func(app.Context) { s.persist() })),
		),
		elWith("div", "", app.If(len(st.Problems) > 0, func() app.UI {
			return elWith("section", "", elText("h3", "", "Found at the start"), problems(st.Problems))
		})),
	}
}

// absent is why, where something is so.
func absent(is bool, why string) string {
	if is {
		return why
	}
	return ""
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
		return bytes(st.Used) + " of about " + bytes(st.Quota)
	case st.Used > 0:
		return bytes(st.Used)
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
				s.Notice = Notice{Text: "The browser could not be asked: " + endless(err) + ".", Bad: true}
			case promised:
				s.Notice = Notice{Text: "The browser has promised to keep it."}
			default:
				s.Notice = Notice{Text: "The browser did not promise. Browsers do so for pages that are installed, bookmarked or used often."}
			}
			s.changed()
		})
	})
}
