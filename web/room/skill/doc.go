// Package skill shows one skill: what it is, why it counts or does not, what was found in
// it with fixes, and what can be done with it.
//
// It promises verdicts of the snapshot alone, with their places, and beside each reason what does
// away with it, where the page can. It repairs nothing unasked.
//
//	&skill.Doc{Store: s, Drafts: d, Of: "/workspace/skills/haiku", Rev: s.Loop.Rev()}
package skill

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/loader"
	"lily/core/sight"
	"lily/web/drafts"
	"lily/web/html"
	"lily/web/others"
	"lily/web/state"
	"lily/web/words"
)

// Doc is the document of one skill.
type Doc struct {
	app.Compo
	Store  *state.Store
	Drafts *drafts.Drafts
	Others *others.Others
	Of     string // the path of its folder, with a leading slash
	Rev    int

	tab   string
	file  string // that is open among its files
	alias string // that was typed to take the place of one
	past  past
}

// CompoID implements [app.DismountEnforcer]: nothing of one skill is left for the next.
func (d *Doc) CompoID() string { return d.Of }

var tabs = []struct {
	id, label string
	show      func(d *Doc, c *loader.Candidate) app.UI
}{
	{"overview", "Overview", (*Doc).overview},
	{"files", "Files", (*Doc).files},
	{"eligibility", "Eligibility", (*Doc).eligibility},
	{"context", "Context", (*Doc).context},
	{"others", "As others see it", (*Doc).asOthers},
	{"history", "History", (*Doc).history},
}

// id is an id of this document's own: two may stand side by side.
func (d *Doc) id(part string) string { return html.SkillID(d.Of) + "-" + part }

// Render implements [app.Composer].
func (d *Doc) Render() app.UI {
	c := d.Store.Sessions.Candidate(d.Of)
	if c == nil {
		why := "The snapshot has no skill at " + d.Of + ". It may be there after a reload, or have another name now."
		if d.Of == "" {
			why = "Choose a skill in the list to see what it is and why it counts or does not."
		}
		return html.With("div", "skill", html.Text("p", "empty", why).ID(html.SkillID(d.Of)).TabIndex(-1))
	}
	at := max(0, d.at())
	return html.With("div", "skill",
		html.With("div", "skill-head", html.State(c.State), html.Foreign("h3", "", c.Name), d.acts(c)),
		html.With("div", "parts", app.Range(tabs).Slice(func(i int) app.UI { return d.tabOf(i, at) })).
			Role("tablist").Aria("label", "Parts of the skill").OnKeyDown(d.turn),
		html.With("div", "skill-panel", &html.Keyed{ID: tabs[at].id, Of: func() app.UI { return tabs[at].show(d, c) }}).
			ID(html.SkillID(d.Of)).Role("tabpanel").TabIndex(-1).Aria("labelledby", d.id(tabs[at].id)),
	)
}

func (d *Doc) at() int {
	for i, t := range tabs {
		if t.id == d.tab {
			return i
		}
	}
	return 0
}

func (d *Doc) tabOf(i, at int) app.UI {
	t := tabs[i]
	b := html.Text("button", "", t.label).Attr("type", "button").ID(d.id(t.id)).Role("tab").Aria("selected", i == at).
		OnClick(func(app.Context, app.Event) { d.tab = t.id }, app.EventScope(t.id))
	if t.id == "files" { // the rail has another tab of this name
		b.Aria("label", "Files of the skill")
	}
	if i != at {
		return b.TabIndex(-1)
	}
	return b.Aria("controls", html.SkillID(d.Of))
}

// turn goes to another tab, as the ARIA pattern for tabs has it.
func (d *Doc) turn(_ app.Context, e app.Event) {
	n, key := len(tabs), e.Get("key").String()
	to, moves := map[string]int{"ArrowRight": d.at() + 1, "ArrowLeft": d.at() + n - 1, "Home": 0, "End": n - 1}[key]
	if !moves {
		return
	}
	e.PreventDefault()
	d.tab = tabs[to%n].id
	html.Focus(d.id(d.tab))
}

// acts is what can be done with the skill.
func (d *Doc) acts(c *loader.Candidate) app.UI {
	s, call, path := d.Store, "/skill "+c.Name, state.TreePath(c.Path)
	act := func(text, label string, do func(), class ...string) app.HTMLElem {
		return html.ButtonFor(c.Path, text, label, do, append(class, "small")...)
	}
	on := s.Sessions.World().Policy.Skill(c.Name).Allowed
	_, gone := s.Sessions.World().Tree.At(path)
	return html.With("div", "skill-acts",
		app.If(c.State == loader.Available, func() app.UI {
			return html.Unless(s.Sessions.Mute(), act("Run", "Run: put "+call+" into the message box", func() { s.Talk.Draft(call + " ") }, "main"))
		}),
		act("Edit", "Edit SKILL.md", func() { d.edit(loader.File) }),
		act("Copy command", "", func() { s.Exports.Copy("the command", call) }),
		act("Export", "Export "+c.Name+".zip, as its files are now", func() { s.Exports.Skill(c) }),
		html.Unless(s.Sessions.Held(), act(words.Either(on, "Disable", "Enable"), "", func() { s.Edits.Disable(on, c.Name) }, "swaps")),
		app.If(state.Writable(path) && gone == nil, func() app.UI {
			remove := func() { s.Edits.Remove(path, "Removed "+c.Path+"."); html.Focus(html.SkillID(d.Of)) }
			return html.Unless(s.Sessions.Held(), act("Remove", "Remove the folder from the tree", remove))
		}),
	)
}

// edit opens a file of the skill, and goes to its text.
func (d *Doc) edit(file string) {
	d.tab, d.file = "files", file
	html.Focus(d.id("text"))
}

func section(title, class string, body ...app.UI) app.HTMLElem {
	return html.With("section", class, slices.Concat([]app.UI{html.Text("h4", "", title)}, body)...).Aria("label", sight.Show(title))
}
