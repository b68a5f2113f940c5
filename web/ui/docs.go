package ui

import (
	"path"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/web/desk"
	"lily/web/html"
	"lily/web/room/compare"
	"lily/web/room/conversation"
	"lily/web/room/files"
	"lily/web/room/imports"
	"lily/web/room/matrix"
	"lily/web/room/rules"
	"lily/web/room/skill"
	"lily/web/room/snapshot"
	"lily/web/room/start"
	"lily/web/room/trace"
	"lily/web/words"
)

// kind is how the documents of a kind are shown. The table is the one place that knows which
// room shows what.
type kind struct {
	Label string // the title where there is one document of it
	show  func(s *Store, of string) app.UI
}

func kindOf(d desk.Doc) kind {
	switch d.Kind {
	case desk.Conversation, desk.Recording:
		return kind{"Conversation", func(s *Store, of string) app.UI {
			return &conversation.Doc{Store: &s.talk, Session: of, Rev: s.Loop.Rev()}
		}}
	case desk.Skill:
		return kind{"Skill", func(s *Store, of string) app.UI {
			return &skill.Doc{Store: s.Store, Drafts: s.Drafts, Others: s.others, Of: "/" + of, Rev: s.Loop.Rev()}
		}}
	case desk.File:
		return kind{"File", func(s *Store, of string) app.UI {
			return &files.Doc{Store: s.Store, Drafts: s.Drafts, Path: of, Rev: s.Loop.Rev()}
		}}
	case "start":
		return kind{"Start", startDoc}
	case desk.Import:
		return kind{"Import", func(s *Store, _ string) app.UI { return imports.Doc(s.Store, s.others, s.Loop.Rev()) }}
	case "compare":
		return kind{"Compare", func(s *Store, of string) app.UI {
			to := func(of string) {
				s.Shown.Swap(desk.Doc{Kind: "compare", Of: of})
			}
			return &compare.Doc{Store: s.Store, Others: s.others, Of: of, Go: to, Rev: s.Loop.Rev()}
		}}
	case "matrix":
		if d.Of == "agents" {
			return kind{"Agents", agentsDoc}
		}
		return kind{"Matrix", func(s *Store, _ string) app.UI { return &matrix.Doc{Store: s.Store, Rev: s.Loop.Rev()} }}
	case "snapshot":
		return kind{"Snapshot", func(s *Store, _ string) app.UI { return snapshot.Doc(s.Store) }}
	case "profile":
		return kind{"Profile", func(s *Store, _ string) app.UI {
			return &rules.Profile{Store: s.Store, Drafts: s.Drafts, Rev: s.Loop.Rev()}
		}}
	case "policy":
		return kind{"Policy", func(s *Store, _ string) app.UI {
			return &rules.Policy{Store: s.Store, Drafts: s.Drafts, Rev: s.Loop.Rev()}
		}}
	case "persona":
		return kind{"Persona", func(s *Store, _ string) app.UI {
			return &rules.Persona{Store: s.Store, Drafts: s.Drafts, Rev: s.Loop.Rev()}
		}}
	}
	return kind{"Trace", func(s *Store, _ string) app.UI { return &trace.Doc{Store: s.Store, Rev: s.Loop.Rev()} }}
}

func agentsDoc(s *Store, _ string) app.UI {
	open := func(path string) { s.Shown.Open(desk.Doc{Kind: desk.Skill, Of: path}) }
	return &matrix.Agents{Store: s.Store, Others: s.others, Open: open, Rev: s.Loop.Rev()}
}

func startDoc(s *Store, _ string) app.UI {
	return &start.Doc{Store: s.Store, Open: func() { imports.Pick(imports.FolderInput) }, Rev: s.Loop.Rev()}
}

// single are the documents that there is one of, by the rail that lists them.
var single = map[string][]desk.Doc{
	"skills": {{Kind: "start"}, {Kind: desk.Import}},
	"trace":  {{Kind: "trace"}, {Kind: "snapshot"}, {Kind: "compare"}},
	"rules":  {{Kind: "profile"}, {Kind: "policy"}, {Kind: "persona"}, {Kind: "matrix"}, {Kind: "matrix", Of: "agents"}},
}

// abouts say what such a document is for, by its label.
var abouts = map[string]string{
	"Trace":    "What was asked, sent and called, with times and tokens.",
	"Snapshot": "The skills that the session is held to, and what a reload would change.",
	"Compare":  "What differs between two snapshots, sessions, skills or files.",
	"Profile":  "The environment that you declare: system, mode, programs.",
	"Policy":   "What may be used, and when you are asked.",
	"Persona":  "What the model is told of itself and of you.",
	"Matrix":   "What each skill would be under other profiles.",
	"Agents":   "What other agents would make of each skill.",
}

