// Package ui is Lily's page: go-app components over the engine.
//
// It promises that what is shown is what the engine holds: every pane reads
// the session's snapshot, its events or the world, and computes no verdict of
// its own. It is usable by keyboard alone, and says in words what it shows in
// colour. It touches the browser only through go-app and [Ports].
package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/words"
)

// Page is the root component.
type Page struct {
	app.Compo
	Store *Store
}

// OnMount lets the store ask for a new look, and catches the page's keys.
func (p *Page) OnMount(ctx app.Context) {
	p.Store.post = func(f func()) {
		ctx.Dispatch(func(app.Context) { f() })
	}
	p.Store.away, p.Store.aside, p.Store.disk = new(jobs).add, new(jobs).add, new(jobs).add
	p.Store.SessionsChanged()
	p.Store.StorageChanged()
	p.Store.remount()
	listen(ctx, p.Store)
	p.Store.hand.Feel()
}

// Render implements [app.Composer].
func (p *Page) Render() app.UI {
	s := p.Store
	return html.El("div").Class("lily", "at-"+s.Place).Body(
		html.El("a").Class("skip").Attr("href", "#"+boxID).Text("Skip to the message box").OnClick(func(_ app.Context, e app.Event) {
			e.PreventDefault()
			e.Call("stopPropagation") // else go-app takes it for a navigation, and moves no focus
			s.Place = "chat"
			s.changed()
			html.Focus(boxID)
		}),
		p.top(),
		&behind{Store: s, Rev: s.rev},
		storedBanner(s),
		asks(s),
		html.El("main").Class("places").Aria("label", "Lily").Body(
			&skillsPane{Store: s, Snapshot: s.snapshotKey(), Catalog: s.catalogued().meter(), Selected: s.Selected},
			html.Splitter("left", "Width of the skills pane"),
			&talkPane{Store: s, Rev: s.rev},
			html.Splitter("right", "Width of the inspector"),
			&inspector{Store: s, Rev: s.rev},
		),
		p.switcher(),
		&notice{Store: s, Rev: s.rev},
		html.El("p").Class("quiet").Role("status").Text(s.Status),
		&dropzone{Store: s, Rev: s.rev},
		&previewDialog{Store: s, Rev: s.rev},
		&writeDialog{Store: s, Rev: s.rev},
		&restoreDialog{Store: s, Rev: s.rev},
		&palette{Store: s, Rev: s.rev},
		&picker{Store: s, Rev: s.rev},
		&sessionsDialog{Store: s, Rev: s.rev},
		&storageDialog{Store: s, Rev: s.rev},
		&differsDialog{Store: s, Rev: s.rev},
		&keysDialog{Store: s, Rev: s.rev},
	)
}

func (p *Page) top() app.UI {
	s := p.Store
	st := s.state()
	return html.With("header", "top",
		html.Text("h1", "name", "Lily"),
		html.El("ul").Class("facts").Aria("label", "Session").Body(
			choosable("Session", s.nameOf(s.Session), "Sessions: open, rename, fork, export, delete (Alt+5)", s.listSessions),
			fact("Agent", st.Agent),
			choosable("Model", st.Model, "Choose the model", s.pickModel),
			fact("Snapshot", fmt.Sprintf("v%d, %d available%s", st.Snapshot.Version, len(st.Snapshot.Skills), words.Either(st.Snapshot.Unseen() != "", ", limit reached", ""))),
			choosable("Storage", s.storageWord(), "How the work is kept", s.showStorage),
			app.If(s.here().at > 0, func() app.UI {
				return choosable("Shown", fmt.Sprintf("event %d of %d", s.here().at, len(s.recorded())), "The session as it was then: back to now (Alt+0)", s.now)
			}),
			app.If(!st.Owner, func() app.UI { return fact("Owner", "no token") }),
			s.fullAuto(),
		),
		html.With("div", "acts",
			html.Button("Import", "Import a folder of skills", func(app.Context) { pick(folderInput) }),
			html.Button("Import file", "Import file: a .zip, a .skill or a SKILL.md", func(app.Context) { pick(filesInput) }),
			html.Button("Go to", "Open the palette (Mod+K)", func(app.Context) { s.Palette = true; s.changed() }),
			html.Button("Keys", "Show the keyboard shortcuts (Mod+/)", func(app.Context) { s.Keys = true; s.changed() }),
		),
		importInputs(s),
	)
}

func fact(name, value string) app.UI {
	return html.With("li", "fact", html.Text("span", "key", name), app.Text(" "), html.Text("span", "value", value))
}

// choosable is a fact that opens what it can be changed by.
func choosable(name, value, label string, do func()) app.UI {
	return html.With("li", "fact", html.El("button").Attr("type", "button").Class("choose").Title(label).
		OnClick(func(app.Context, app.Event) { do() }, app.EventScope(name)).
		Body(html.Text("span", "key", name), app.Text(" "), html.Text("span", "value", value)))
}

// switcher chooses the place that a narrow page shows.
func (p *Page) switcher() app.UI {
	s := p.Store
	places := []struct{ id, label string }{{"skills", "Skills"}, {"chat", "Conversation"}, {"inspector", "Inspector"}}
	return html.El("nav").Class("switcher").Aria("label", "Places").Body(
		app.Range(places).Slice(func(i int) app.UI {
			b := html.El("button").Attr("type", "button").Text(places[i].label).OnClick(func(app.Context, app.Event) {
				s.Place = places[i].id
				s.changed()
			}, app.EventScope(places[i].id))
			if s.Place == places[i].id {
				b.Aria("current", "true")
			}
			return b
		}),
	)
}
