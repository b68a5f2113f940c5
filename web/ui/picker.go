package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/words"
)

const (
	pickerID  = "models"
	maxModels = 60 // of one upstream that are shown at once
)

// picker is the dialog by which a session's model is chosen (MD-2, MD-3).
type picker struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (p *picker) Render() app.UI {
	s := p.Store
	return html.With("div", "", app.If(s.Picking != nil, func() app.UI {
		return &html.Dialog{ID: pickerID, Title: "Model", Rev: s.rev, Shut: func() { s.Picking = nil; s.changed() }, Content: p.content}
	}))
}

func (p *picker) content() []app.UI {
	s := p.Store
	now := s.Picking
	if now == nil {
		return nil
	}
	return []app.UI{
		html.With("div", "picker",
			html.With("p", "lead", app.Text("Session "+s.nameOf(s.Session)+" uses "), html.Text("strong", "", s.state().Model), app.Text(". Another model holds for what follows.")),
			app.If(s.busy(), func() app.UI {
				return html.Text("p", "ahead", "A request is under way: choose when it has ended.")
			}),
			html.With("div", "", app.If(s.mute() != "", func() app.UI { return html.Text("p", "ahead", words.Title(s.mute())+".") })),
			html.Void("input").Attr("type", "search").ID("find-model").Class("find").Attr("placeholder", "Find a model").Aria("label", "Find a model").
				Attr("autocomplete", "off").Attr("autofocus", true).Spellcheck(false).OnInput(p.search),
			p.locals("Lily's own", s.own()),
			p.byName(), // above what arrives later: nothing may move under a pointer
			p.servers(now),
			html.With("div", "", app.If(len(now.local) > 0, func() app.UI { return p.locals("The browser's own", now.local) })),
			app.Range(now.upstreams).Slice(func(i int) app.UI { return p.upstream(now, now.upstreams[i]) }),
			html.With("div", "", app.If(now.wrong != "", func() app.UI { return html.Failure(now.wrong, "model_failed") })),
		).OnKeyDown(arrows),
	}
}

func (p *picker) search(ctx app.Context, _ app.Event) {
	if now := p.Store.Picking; now != nil {
		now.query = strings.ToLower(strings.TrimSpace(ctx.JSSrc().Get("value").String()))
		p.Store.changed()
	}
}

// servers says what stands in the place of the upstreams while there are none.
func (p *picker) servers(now *picking) app.UI {
	line := ""
	switch {
	case now.loading:
		line = "Asking the server of this page which models there are…"
	case now.err != nil:
		line = words.Title(now.err.Error())
	case len(now.upstreams) == 0:
		line = "No model server is configured. README.md, under “serve”, says how."
	}
	return html.With("div", "", app.If(line != "", func() app.UI { return html.Text("p", "servers", line) }))
}

func (p *picker) locals(title string, list []LocalModel) app.UI {
	return html.With("section", "upstream", html.Text("h3", "", title),
		html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI { return p.local(list[i]) })))
}

func (p *picker) local(m LocalModel) app.UI {
	if !p.Store.Picking.matches(m.Name + " " + m.About) {
		return html.With("li", "")
	}
	about := m.About
	if m.Why != "" {
		about = "Cannot be used: " + m.Why
	}
	return html.With("li", "", p.choice(m.Name, m.Name, about, m.Why == ""))
}

func (p *picker) upstream(now *picking, u Upstream) app.UI {
	models, list := now.models(u), now.lists[u.ID]
	if now.query != "" && len(models) == 0 && !now.matches(u.Name) {
		return html.With("section", "upstream")
	}
	shown := models[:min(len(models), maxModels)]
	return html.El("section").Class("upstream").Aria("label", u.Name).Body(
		html.With("div", "head", html.Text("h3", "", u.Name), html.El("span").Class("badge", "is-"+u.State).Text(u.word()),
			app.If(u.State == "ready" && !u.Local, func() app.UI {
				return html.El("button").Attr("type", "button").Class("small").Text("List models").Title("List models: ask "+u.Name+" for them").Attr("disabled", list.busy).
					OnClick(func(app.Context, app.Event) { p.Store.listModels(now, u.ID) }, app.EventScope(u.ID))
			})),
		html.With("div", "", app.If(u.Detail != "", func() app.UI { return html.Text("p", "hint", u.Detail) })),
		html.With("div", "", app.If(list.busy, func() app.UI { return html.Text("p", "hint", "Asking "+u.Name+"…") })),
		html.With("div", "", app.If(list.err != nil, func() app.UI { return html.Failure(words.Title(list.err.Error()), "model_failed") })),
		html.With("ul", "rows", app.Range(shown).Slice(func(i int) app.UI {
			return html.With("li", "", p.choice(u.ID+"/"+shown[i], shown[i], "", u.State == "ready"))
		})),
		html.With("div", "", app.If(len(shown) < len(models), func() app.UI {
			return html.El("p").Class("hint").Textf("And %d more: look for one by name.", len(models)-len(shown))
		})),
	)
}

// choice is one model to choose, by the name that a session has of it.
func (p *picker) choice(name, shown, about string, ready bool) app.UI {
	b := html.El("button").Attr("type", "button").Class("row", "model").Attr("disabled", !ready || p.Store.busy() || p.Store.mute() != "").
		OnClick(func(app.Context, app.Event) { p.Store.choose(p.Store.Picking, name) }, app.EventScope(name)).
		Body(html.Text("span", "skill-name", shown), html.With("span", "", app.If(about != "", func() app.UI { return html.Text("span", "about", " "+about) })))
	if p.Store.state().Model == name {
		b.Aria("current", "true")
	}
	return b
}

// byName takes a model that no list has.
func (p *picker) byName() app.UI {
	return html.El("form").Class("maker").Aria("label", "A model by its name").OnSubmit(func(_ app.Context, e app.Event) {
		e.PreventDefault()
		p.Store.choose(p.Store.Picking, strings.TrimSpace(p.Store.Picking.name))
	}).Body(
		html.With("div", "field",
			html.El("label").Attr("for", "model-name").Text("Another model, as upstream/model"),
			html.Void("input").Attr("type", "text").ID("model-name").Attr("autocomplete", "off").Spellcheck(false).OnInput(func(ctx app.Context, _ app.Event) {
				p.Store.Picking.name = ctx.JSSrc().Get("value").String()
			}),
		),
		html.El("button").Attr("type", "submit").Text("Use").Attr("disabled", p.Store.busy() || p.Store.mute() != ""),
	)
}

// arrows move between the models, and from the search to the first of them.
func arrows(_ app.Context, e app.Event) {
	step := map[string]int{"ArrowDown": 1, "ArrowUp": -1}[e.Get("key").String()]
	if step == 0 {
		return
	}
	document := app.Window().Get("document")
	list := document.Call("querySelectorAll", "#"+pickerID+" #find-model, #"+pickerID+" .model:not([disabled])")
	for i := range list.Length() {
		if to := i + step; list.Index(i).Equal(document.Get("activeElement")) && to >= 0 && to < list.Length() {
			e.PreventDefault()
			list.Index(to).Call("focus")
			return
		}
	}
}
