package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/loader"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/room/conversation"
	"lily/web/shown"
	"lily/web/suggest"
	"lily/web/words"
)

// palette finds commands, skills, documents, lists and sessions by name (Mod+K).
type palette struct {
	app.Compo
	Store *Store
	Rev   int

	query string
	at    int
}

type entry struct {
	Kind, Label string
	do          func()
}

func (p *palette) Render() app.UI {
	return html.Dialog{ID: "palette", Title: "Go to", Shut: p.shut, Content: p.content}.While(p.Store.Shown.Palette)
}

func (p *palette) shut() {
	p.query, p.at = "", 0
	p.Store.Shown.Palette = false
	p.Store.Loop.Changed()
}

func (p *palette) content() []app.UI {
	list := p.matches()
	const label = "Find a command, skill, document or session"
	box := html.Void("input").Attr("type", "text").ID("palette-box").Class("find").Aria("label", sight.Show(label)).Attr("placeholder", sight.Show(label)).
		Role("combobox").Aria("expanded", "true").Aria("controls", "palette-list").Aria("autocomplete", "list").
		Attr("autocomplete", "off").Attr("autofocus", true).OnInput(p.input).OnKeyDown(p.key)
	if len(list) > 0 {
		box.Aria("activedescendant", "palette-"+conversation.OptionID(p.at))
	}
	return []app.UI{
		box,
		html.With("ul", "menu", app.Range(list).Slice(func(i int) app.UI {
			row := html.Option("palette-"+conversation.OptionID(i), i == p.at, list[i].Label, list[i].Kind)
			return html.Pressed(row, list[i].Kind+" "+list[i].Label, func() { p.run(list[i]) })
		})).ID("palette-list").Role("listbox").Aria("label", "Places to go"),
		app.If(len(list) == 0, func() app.UI { return html.Text("p", "empty", "Nothing has this in its name.") }),
	}
}

func (p *palette) input(ctx app.Context, _ app.Event) {
	p.query, p.at = strings.ToLower(ctx.JSSrc().Get("value").String()), 0
	p.Store.Loop.Changed()
}

func (p *palette) key(_ app.Context, e app.Event) {
	list, key := p.matches(), e.Get("key").String()
	if len(list) == 0 {
		return
	}
	to, moved := html.Walk(key, p.at, len(list))
	switch p.at = to; {
	case key == "Enter":
		p.run(list[to])
	case !moved:
		return
	}
	e.PreventDefault()
	p.Store.Loop.Changed()
}

func (p *palette) run(e entry) {
	html.Shut("palette")
	p.shut()
	e.do()
}

func (p *palette) matches() []entry {
	var list []entry
	for _, e := range p.all() {
		if strings.Contains(strings.ToLower(e.Label), p.query) && len(list) < suggest.MaxOptions {
			list = append(list, e)
		}
	}
	return list
}

func (p *palette) all() []entry {
	s := p.Store
	var list []entry
	for _, rail := range shown.Rails {
		for _, d := range single[rail] {
			if rail == "skills" && d.Kind == "compare" {
				continue // it is one of the trace's, too
			}
			list = append(list, entry{"Document", kindOf(d).Label, func() { s.Shown.Open(d); html.Focus(tabID(d)) }})
		}
		list = append(list, entry{"List", words.Title(rail), func() { s.Shown.List(rail); html.Focus("rail-" + rail) }})
	}
	list = append(list,
		entry{"Dialog", "Choose the model", s.Models.Pick},
		entry{"Dialog", "Storage", func() { s.Storage.Ask(true) }},
		entry{"Dialog", "Export everything", s.Exports.Everything},
		entry{"Dialog", "Help: the manual", func() { s.Guide.Open("") }},
		entry{"Session", "New session", func() { s.Sessions.New(true) }},
		entry{"Session", "Step through the events", func() { s.Sessions.Step(0); html.Focus(conversation.SliderID) }},
		entry{"Session", "Verify the session", s.Proofs.Verify},
	)
	for _, b := range core.Builtins() {
		list = append(list, entry{"Command", b.Usage, func() { s.Talk.Draft("/" + b.Name + " ") }})
	}
	for _, k := range s.Sessions.Known {
		list = append(list, entry{"Session", longName(s, k.ID), func() { s.Sessions.Visit(k.ID) }})
	}
	for _, c := range s.Sessions.Snapshot().Candidates {
		if c.State != loader.Shadowed {
			list = append(list, entry{"Skill, " + c.State.Word(), c.Name, func() { s.Shown.OpenSkill(c) }})
		}
	}
	return list
}

// longName is a title with the id that stays when it changes.
func longName(s *Store, id string) string {
	name := s.Sessions.Name(id)
	return words.Either(name == id, id, name+" ("+id+")")
}