// title is what a document is called.
func title(s *Store, d desk.Doc) string {
	switch {
	case d.Talks():
		name := s.Sessions.Name(d.Of)
		return words.Either(name == d.Of, "Session "+name, name) // one without a title has nothing but its id
	case d.Kind == desk.Skill || d.Kind == desk.File:
		return path.Base(d.Of)
	}
	return kindOf(d).Label
}

// tabID is the id of a document's tab.
func tabID(d desk.Doc) string { return "tab-" + d.String()[1:] }

// toFront moves the focus to the document in front.
func toFront(s *Store) {
	s.Shown.Listed = false
	if d := s.Shown.Front(); d.Kind == "" {
		html.Focus(html.PanelID)
	} else {
		html.Focus(tabID(d))
	}
}

// desks are the documents: a group of tabs, or two.
func desks(s *Store) app.UI {
	groups := s.Shown.Groups
	return html.With("div", "desk", html.With("div", words.Either(len(groups) == 2, "groups two", "groups"),
		app.Range(groups).Slice(func(i int) app.UI { return &group{Store: s, N: i, Rev: s.Loop.Rev()} }),
		app.If(len(groups) == 2, func() app.UI {
			return html.Splitter{
				Of: "group-0", Label: "Width of the first group of documents", Min: 480, Max: 2400, Now: s.Shown.Sizes["group-0"],
				Set: func(px int) { s.Shown.Size("group-0", px) },
			}.Render()
		}),
	))
}

// group is a row of tabs, as the ARIA pattern for tabs has it, and the document in front of it.
type group struct {
	app.Compo
	Store *Store
	N     int
	Rev   int

	shown desk.Doc // the tab that was brought into sight
}

func (g *group) of() desk.Group {
	if list := g.Store.Shown.Groups; g.N < len(list) {
		return list[g.N]
	}
	return desk.Group{}
}

func (g *group) front() (d desk.Doc) {
	if of := g.of(); len(of.Tabs) > 0 {
		d = of.Tabs[of.Front]
	}
	return d
}

// Render implements [app.Composer].
func (g *group) Render() app.UI {
	s, of, front := g.Store, g.of(), g.front()
	return html.With("section", "group-of",
		html.With("div", "tabs", app.Range(of.Tabs).Slice(func(i int) app.UI { return g.tab(of.Tabs[i]) })).
			ID(tabsID(g.N)).Role("tablist").Aria("label", sight.Show(words.Either(g.N == 0, "Open documents", "Open documents, second group"))).
			OnKeyDown(g.key).On("wheel", html.Sideways),
		app.If(front.Kind != "", func() app.UI { return &panel{Store: s, N: g.N, Doc: front, Rev: s.Loop.Rev()} }).
			Else(func() app.UI { return nothingOpen(s) }),
		g.acts(front),
	).ID("group-"+string(rune('0'+g.N))).Class(words.Either(s.Shown.At == g.N, "used", "unused")).On("focusin", func(ctx app.Context, _ app.Event) {
		if s.Shown.At == g.N {
			ctx.PreventUpdate()
		} else {
			s.Shown.Use(g.N)
		}
	})
}

// OnMount shows the tab in front.
func (g *group) OnMount(ctx app.Context) { g.OnUpdate(ctx) }

// OnUpdate shows it where it has changed.
func (g *group) OnUpdate(ctx app.Context) {
	if d := g.front(); d != g.shown {
		g.shown = d
		ctx.Defer(func(app.Context) { html.RevealTab(tabsID(g.N), tabID(d)) })
	}
}

// OnResize shows it in another window.
func (g *group) OnResize(ctx app.Context) {
	g.shown = desk.Doc{}
	g.OnUpdate(ctx)
}

func tabsID(n int) string { return "tabs-" + string(rune('0'+n)) }

func nothingOpen(s *Store) app.UI {
	return html.With("div", "panel scroll",
		html.Text("p", "empty", "No document is open."),
		html.With("p", "row-of-acts", html.Button("Open the conversation", "", s.Shown.Talk, "main"), html.Button("Reopen", html.Keys("Reopen what was closed last (Alt+R)"), s.Shown.Reopen)),
	).ID(html.PanelID).TabIndex(0).Role("group").Aria("label", "No document")
}

func (g *group) acts(front desk.Doc) app.UI {
	s := g.Store
	beside := func() { s.Shown.Beside(g.front()); html.Focus(tabID(s.Shown.Front())) }
	return html.With("div", "group-acts", app.If(front.Kind != "", func() app.UI {
		return html.With("div", "row-of-acts",
			html.IconButton("", "split", "Split", beside, "small").Title("%s", html.Keys("Split: move the document to the other group (Alt+7)")),
			html.IconButton("", "close", "Close", func() { g.close(g.front()) }, "small").Title("%s", html.Keys("Close the document (Alt+W)")),
		)
	}))
}

