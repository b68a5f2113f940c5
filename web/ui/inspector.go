package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/web/drafts"
	"lily/web/html"
	"lily/web/room/files"
	"lily/web/room/rules"
	"lily/web/room/skill"
	"lily/web/room/snapshot"
	"lily/web/room/trace"
)

// inspector is the right place: one pane of several, by tabs.
type inspector struct {
	app.Compo
	Store *Store
	Rev   int
}

type tab struct {
	ID, Label string
	pane      func(s *Store, rev int) app.UI
}

var tabs = []tab{
	{"skill", "Skill", func(s *Store, rev int) app.UI {
		return &skill.Doc{Store: s.Store, Drafts: s.Drafts, Of: s.Shown.Selected, Rev: rev}
	}},
	{"snapshot", "Snapshot", func(s *Store, _ int) app.UI { return snapshot.Pane(s.Store) }},
	{"context", "Context", func(s *Store, rev int) app.UI { return &trace.Context{Store: s.Store, Rev: rev} }},
	{"events", "Events", func(s *Store, rev int) app.UI { return &trace.Events{Store: s.Store, Hand: &s.hand, Rev: rev} }},
	{"profile", "Profile", func(s *Store, rev int) app.UI {
		return &rules.Profile{Store: s.Store, Drafts: s.Drafts, Rev: rev}
	}},
	{"policy", "Policy", func(s *Store, rev int) app.UI {
		return &rules.Policy{Store: s.Store, Drafts: s.Drafts, Rev: rev}
	}},
	{"persona", "Persona", func(s *Store, rev int) app.UI {
		return &rules.Persona{Store: s.Store, Drafts: s.Drafts, Rev: rev}
	}},
	{"files", "Files", func(s *Store, rev int) app.UI {
		return &files.Pane{Store: s.Store, Drafts: s.Drafts, Folder: s.Folder, Rev: rev}
	}},
}

func (p *inspector) Render() app.UI {
	s := p.Store
	return html.With("section", "pane",
		html.Text("h2", "quiet", "Inspector").ID("inspector-title"),
		html.With("div", "tabs", app.Range(tabs).Slice(func(i int) app.UI { return p.tab(tabs[i].ID, tabs[i].Label) })).
			Role("tablist").Aria("label", "Inspector").OnKeyDown(p.key),
		leftTexts(s),
		html.With("div", "scroll", &html.Keyed{ID: s.Shown.Tab, Of: p.panel}).
			ID("panel").Role("tabpanel").TabIndex(0).Aria("labelledby", "tab-"+s.Shown.Tab),
	).Class("inspector").ID("inspector").Aria("labelledby", "inspector-title")
}

func (p *inspector) panel() app.UI { return tabs[p.at()].pane(p.Store, p.Store.Loop.Rev()) }

func (p *inspector) at() int {
	return slices.IndexFunc(tabs, func(t tab) bool { return t.ID == p.Store.Shown.Tab })
}

func (p *inspector) tab(id, label string) app.UI {
	s := p.Store
	b := html.Text("button", "", label).Attr("type", "button").ID("tab-"+id).Role("tab").Aria("selected", s.Shown.Tab == id).
		OnClick(func(app.Context, app.Event) { s.Shown.Tab = id; s.Loop.Changed() }, app.EventScope(id))
	if s.Shown.Tab != id {
		return b.TabIndex(-1)
	}
	return b.TabIndex(0).Aria("controls", "panel")
}

// key moves between tabs as the ARIA pattern for tabs has it.
func (p *inspector) key(_ app.Context, e app.Event) {
	step := map[string]int{"ArrowRight": 1, "ArrowLeft": len(tabs) - 1}[e.Get("key").String()]
	if step == 0 {
		return
	}
	e.PreventDefault()
	p.Store.Shown.Tab = tabs[(p.at()+step)%len(tabs)].ID
	p.Store.Loop.Changed()
	html.Focus("tab-" + p.Store.Shown.Tab)
}

// leftTexts lists what the page of before left.
func leftTexts(s *Store) app.UI {
	list := s.Drafts.Left()
	return html.When(len(list) > 0, func() app.UI {
		return html.With("section", "left-texts",
			html.Text("h3", "", "Typed and not saved"),
			html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI { return leftText(s, list[i]) })),
		).Aria("label", "Typed and not saved")
	})
}

func leftText(s *Store, o *drafts.Draft) app.UI {
	name, id := o.Name(), o.Key()
	discard := func() { s.Drafts.Discard(o); html.Focus("panel") }
	return html.With("li", "",
		html.With("span", "", html.Text("code", "", name), html.Text("span", "hint", " "+s.Drafts.State(o))),
		html.With("span", "row-of-acts",
			html.ButtonFor(id, "Open", "", func() { openLeft(s, o) }, "small").Aria("label", sight.Show("Open "+name)),
			html.ButtonFor(id, "Discard", "", discard, "small").Aria("label", sight.Show("Discard what was typed in "+name)),
		),
	)
}

// openLeft shows a text in its box, and moves there. The message box does so by itself.
func openLeft(s *Store, o *drafts.Draft) {
	s.Drafts.Open(o)
	switch _, message := o.Message(); {
	case message:
	case o.Of == "profile" || o.Of == "policy":
		html.Focus(o.Of + "-yaml")
	default:
		html.Focus(html.FileTextID)
	}
}
