// Package ui is Lily's page: go-app components over the engine.
//
// It promises that what is shown is what the engine holds: every pane reads
// the session's snapshot, its events or the world, and computes no verdict of
// its own. It is usable by keyboard alone, and says in words what it shows in
// colour. It touches the browser only through go-app and [Ports].
package ui

import (
	"fmt"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/policy"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/room/approval"
	"lily/web/room/conversation"
	"lily/web/room/files"
	"lily/web/room/imports"
	"lily/web/room/models"
	"lily/web/room/sessions"
	"lily/web/room/skills"
	"lily/web/room/snapshot"
	"lily/web/room/storage"
	"lily/web/room/trace"
	"lily/web/state"
	"lily/web/words"
)

// Page is the root component.
type Page struct {
	app.Compo
	Store *Store
}

// OnMount lets the store ask for a new look, and catches the page's keys.
func (p *Page) OnMount(ctx app.Context) {
	p.Store.Begin(state.Lanes{
		Post:  func(f func()) { ctx.Dispatch(func(app.Context) { f() }) },
		Edits: state.Queue(), Aside: state.Queue(), Disk: state.Queue(),
		After: func(d time.Duration, f func()) { html.Later(int(d.Milliseconds()), f) },
	})
	p.Store.Folder.Recall()
	listen(ctx, p.Store)
	p.Store.Guide.Listen()
	p.Store.hand.Feel()
}

// Render implements [app.Composer].
func (p *Page) Render() app.UI {
	s := p.Store
	return html.El("div").Class("lily", "at-"+s.Shown.Place).Body(
		html.El("a").Class("skip").Attr("href", "#"+conversation.BoxID).Text("Skip to the message box").OnClick(func(_ app.Context, e app.Event) {
			e.PreventDefault()
			e.Call("stopPropagation") // else go-app takes it for a navigation, and moves no focus
			s.Shown.Go("chat")
			html.Focus(conversation.BoxID)
		}),
		p.top(),
		snapshot.Behind(s.Store),
		storage.Banner(s.Store),
		approval.Waiting(s.Store),
		html.El("main").Class("places").Aria("label", "Lily").Body(
			&skills.Pane{
				Store: s.Store, Snapshot: s.Sessions.SnapshotKey(), Catalog: s.Catalog.Now().Meter(), Selected: s.Shown.Selected,
				Held: s.Sessions.Held(), Off: len(s.Sessions.World().Policy.Disabled),
			},
			html.Splitter("left", "Width of the skills pane"),
			&conversation.Pane{Store: &s.talk, Rev: s.Loop.Rev()},
			html.Splitter("right", "Width of the inspector"),
			&inspector{Store: s, Rev: s.Loop.Rev()},
		),
		p.switcher(),
		notice(s),
		html.El("p").Class("quiet").Role("status").Body(html.Say(s.Loop.Status)),
		imports.Dropzone(s.Store),
		imports.Preview(s.Store, s.Loop.Rev()),
		files.WriteBack(s.Folder),
		imports.Restore(s.Store),
		imports.Arrived(s.Store),
		&palette{Store: s, Rev: s.Loop.Rev()},
		models.Dialog(s.Store),
		&sessions.Dialog{Store: s.Store, Rev: s.Loop.Rev()},
		storage.Dialog(s.Store),
		trace.Differs(s.Store),
		keysDialog(s),
		s.Guide.Dialog(),
	)
}

func (p *Page) top() app.UI {
	s := p.Store
	st := s.Sessions.State()
	return html.With("header", "top",
		html.Text("h1", "name", "Lily"),
		html.El("ul").Class("facts").Aria("label", "Session").Body(
			choosable("Session", s.Sessions.Name(s.Sessions.Session), "Sessions: open, rename, fork, export, delete (Alt+5)", func() { s.Sessions.List(true) }),
			fact("Agent", st.Agent),
			choosable("Model", st.Model, "Choose the model", s.Models.Pick),
			fact("Snapshot", fmt.Sprintf("v%d, %d available%s", st.Snapshot.Version, len(st.Snapshot.Skills), words.Either(st.Snapshot.LeftOut() != "", ", limit reached", ""))),
			choosable("Storage", s.Storage.Word(), "How the work is kept", func() { s.Storage.Ask(true) }),
			app.If(s.Sessions.Here().At > 0, func() app.UI {
				return choosable("Shown", fmt.Sprintf("event %d of %d", s.Sessions.Here().At, len(s.Sessions.Recorded())), "The session as it was then: back to now (Alt+0)", s.Sessions.Now)
			}),
			app.If(!st.Owner, func() app.UI { return fact("Owner", "no token") }),
			app.If(st.Policy.FullAuto(), func() app.UI { return fullAuto(s) }),
		),
		html.With("div", "acts",
			html.Button("Import", "Import a folder of skills", func() { imports.Pick(imports.FolderInput) }),
			html.Button("Import file", "Import file: a .zip, a .skill or a SKILL.md", func() { imports.Pick(imports.FilesInput) }),
			html.Button("Go to", "Open the palette (Mod+K)", func() { s.Shown.Palette = true; s.Loop.Changed() }),
			html.Button("Help", "Help: the manual (F1)", func() { s.Guide.Open("") }),
			html.Button("Keys", "Show the keyboard shortcuts (Mod+/)", func() { s.Shown.Keys = true; s.Loop.Changed() }),
		),
		imports.Inputs(s.Store),
	)
}

func fact(name, value string) app.UI { return html.With("li", "fact", said(name, value)...) }

// choosable is a fact that opens what it can be changed by.
func choosable(name, value, label string, do func()) app.UI {
	return html.With("li", "fact", html.With("button", "choose", said(name, value)...).Attr("type", "button").Title("%s", sight.Show(label)).
		OnClick(func(app.Context, app.Event) { do() }, app.EventScope(name)))
}

func said(name, value string) []app.UI {
	return []app.UI{html.Text("span", "key", name), html.Say(" "), html.Text("span", "value", value)}
}

// fullAuto marks all the while that nobody is asked (PO-9), and leads to the policy.
func fullAuto(s *Store) app.UI {
	return choosable("Full auto", "on", policy.FullAutoSaid+" Show the policy.", func() {
		s.Shown.OpenTab("policy")
		html.Focus("tab-policy")
	})
}

// switcher chooses the place that a narrow page shows.
func (p *Page) switcher() app.UI {
	s := p.Store
	places := []struct{ id, label string }{{"skills", "Skills"}, {"chat", "Conversation"}, {"inspector", "Inspector"}}
	return html.El("nav").Class("switcher").Aria("label", "Places").Body(
		app.Range(places).Slice(func(i int) app.UI {
			b := html.Text("button", "", places[i].label).Attr("type", "button").OnClick(func(app.Context, app.Event) { s.Shown.Go(places[i].id) }, app.EventScope(places[i].id))
			if s.Shown.Place == places[i].id {
				b.Aria("current", "true")
			}
			return b
		}),
	)
}

func notice(s *Store) app.UI {
	now, role, class := s.Loop.Notice, "status", "notice"
	if now.Bad {
		role, class = "alert", "notice bad"
	}
	return html.With("div", "notices", app.If(now.Text != "", func() app.UI {
		return html.With("div", class,
			html.Text("span", "", now.Text),
			app.If(now.Undo != nil, func() app.UI {
				return html.Button("Undo", "", html.Leaving(func() { s.Loop.Notice.Undo() }))
			}),
			html.Button("Dismiss", "Dismiss this notice", html.Leaving(func() { s.Loop.Notice = state.Notice{}; s.Loop.Changed() })),
		)
	})).Role(role)
}
