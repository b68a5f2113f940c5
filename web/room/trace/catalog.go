package trace

import (
	"cmp"
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/prompt"
	"lily/web/html"
	"lily/web/turns"
	"lily/web/words"
)

// maxCatalog is how many skills of a catalog are shown.
const maxCatalog = 200

// catalog shows what the model of a request could choose from: the catalog's
// size and what its budget cost, how every skill stood in it and why, which one
// was read, and the tools (CV-2, CV-3).
func (p *Context) catalog(r sent) app.UI {
	b := r.body.Catalog
	return html.With("div", "",
		html.Text("h4", "", "Catalog of skills"),
		html.Pairs([][2]string{
			{"Tokens, about", words.Thousands(b.Tokens) + " of " + words.Thousands(b.Limit)},
			{"Shortened", cmp.Or(words.List(b.Shortened), "none")},
			{"Dropped", cmp.Or(words.List(b.Dropped), "none")},
		}),
		p.standing(r),
		html.Text("h4", "", "Tools sent"),
		html.Text("p", "", cmp.Or(words.List(toolNames(r.body)), "None.")),
	)
}

func toolNames(r event.ModelRequest) []string {
	names := []string{}
	for _, t := range r.Request.Tools {
		names = append(names, t.Name)
	}
	return names
}

// catalogued lists every skill of the snapshot that was in force.
func (p *Context) standing(r sent) app.UI {
	snapshot := turns.SnapshotAt(p.Store.Sessions.Events(), r.seq)
	if snapshot == nil {
		return html.With("div", "")
	}
	entries := p.stands.Of(snapshot, r.body.Catalog.Limit).Entries
	used := turns.UsedIn(p.Store.Sessions.Turns(), r.seq)
	rows := [][]app.UI{}
	for _, e := range entries[:min(len(entries), maxCatalog)] {
		rows = append(rows, []app.UI{app.Text(e.Name), app.Text(string(e.Listing)), app.Text(used[e.Name]), app.Text(sentWith(e))})
	}
	return html.With("details", "fold",
		html.Text("summary", "", fmt.Sprintf("How %s stood in it", answer.Number(len(entries), "available skill"))),
		html.Grid("Skills in the catalog", []string{"Skill", "Catalog", "In this turn", "Why"}, rows),
		html.When(len(entries) > maxCatalog, func() app.UI { return html.El("p").Class("hint").Textf("And %d more.", len(entries)-maxCatalog) }),
	)
}

// sentWith is why an entry stands as it does, and what was sent of a summary that was cut.
func sentWith(e prompt.Entry) string {
	if e.Listing == prompt.Shortened && e.Summary != "" {
		return e.Why + " Sent: " + e.Summary
	}
	return e.Why
}
