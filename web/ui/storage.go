package ui

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
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
		return s.stored.Why + " Files, rules and sessions are gone when this tab is closed. Export everything that you want to have later."
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

// exportEverything hands over all that is kept; where nothing is, all files and rules.
func (s *Store) exportEverything() {
	if s.Ports.ExportAll == nil {
		s.exportAll()
		return
	}
	var left []string
	export := func() (err error) {
		left, err = s.Ports.ExportAll()
		return err
	}
	s.alter(export, Notice{Text: "Exported everything."}, func() {
		if len(left) > 0 {
			s.Notice = Notice{Bad: true, Text: "Exported everything that can be read. " + several(left) + " The file left-out.txt in the export says so, too."}
		}
	})
}

// several are the first of some sentences, and how many more there are.
func several(sentences []string) string {
	const most = 5
	text := visible(strings.Join(sentences[:min(len(sentences), most)], " "))
	if more := len(sentences) - most; more > 0 {
		text += fmt.Sprintf(" There are %d more.", more)
	}
	return text
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

// severity stands between a problem's code and its place.
func severity(p Problem) string {
	if p.Info {
		return " (info) "
	}
	return " "
}

// found sums problems up: those that matter, and those that were mended.
func found(list []Problem) string {
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
		parts = append(parts, plural(lost, "kept record")+" could not be read")
	}
	if mended > 0 {
		parts = append(parts, plural(mended, "kept record")+" mended, with nothing lost")
	}
	return strings.Join(parts, "; ")
}

// problems lists what was kept and cannot be had as it was.
func problems(list []Problem) app.UI {
	return elWith("ul", "problems", app.Range(list).Slice(func(i int) app.UI {
		p := list[i]
		return elWith("li", "",
			elWith("p", "", elText("code", "", p.Code), app.Text(severity(p)), elText("code", "place", visible(p.Place)), app.Text(" "+visible(p.Message))),
			elWith("div", "", app.If(p.Do != "", func() app.UI { return elText("p", "hint", p.Do) })),
		)
	}))
}

// storedBanner warns over everything where the work is not kept, or was found damaged.
// A page that keeps nothing by design says so in its line alone.
func storedBanner(s *Store) app.UI {
	st := s.stored
	memory := st.Why != "" && s.Ports.Storage != nil
	if s.hushed || !memory && len(st.Problems) == 0 {
		return elWith("div", "")
	}
	return el("section").Class("behind", "storage-warning").Aria("label", "Storage").Body(
		elWith("div", "grow",
			elWith("div", "", app.If(memory, func() app.UI {
				return elWith("p", "", elText("strong", "", "In memory only."), app.Text(" "+st.Why))
			})),
			elWith("div", "", app.If(len(st.Problems) > 0, func() app.UI {
				return elWith("details", "", elText("summary", "", found(st.Problems)), problems(st.Problems))
			})),
		),
		button("What to do", "What to do: open the storage dialog", func(app.Context) { s.showStorage() }, "main"),
		button("Hide", "Hide this warning", leaving(func() { s.hushed = true; s.changed() })),
	)
}
