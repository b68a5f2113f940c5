package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

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

var tabs = []struct{ ID, Label string }{
	{"skill", "Skill"},
	{"snapshot", "Snapshot"},
	{"context", "Context"},
	{"events", "Events"},
	{"profile", "Profile"},
	{"policy", "Policy"},
	{"persona", "Persona"},
	{"files", "Files"},
}

// Render implements [app.Composer].
func (p *inspector) Render() app.UI {
	s := p.Store
	return html.El("section").Class("pane", "inspector").ID("inspector").Aria("labelledby", "inspector-title").Body(
		html.El("h2").Class("quiet").ID("inspector-title").Text("Inspector"),
		html.El("div").Class("tabs").Role("tablist").Aria("label", "Inspector").OnKeyDown(p.key).Body(
			app.Range(tabs).Slice(func(i int) app.UI { return p.tab(tabs[i].ID, tabs[i].Label) }),
		),
		leftTexts(s),
		html.El("div").Class("scroll").ID("panel").Role("tabpanel").TabIndex(0).Aria("labelledby", "tab-"+s.Shown.Tab).Body(p.panel()),
	)
}

func (p *inspector) tab(id, label string) app.UI {
	s := p.Store
	b := html.El("button").Attr("type", "button").ID("tab-"+id).Role("tab").Aria("selected", s.Shown.Tab == id).Text(label).
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
	for i, t := range tabs {
		if t.ID == p.Store.Shown.Tab {
			p.Store.Shown.Tab = tabs[(i+step)%len(tabs)].ID
			break
		}
	}
	p.Store.Loop.Changed()
	html.Focus("tab-" + p.Store.Shown.Tab)
}

func (p *inspector) panel() app.UI {
	s := p.Store
	switch s.Shown.Tab {
	case "skill":
		return &skill.Pane{Store: s.Store, Rev: s.Loop.Rev()}
	case "context":
		return &trace.Context{Store: s.Store, Rev: s.Loop.Rev()}
	case "events":
		return &trace.Events{Store: s.Store, Hand: &s.hand, Rev: s.Loop.Rev()}
	case "profile":
		return &rules.Profile{Store: s.Store, Drafts: s.Drafts, Rev: s.Loop.Rev()}
	case "policy":
		return &rules.Policy{Store: s.Store, Drafts: s.Drafts, Rev: s.Loop.Rev()}
	case "persona":
		return &rules.Persona{Store: s.Store, Drafts: s.Drafts, Rev: s.Loop.Rev()}
	case "files":
		return &files.Pane{Store: s.Store, Drafts: s.Drafts, Folder: s.Folder, Rev: s.Loop.Rev()}
	}
	return &snapshot.Pane{Store: s.Store, Rev: s.Loop.Rev()}
}
