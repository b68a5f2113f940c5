package trace

import (
	"cmp"
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/prompt"
	"lily/web/html"
	"lily/web/turns"
	"lily/web/words"
)

const maxCatalog = 200

// catalog shows what the model of a request could choose from: the catalog's size and what
// its budget cost, how every skill stood in it and why, which one was read, and the tools
// (CV-2, CV-3).
func (p *Context) catalog(r sent) app.UI {
	b, names := r.body.Catalog, []string{}
	for _, t := range r.body.Request.Tools {
		names = append(names, t.Name)
	}
	return html.With("div", "",
		html.Text("h4", "", "Catalog of skills"),
		html.Pairs([][2]string{
			{"Tokens, about", words.Thousands(b.Tokens) + " of " + words.Thousands(b.Limit)},
			{"Shortened", cmp.Or(words.List(b.Shortened), "none")},
			{"Dropped", cmp.Or(words.List(b.Dropped), "none")},
		}),
		p.standing(r),
		html.Text("h4", "", "Tools sent"),
		html.Text("p", "", cmp.Or(words.List(names), "None.")),
	)
}

// standing lists every skill of the snapshot that was in force, with why it stands as it does
// and what was sent of a summary that was cut.
func (p *Context) standing(r sent) app.UI {
	snapshot := turns.SnapshotAt(p.Store.Sessions.Events(), r.seq)
	if snapshot == nil {
		return html.With("div", "")
	}
	entries := p.stands.Of(snapshot, r.body.Catalog.Limit).Entries
	used := turns.UsedIn(p.Store.Sessions.Turns(), r.seq)
	rows := [][]app.UI{}
	for _, e := range entries[:min(len(entries), maxCatalog)] {
		if e.Listing == prompt.Shortened && e.Summary != "" {
			e.Why += " Sent: " + e.Summary
		}
		rows = append(rows, []app.UI{app.Text(e.Name), app.Text(string(e.Listing)), app.Text(used[e.Name]), app.Text(e.Why)})
	}
	return html.With("details", "fold",
		html.Text("summary", "", fmt.Sprintf("How %s stood in it", answer.Number(len(entries), "available skill"))),
		html.Grid("Skills in the catalog", []string{"Skill", "Catalog", "In this turn", "Why"}, rows),
		html.Left(len(entries)-maxCatalog, ""),
	)
}
