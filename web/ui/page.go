// Package ui is Lily's page: go-app components over the engine.
//
// It promises that what is shown is what the engine holds: every pane reads
// the session's snapshot, its events or the world, and computes no verdict of
// its own. It is usable by keyboard alone, and says in words what it shows in
// colour. It touches the browser only through go-app and [Ports].
package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/web/html"
	"lily/web/room/conversation"
	"lily/web/room/files"
	"lily/web/room/imports"
	"lily/web/room/models"
	"lily/web/room/problems"
	"lily/web/room/sessions"
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
		Edits: state.Queue(), Aside: state.Queue(), Disk: state.Queue(), Asks: state.Queue(),
		After: func(d time.Duration, f func()) { html.Later(int(d.Milliseconds()), f) },
	})
	p.Store.Folder.Recall()
	listen(ctx, p.Store)
	p.Store.Guide.Listen()
	p.Store.hand.Feel()
	for name, px := range p.Store.Shown.Sizes {
		html.Size(name, px)
	}
	p.OnUpdate(ctx)
}

// OnUpdate names the page after the document in front.
func (p *Page) OnUpdate(ctx app.Context) {
	if front := p.Store.Shown.Front(); front.Kind != "" {
		ctx.Page().SetTitle(sight.Show(title(p.Store, front)) + " – Lily")
	}
}

// Render implements [app.Composer]. The documents come before the list, so that no list stands
// between the top of the page and the message box; the style puts it beside them.
func (p *Page) Render() app.UI {
	s := p.Store
	return html.El("div").Class("lily", words.Either(s.Shown.Listed, "listed", "read"), words.Either(s.Shown.Folded, "folded", "unfolded")).Body(
		skips(s),
		p.top(),
		rail(s),
		html.With("main", "work", desks(s), low(s), aside(s), html.When(!s.Shown.Folded, func() app.UI {
			return html.Splitter{Of: "list", Label: "Width of the list", Min: 240, Max: 400, Now: s.Shown.Sizes["list"], Set: func(px int) { s.Shown.Size("list", px) }}.Render()
		})).Aria("label", "Lily"),
		&status{Store: s, Rev: s.Loop.Rev()},
		html.El("p").Class("quiet").Role("status").Body(html.Say(s.Loop.Status)),
		imports.Dropzone(s.Store),
		files.WriteBack(s.Folder),
		imports.Restore(s.Store),
		imports.Arrived(s.Store),
		&palette{Store: s, Rev: s.Loop.Rev()},
		models.Dialog(s.Store),
		storage.Dialog(s.Store),
		trace.Differs(s.Store),
		keysDialog(s),
		s.Guide.Dialog(),
	)
}

// skips lead past what is the same on every page.
func skips(s *Store) app.UI {
	front := s.Shown.Front()
	text, to := "Skip to the document", html.PanelID
	if front.Talks() {
		text, to = "Skip to the message box", conversation.BoxID
	}
	return html.With("div", "skips",
		skip(text, to, func() { s.Shown.Listed = false }),
		skip("Skip to the list", "rail-"+s.Shown.Rail, func() {}),
	)
}

func skip(text, to string, do func()) app.UI {
	return html.Text("a", "skip", text).Attr("href", "#"+to).OnClick(func(_ app.Context, e app.Event) {
		e.PreventDefault()
		e.Call("stopPropagation") // else go-app takes it for a navigation, and moves no focus
		do()
		html.Focus(to)
	}, app.EventScope(to))
}

// low is the panel of problems, which is no higher than a person has made it.
func low(s *Store) app.UI {
	return html.With("div", "low-of", then(s), app.If(s.Shown.Low, func() app.UI {
		return html.With("section", "low scroll",
			html.Splitter{Of: html.ProblemsID, Label: "Height of the problems", Rows: true, Min: 96, Max: 480, Now: s.Shown.Sizes[html.ProblemsID], Set: func(px int) { s.Shown.Size(html.ProblemsID, px) }}.Render(),
			&problems.Panel{Store: s.Store, Drafts: s.Drafts, Rev: s.Loop.Rev()},
		).ID(html.ProblemsID).TabIndex(0).Aria("label", "Problems")
	}))
}

// then says, on a narrow page, that the session is shown as it was, where its conversation is in front of no group. A wide
// page says so in the bar of status.
func then(s *Store) app.UI {
	at := s.Sessions.Here().At
	out := s.Shown.Listed || !s.Shown.Desk.Shows(s.Sessions.Doc(s.Sessions.Session))
	return html.When(at > 0 && out, func() app.UI {
		return html.With("section", "then",
			html.El("p").Textf("The session as it was at event %d of %d.", at, len(s.Sessions.Recorded())),
			html.Button("Back to now", html.Keys("Back to now (Alt+0)"), s.Sessions.Now, "small"),
		).Aria("label", "The session as it was")
	})
}

func (p *Page) top() app.UI {
	s := p.Store
	st, front := s.Sessions.State(), s.Shown.Front()
	name := "Lily"
	if front.Kind != "" {
		name = title(s, front)
	}
	return html.With("header", "top",
		html.Text("h1", "name", name).Attr("dir", "auto").Title("%s", sight.Show(name)),
		&notice{Store: s, Rev: s.Loop.Rev()},
		html.With("div", "acts",
			html.With("button", "model", html.Text("span", "key", "Model"), html.Say(" "), html.Text("span", "value", st.Model)).Attr("type", "button").
				Title("%s", "Choose the model").OnClick(func(app.Context, app.Event) { s.Models.Pick() }),
			html.Labelled("search", "Go to", html.Button("Go to", html.Keys("Go to: the palette (Mod+K)"), func() { s.Shown.Palette = true; s.Loop.Changed() })),
			&html.Menu{ID: "menu", Text: "Menu", Label: "Menu: what else can be done", Items: p.items(), Rev: s.Loop.Rev()},
		),
		imports.Inputs(s.Store),
	)
}

// items are what can be done from everywhere.
func (p *Page) items() []html.Item {
	s := p.Store
	return []html.Item{
		{Text: "Import a folder", Do: func() { imports.Pick(imports.FolderInput) }},
		{Text: "Import file", Do: func() { imports.Pick(imports.FilesInput) }},
		{Text: "Export everything", Do: s.Exports.Everything},
		{Text: "New session", Do: func() { s.Sessions.New(true) }},
		{Text: "Sessions", Keys: "Alt+5", Do: func() { s.Sessions.List(); html.Focus(sessions.FindID) }},
		{Text: "Step through the events", Keys: "Alt+,", Do: func() { s.Shown.Talk(); s.Sessions.Step(0); html.Focus(conversation.SliderID) }},
		{Text: "Problems", Keys: "Mod+J", Do: func() { s.Shown.Problems(true); html.Focus(html.ProblemsID) }},
		{Text: "Model", Do: s.Models.Pick},
		{Text: "Storage", Do: func() { s.Storage.Ask(true) }},
		{Text: "Keys", Keys: "Mod+/", Do: func() { s.Shown.Keys = true; s.Loop.Changed() }},
		{Text: "Help", Keys: "F1", Do: func() { s.Guide.Open("") }},
	}
}
