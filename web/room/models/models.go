// Package models lets a person choose the model of a session (MD-2, MD-3).
//
// It promises that no upstream is asked for its models unless a person wants it, and that
// nothing moves under a pointer when a list arrives. It holds no key.
//
//	models.Dialog(s)
package models

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
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
func Dialog(s *state.Store) app.UI {
	return html.Dialog{ID: pickerID, Title: "Model", Shut: s.Models.Dismiss, Content: func() []app.UI {
		return []app.UI{(&picker{s, s.Models.Picking}).show()}
	}}.While(s.Models.Picking != nil)
}

type picker struct {
	*state.Store
	now *state.Picking
}

func (p *picker) show() app.UI {
	search := func(query string) {
		if now := p.Models.Picking; now != nil {
			now.Query = strings.ToLower(query)
			p.Loop.Changed()
		}
	}
	mute := p.Sessions.Mute()
	return html.With("div", "picker",
		html.With("p", "lead", html.Say("Session "+p.Sessions.Name(p.Sessions.Session)+" uses "), html.Text("strong", "", p.Sessions.State().Model), html.Say(". Another model holds for what follows.")),
		app.If(p.Sessions.Busy(), func() app.UI {
			return html.Text("p", "ahead", "A request is under way: choose when it has ended.")
		}),
		html.When(mute != "", func() app.UI { return html.Text("p", "ahead", words.Title(mute)+".") }),
		html.Find("find-model", "Find a model", search).Attr("autofocus", true),
		p.locals("Lily's own", p.Models.Own()),
		p.byName(), // above what arrives later: nothing may move under a pointer
		html.Maybe("p", "servers", p.servers()),
		html.When(len(p.now.Local) > 0, func() app.UI { return p.locals("The browser's own", p.now.Local) }),
		app.Range(p.now.Upstreams).Slice(func(i int) app.UI { return p.upstream(p.now.Upstreams[i]) }),
		html.When(p.now.Wrong != "", func() app.UI { return html.Failure(p.now.Wrong, "model_failed") }),
	).OnKeyDown(arrows)
}

// servers says what stands in the place of the upstreams while there are none.
func (p *picker) servers() string {
	switch {
	case p.now.Loading:
		return "Asking the server of this page which models there are…"
	case p.now.Err != nil:
		return words.Title(p.now.Err.Error())
	case len(p.now.Upstreams) == 0:
		return "No model server is configured. Help, under “Models and upstreams”, says how."
	}
	return ""
}

func (p *picker) locals(title string, list []port.LocalModel) app.UI {
	return html.With("section", "upstream", html.Text("h3", "", title), html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI {
		m := list[i]
		if !p.now.Matches(m.Name + " " + m.About) {
			return html.With("li", "")
		}
		about := words.Either(m.Why == "", m.About, "Cannot be used: "+m.Why)
		return html.With("li", "", p.choice(m.Name, m.Name, about, m.Why == ""))
	})))
}

func (p *picker) upstream(u port.Upstream) app.UI {
	models, list := p.now.Models(u), p.now.Lists[u.ID]
	if p.now.Query != "" && len(models) == 0 && !p.now.Matches(u.Name) {
		return html.With("section", "upstream")
	}
	shown := models[:min(len(models), maxModels)]
	ask := func() { p.Models.List(p.now, u.ID) }
	return html.With("section", "upstream",
		html.With("div", "head", html.Text("h3", "", u.Name), html.Text("span", "badge", u.Word()).Class("is-"+u.State),
			app.If(u.State == "ready" && !u.Local, func() app.UI {
				return html.ButtonFor(u.ID, "List models", "List models: ask "+u.Name+" for them", ask, "small").Attr("disabled", list.Busy)
			})),
		html.Maybe("p", "hint", u.Detail),
		html.Maybe("p", "hint", words.Either(list.Busy, "Asking "+u.Name+"…", "")),
		html.When(list.Err != nil, func() app.UI { return html.Failure(words.Title(list.Err.Error()), "model_failed") }),
		html.With("ul", "rows", app.Range(shown).Slice(func(i int) app.UI {
			return html.With("li", "", p.choice(u.ID+"/"+shown[i], shown[i], "", u.State == "ready"))
		})),
		html.Left(len(models)-len(shown), ": look for one by name"),
	).Aria("label", sight.Show(u.Name))
}

// choice is one model to choose, by the name that a session has of it.
func (p *picker) choice(name, shown, about string, ready bool) app.UI {
	return html.Row(name, p.Sessions.State().Model == name, func() { p.choose(name) },
		html.Text("span", "skill-name", shown),
		html.With("span", "", app.If(about != "", func() app.UI { return html.Text("span", "about", " "+about) })),
	).Class("model").Attr("disabled", !ready || p.fixed())
}

// fixed reports whether the session takes no other model now.
func (p *picker) fixed() bool { return p.Sessions.Busy() || p.Sessions.Mute() != "" }

// choose makes a model the session's, and then shuts the dialog, which gives the focus back.
func (p *picker) choose(name string) {
	p.Models.Choose(p.Models.Picking, name, func() { html.Shut(pickerID) })
}

// byName takes a model that no list has.
func (p *picker) byName() app.UI {
	return html.With("form", "maker",
		html.With("div", "field",
			html.Text("label", "", "Another model, as upstream/model").Attr("for", "model-name"),
			html.Void("input").Attr("type", "text").ID("model-name").Attr("autocomplete", "off").Spellcheck(false).OnInput(func(ctx app.Context, _ app.Event) {
				p.Models.Picking.Name = ctx.JSSrc().Get("value").String()
			}),
		),
		html.Text("button", "", "Use").Attr("type", "submit").Attr("disabled", p.fixed()),
	).Aria("label", "A model by its name").OnSubmit(func(_ app.Context, e app.Event) {
		e.PreventDefault()
		p.choose(strings.TrimSpace(p.Models.Picking.Name))
	})
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
