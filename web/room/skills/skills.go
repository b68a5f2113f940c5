// Package skills lists every candidate of the snapshot by its state.
//
// It promises that a list of ten thousand is as quick as one of ten: it shows some, and more
// when a person asks. It shows no skill: see the room of one.
//
//	&skills.Pane{Store: s, Snapshot: s.Sessions.SnapshotKey()}
package skills

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/prompt"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// Pane lists every candidate by state. It looks again at another snapshot, not at every event.
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
	by, found := p.found(snap)
	states := slices.DeleteFunc(loader.States(), func(state loader.State) bool { return len(by[state]) == 0 })
	return html.With("section", "pane skills",
		html.With("div", "head",
			html.Text("h2", "", "Skills").ID("skills-title"),
			html.El("span").Class("tally").Textf("%d of %d available", len(snap.Skills), len(snap.Candidates)),
		),
		html.Maybe("p", "meter", p.Catalog),
		html.Limit(snap),
		html.Find(html.FindSkillID, "Find a skill", p.search),
		html.With("div", "scroll",
			app.Range(states).Slice(func(i int) app.UI { return p.group(states[i], by[states[i]]) }),
			app.If(found == 0, func() app.UI { return p.empty(len(snap.Candidates)) }),
		).TabIndex(0).Role("group").Aria("label", "Skills by state"),
	).ID("skills").Aria("labelledby", "skills-title")
}

func (p *Pane) search(query string) {
	p.query = strings.ToLower(query)
	_, n := p.found(p.Store.Sessions.Snapshot())
	p.Store.Loop.Status = answer.Number(n, "skill")
}

func (p *Pane) empty(all int) app.UI {
	if all > 0 {
		return html.Text("p", "empty", "No skill matches “"+p.query+"”.")
	}
	return html.Text("p", "empty", "There are no skills yet. Drop a folder that holds a SKILL.md anywhere on this page, or press Import.")
}

// found are the candidates that match by their state, and how many they are.
func (p *Pane) found(snap *loader.Snapshot) (by map[loader.State][]*loader.Candidate, n int) {
	by = map[loader.State][]*loader.Candidate{}
	for _, c := range snap.Candidates {
		if p.matches(c) {
			by[c.State] = append(by[c.State], c)
			n++
		}
	}
	return by, n
}

func (p *Pane) matches(c *loader.Candidate) bool {
	if p.query == "" || strings.Contains(strings.ToLower(c.Name), p.query) {
		return true
	}
	return c.State != loader.Shadowed && strings.Contains(strings.ToLower(c.Brief().Summary), p.query)
}

func (p *Pane) group(state loader.State, all []*loader.Candidate) app.UI {
	n := max(p.shown[state], html.Chunk)
	list := all[:min(n, len(all))]
	id := "group-" + string(state)
	more := func() {
		if p.shown == nil {
			p.shown = map[loader.State]int{}
		}
		p.shown[state] = n + 2*html.Chunk
	}
	return html.With("section", "group",
		html.With("h3", "", html.Mark(state), html.Say(words.Title(state.Word())), html.Text("span", "count", fmt.Sprint(len(all)))).ID(id),
		html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI { return p.row(list[i]) })),
		app.If(len(list) < len(all), func() app.UI {
			return html.ButtonFor(fmt.Sprint(state, n), fmt.Sprintf("Show %d more", min(2*html.Chunk, len(all)-len(list))), "", more)
		}),
	).Class("is-"+string(state)).Aria("labelledby", id)
}

func (p *Pane) row(c *loader.Candidate) app.UI {
	s := p.Store
	open := func() {
		if now := s.Sessions.Candidate(c.Path); now != nil {
			s.Shown.OpenSkill(now)
		}
	}
	alias, worst := s.Sessions.Snapshot().AliasOf(c), ""
	if grave, _ := html.Graver(c.Findings); len(grave) > 0 {
		worst = answer.Number(len(grave), "finding")
	}
	badge := func(class, text string) app.UI {
		return app.If(text != "", func() app.UI { return html.Badge(class, text) })
	}
	return html.With("li", "", html.Row(c.Path, s.Shown.Selected == c.Path, open,
		html.With("span", "title",
			html.With("span", "skill-name", html.Name(c.Name)),
			badge("alias", words.Either(alias != "", "/"+alias, "")),
			badge("source", string(c.Source)),
			badge("untrusted", words.Either(c.Untrusted, "untrusted", words.Either(c.Changed(), "changed", ""))),
			badge("catalog", p.costs(c)),
			badge("findings", worst),
		),
		html.Foreign("span", "about", html.About(c)),
	))
}

// costs says what the catalog's budget cost a skill.
func (p *Pane) costs(c *loader.Candidate) string {
	e, ok := p.Store.Catalog.Now().Entry(c.Name)
	switch {
	case !ok || c.State != loader.Available:
		return ""
	case e.Listing == prompt.Shortened:
		return "cut in the catalog"
	case e.Listing == prompt.Dropped:
		return "not in the catalog"
	}
	return ""
}
