// Package models lets a person choose the model of a session (MD-2, MD-3).
//
// It promises that no upstream is asked for its models unless a person wants it, and that
// nothing moves under a pointer when a list arrives. It holds no key.
//
//	&models.Dialog{Store: s}
package models

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
)

const (
	pickerID  = "models"
	maxModels = 60 // of one upstream that are shown at once
)

// Dialog is the dialog by which a session's model is chosen (MD-2, MD-3).
type Dialog struct {
	app.Compo
	Store *state.Store
	Rev   int
}

// Render implements [app.Composer].
func (p *Dialog) Render() app.UI {
	s := p.Store
	return html.When(s.Models.Picking != nil, func() app.UI {
		return &html.Dialog{ID: pickerID, Title: "Model", Rev: s.Loop.Rev(), Shut: s.Models.Dismiss, Content: p.content}
	})
}

func (p *Dialog) content() []app.UI {
	s := p.Store
	now := s.Models.Picking
	if now == nil {
		return nil
	}
	return []app.UI{
		html.With("div", "picker",
			html.With("p", "lead", app.Text("Session "+s.Sessions.Name(s.Sessions.Session)+" uses "), html.Text("strong", "", s.Sessions.State().Model), app.Text(". Another model holds for what follows.")),
			app.If(s.Sessions.Busy(), func() app.UI {
				return html.Text("p", "ahead", "A request is under way: choose when it has ended.")
			}),
			html.When(s.Sessions.Mute() != "", func() app.UI { return html.Text("p", "ahead", words.Title(s.Sessions.Mute())+".") }),
			html.Void("input").Attr("type", "search").ID("find-model").Class("find").Attr("placeholder", "Find a model").Aria("label", "Find a model").
				Attr("autocomplete", "off").Attr("autofocus", true).Spellcheck(false).OnInput(p.search),
			p.locals("Lily's own", s.Models.Own()),
			p.byName(), // above what arrives later: nothing may move under a pointer
			p.servers(now),
			html.When(len(now.Local) > 0, func() app.UI { return p.locals("The browser's own", now.Local) }),
			app.Range(now.Upstreams).Slice(func(i int) app.UI { return p.upstream(now, now.Upstreams[i]) }),
			html.When(now.Wrong != "", func() app.UI { return html.Failure(now.Wrong, "model_failed") }),
		).OnKeyDown(arrows),
	}
}

func (p *Dialog) search(ctx app.Context, _ app.Event) {
	if now := p.Store.Models.Picking; now != nil {
		now.Query = strings.ToLower(strings.TrimSpace(ctx.JSSrc().Get("value").String()))
		p.Store.Loop.Changed()
	}
}

// servers says what stands in the place of the upstreams while there are none.
func (p *Dialog) servers(now *state.Picking) app.UI {
	line := ""
	switch {
	case now.Loading:
		line = "Asking the server of this page which models there are…"
	case now.Err != nil:
		line = words.Title(now.Err.Error())
	case len(now.Upstreams) == 0:
		line = "No model server is configured. Help, under “Models and upstreams”, says how."
	}
	return html.When(line != "", func() app.UI { return html.Text("p", "servers", line) })
}

func (p *Dialog) locals(title string, list []port.LocalModel) app.UI {
	return html.With("section", "upstream", html.Text("h3", "", title),
		html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI { return p.local(list[i]) })))
}

func (p *Dialog) local(m port.LocalModel) app.UI {
	if !p.Store.Models.Picking.Matches(m.Name + " " + m.About) {
		return html.With("li", "")
	}
	about := m.About
	if m.Why != "" {
		about = "Cannot be used: " + m.Why
	}
	return html.With("li", "", p.choice(m.Name, m.Name, about, m.Why == ""))
}

func (p *Dialog) upstream(now *state.Picking, u port.Upstream) app.UI {
	models, list := now.Models(u), now.Lists[u.ID]
	if now.Query != "" && len(models) == 0 && !now.Matches(u.Name) {
		return html.With("section", "upstream")
	}
	shown := models[:min(len(models), maxModels)]
	return html.El("section").Class("upstream").Aria("label", u.Name).Body(
		html.With("div", "head", html.Text("h3", "", u.Name), html.El("span").Class("badge", "is-"+u.State).Text(u.Word()),
			app.If(u.State == "ready" && !u.Local, func() app.UI {
				return html.ButtonFor(u.ID, "List models", "List models: ask "+u.Name+" for them", func(app.Context) {
					p.Store.Models.List(now, u.ID)
				}, "small").Attr("disabled", list.Busy)
			})),
		html.When(u.Detail != "", func() app.UI { return html.Text("p", "hint", u.Detail) }),
		html.When(list.Busy, func() app.UI { return html.Text("p", "hint", "Asking "+u.Name+"…") }),
		html.When(list.Err != nil, func() app.UI { return html.Failure(words.Title(list.Err.Error()), "model_failed") }),
		html.With("ul", "rows", app.Range(shown).Slice(func(i int) app.UI {
			return html.With("li", "", p.choice(u.ID+"/"+shown[i], shown[i], "", u.State == "ready"))
		})),
		html.When(len(shown) < len(models), func() app.UI {
			return html.El("p").Class("hint").Textf("And %d more: look for one by name.", len(models)-len(shown))
		}),
	)
}

// choice is one model to choose, by the name that a session has of it.
func (p *Dialog) choice(name, shown, about string, ready bool) app.UI {
	b := html.El("button").Attr("type", "button").Class("row", "model").Attr("disabled", !ready || p.Store.Sessions.Busy() || p.Store.Sessions.Mute() != "").
		OnClick(func(app.Context, app.Event) { p.choose(name) }, app.EventScope(name)).
		Body(html.Text("span", "skill-name", shown), html.With("span", "", app.If(about != "", func() app.UI { return html.Text("span", "about", " "+about) })))
	if p.Store.Sessions.State().Model == name {
		b.Aria("current", "true")
	}
	return b
}

// choose makes a model the session's, and then shuts the dialog, which gives the focus back.
func (p *Dialog) choose(name string) {
	p.Store.Models.Choose(p.Store.Models.Picking, name, func() { html.Shut(pickerID) })
}

// byName takes a model that no list has.
func (p *Dialog) byName() app.UI {
	return html.El("form").Class("maker").Aria("label", "A model by its name").OnSubmit(func(_ app.Context, e app.Event) {
		e.PreventDefault()
		p.choose(strings.TrimSpace(p.Store.Models.Picking.Name))
	}).Body(
		html.With("div", "field",
			html.El("label").Attr("for", "model-name").Text("Another model, as upstream/model"),
			html.Void("input").Attr("type", "text").ID("model-name").Attr("autocomplete", "off").Spellcheck(false).OnInput(func(ctx app.Context, _ app.Event) {
				p.Store.Models.Picking.Name = ctx.JSSrc().Get("value").String()
			}),
		),
		html.El("button").Attr("type", "submit").Text("Use").Attr("disabled", p.Store.Sessions.Busy() || p.Store.Sessions.Mute() != ""),
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
