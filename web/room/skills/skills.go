// Package skills lists every candidate of the snapshot by its state.
//
// It promises that a list of ten thousand is as quick as one of ten: it shows some, and more
// when a person asks. It shows no skill: see the room of one.
//
//	&skills.Pane{Store: s, Snapshot: s.Sessions.SnapshotKey()}
package skills

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/prompt"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// Pane lists every candidate of the snapshot by state. It looks again
// when that is another one, not at every event.
type Pane struct {
	app.Compo
	Store    *state.Store
	Snapshot string // names the snapshot
	Catalog  string // its meter
	Selected string

	query string
	shown map[loader.State]int
}

// Render implements [app.Composer].
func (p *Pane) Render() app.UI {
	snap := p.Store.Sessions.Snapshot()
	groups := p.groups(snap)
	return html.El("section").Class("pane", "skills").ID("skills").Aria("labelledby", "skills-title").Body(
		html.With("div", "head",
			html.El("h2").ID("skills-title").Text("Skills"),
			html.El("span").Class("tally").Textf("%d of %d available", len(snap.Skills), len(snap.Candidates)),
		),
		html.When(p.Catalog != "", func() app.UI { return html.El("p").Class("meter").Text(p.Catalog) }),
		html.Limit(snap),
		html.Void("input").Attr("type", "search").ID(html.FindSkillID).Class("find").Attr("placeholder", "Find a skill").Aria("label", "Find a skill").
			Attr("autocomplete", "off").Spellcheck(false).OnInput(p.search),
		html.El("div").Class("scroll").TabIndex(0).Role("group").Aria("label", "Skills by state").Body(
			app.Range(groups).Slice(func(i int) app.UI { return p.group(groups[i]) }),
			app.If(len(groups) == 0, func() app.UI { return p.empty(len(snap.Candidates)) }),
		),
	)
}

func (p *Pane) search(ctx app.Context, _ app.Event) {
	p.query = strings.ToLower(strings.TrimSpace(ctx.JSSrc().Get("value").String()))
	n := 0
	for _, g := range p.groups(p.Store.Sessions.Snapshot()) {
		n += len(g.list)
	}
	p.Store.Loop.Status = answer.Number(n, "skill")
}

func (p *Pane) empty(all int) app.UI {
	if all > 0 {
		return html.El("p").Class("empty").Textf("No skill matches “%s”.", p.query)
	}
	return html.Text("p", "empty", "There are no skills yet. Drop a folder that holds a SKILL.md anywhere on this page, or press Import.")
}

type stateGroup struct {
	state loader.State
	list  []*loader.Candidate
}

// groups sorts the candidates that match into states, available first.
func (p *Pane) groups(snap *loader.Snapshot) []stateGroup {
	by := map[loader.State][]*loader.Candidate{}
	for _, c := range snap.Candidates {
		if p.matches(c) {
			by[c.State] = append(by[c.State], c)
		}
	}
	var list []stateGroup
	for _, state := range loader.States() {
		if len(by[state]) > 0 {
			list = append(list, stateGroup{state, by[state]})
		}
	}
	return list
}

func (p *Pane) matches(c *loader.Candidate) bool {
	if p.query == "" || strings.Contains(strings.ToLower(c.Name), p.query) {
		return true
	}
	return c.State != loader.Shadowed && strings.Contains(strings.ToLower(c.Brief().Summary), p.query)
}

func (p *Pane) group(g stateGroup) app.UI {
	n := max(p.shown[g.state], html.Chunk)
	list := g.list[:min(n, len(g.list))]
	id := "group-" + string(g.state)
	return html.El("section").Class("group", "is-"+string(g.state)).Aria("labelledby", id).Body(
		html.El("h3").ID(id).Body(html.Mark(g.state), app.Text(words.Title(g.state.Word())), html.Text("span", "count", fmt.Sprint(len(g.list)))),
		html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI { return p.row(list[i]) })),
		app.If(len(list) < len(g.list), func() app.UI {
			return html.ButtonFor(fmt.Sprint(g.state, n), fmt.Sprintf("Show %d more", min(2*html.Chunk, len(g.list)-len(list))), "", func(app.Context) {
				if p.shown == nil {
					p.shown = map[loader.State]int{}
				}
				p.shown[g.state] = n + 2*html.Chunk
			})
		}),
	)
}

func (p *Pane) row(c *loader.Candidate) app.UI {
	s := p.Store
	b := html.El("button").Attr("type", "button").Class("row").OnClick(func(app.Context, app.Event) {
		if now := s.Sessions.Candidate(c.Path); now != nil {
			s.Shown.OpenSkill(now)
		}
	}, app.EventScope(c.Path))
	if s.Shown.Selected == c.Path {
		b.Aria("current", "true")
	}
	return html.With("li", "", b.Body(
		html.With("span", "title",
			html.Foreign("span", "skill-name", c.Name),
			app.If(s.Sessions.Snapshot().AliasOf(c) != "", func() app.UI { return html.Badge("alias", "/"+s.Sessions.Snapshot().AliasOf(c)) }),
			html.Badge("source", string(c.Source)),
			app.If(c.Untrusted, func() app.UI { return html.Badge("untrusted", "untrusted") }),
			app.If(p.costs(c) != "", func() app.UI { return html.Badge("catalog", p.costs(c)) }),
			app.If(worst(c) != "", func() app.UI { return html.Badge("findings", worst(c)) }),
		),
		html.Foreign("span", "about", html.About(c)),
	))
}

// costs says what the catalog's budget cost a skill.
func (p *Pane) costs(c *loader.Candidate) string {
	e, ok := p.Store.Catalog.Now().Entry(c.Name)
	if !ok || c.State != loader.Available {
		return ""
	}
	return costs(e)
}

// worst counts the findings of a candidate that are more than a note.
func worst(c *loader.Candidate) string {
	n := 0
	for _, f := range c.Findings {
		if f.Severity != "info" {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return answer.Number(n, "finding")
}

// costs is the word of an entry that the budget cost something, for a list; else nothing.
func costs(e prompt.Entry) string {
	switch e.Listing {
	case prompt.Shortened:
		return "cut in the catalog"
	case prompt.Dropped:
		return "not in the catalog"
	}
	return ""
}