func (g *group) tab(d desk.Doc) app.UI {
	s, name, is := g.Store, title(g.Store, d), g.front() == d
	icon, state := d.Kind, tabState(s, d)
	if state != "" {
		icon = stateIcons[state]
	}
	press := func(_ app.Context, e app.Event) {
		if at := e.Get("target"); at.Truthy() && at.Call("closest", ".shut").Truthy() {
			g.close(d)
			return
		}
		s.Shown.Open(d)
		html.Focus(tabID(d))
	}
	b := html.With("button", "", html.Icon(icon), html.Name(name), html.Say(" "), html.Text("span", "quiet", state),
		html.With("span", "shut", html.Icon("close")).Aria("hidden", "true")).
		Attr("type", "button").ID(tabID(d)).Class(words.Either(state != "", "stated", "calm")).Role("tab").Attr("dir", "auto").
		Title("%s", sight.Show(name)+words.Either(state != "", " – "+state, "")).Aria("selected", is).
		OnClick(press, app.EventScope(d.String())).
		On("auxclick", func(_ app.Context, e app.Event) {
			if e.Get("button").Int() == 1 {
				e.PreventDefault()
				g.close(d)
			}
		}, app.EventScope(d.String()))
	if !is {
		return b.TabIndex(-1)
	}
	return b.TabIndex(0).Aria("controls", panelID(g.N))
}

// stateIcons stand in the place of a document's own icon: a state of a tab never makes it wider.
var stateIcons = map[string]string{conversation.Asks: "warning", conversation.Works: "time", unsaved: "dirty"}

const unsaved = "unsaved"

// tabState says in a word or two what a document is at, empty for nothing.
func tabState(s *Store, d desk.Doc) string {
	if d.Talks() {
		return conversation.State(s.Sessions, d.Of)
	}
	return words.Either(s.Drafts.Of(draftOf(d)) != nil, unsaved, "")
}

// draftOf is what the draft of a document is of.
func draftOf(d desk.Doc) string {
	if d.Of == "" {
		return d.Kind
	}
	return d.Of
}

func (g *group) close(d desk.Doc) {
	g.Store.Shown.Close(d)
	toFront(g.Store)
}

// key moves between tabs; Delete closes one.
func (g *group) key(_ app.Context, e app.Event) {
	of := g.of()
	n := len(of.Tabs)
	i := slices.Index(of.Tabs, g.front())
	if n == 0 || e.Get("altKey").Bool() || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() {
		return
	}
	switch e.Get("key").String() {
	case "ArrowRight":
		i++
	case "ArrowLeft":
		i += n - 1
	case "Home":
		i = 0
	case "End":
		i = n - 1
	case "Delete":
		e.PreventDefault()
		g.close(of.Tabs[i])
		return
	default:
		return
	}
	e.PreventDefault()
	g.Store.Shown.Open(of.Tabs[i%n])
	html.Focus(tabID(of.Tabs[i%n]))
}

func panelID(n int) string { return "panel-" + string(rune('0'+n)) }

// panel is the document in front. It scrolls by itself, but for a conversation, whose turns do.
type panel struct {
	app.Compo
	Store *Store
	N     int
	Doc   desk.Doc
	Rev   int
}

// CompoID implements [app.DismountEnforcer]: nothing typed in one document is in the next.
func (p *panel) CompoID() string { return p.Doc.String() }

// OnMount goes to where the person was. What comes late makes it longer, so it is tried for a while.
func (p *panel) OnMount(ctx app.Context) {
	if at := p.Store.Shown.Scroll[p.Doc.String()]; at > 0 && !p.Doc.Talks() && p.Doc.Kind != "matrix" { // whose grid does
		html.ScrollTo(panelID(p.N), at)
	}
}

// Render implements [app.Composer].
func (p *panel) Render() app.UI {
	s, d := p.Store, p.Doc
	body := html.With("div", "panel", html.Text("h2", "quiet", title(s, d)), kindOf(d).show(s, d.Of)).
		ID(panelID(p.N)).Role("tabpanel").Aria("labelledby", tabID(d))
	if d.Talks() {
		return body.TabIndex(-1)
	}
	return body.Class("scroll").TabIndex(0).OnScroll(func(ctx app.Context, _ app.Event) {
		ctx.PreventUpdate()
		s.Shown.Read(d, ctx.JSSrc().Get("scrollTop").Int())
	})
}
