package ui

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/prompt"
)

// maxCatalog is how many skills of a catalog are shown.
const maxCatalog = 200

// catalog shows what the model of a request could choose from: the catalog's
// size and what its budget cost, how every skill stood in it and why, which one
// was read, and the tools (CV-2, CV-3).
func (p *contextPane) catalog(r sent) app.UI {
	b := r.body.Catalog
	return elWith("div", "",
		elText("h4", "", "Catalog of skills"),
		pairs([][2]string{
			{"Tokens, about", thousands(b.Tokens) + " of " + thousands(b.Limit)},
			{"Shortened", cmp.Or(join(b.Shortened), "none")},
			{"Dropped", cmp.Or(join(b.Dropped), "none")},
		}),
		p.standing(r),
		elText("h4", "", "Tools sent"),
		elText("p", "", cmp.Or(join(toolNames(r.body)), "None.")),
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
func (p *contextPane) standing(r sent) app.UI {
	snapshot := snapshotAt(p.Store.events(), r.seq)
	if snapshot == nil {
		return elWith("div", "")
	}
	entries := p.stands.of(snapshot, r.body.Catalog.Limit).Entries
	used := usedIn(p.Store.turns(), r.seq)
	rows := [][]app.UI{}
	for _, e := range entries[:min(len(entries), maxCatalog)] {
		rows = append(rows, []app.UI{app.Text(e.Name), app.Text(string(e.Listing)), app.Text(used[e.Name]), app.Text(sentWith(e))})
	}
	return elWith("details", "fold",
		elText("summary", "", fmt.Sprintf("How %s stood in it", answer.Number(len(entries), "available skill"))),
		grid("Skills in the catalog", []string{"Skill", "Catalog", "In this turn", "Why"}, rows),
		elWith("div", "", app.If(len(entries) > maxCatalog, func() app.UI { return el("p").Class("hint").Textf("And %d more.", len(entries)-maxCatalog) })),
	)
}

// sentWith is why an entry stands as it does, and what was sent of a summary that was cut.
func sentWith(e prompt.Entry) string {
	if e.Listing == prompt.Shortened && e.Summary != "" {
		return e.Why + " Sent: " + e.Summary
	}
	return e.Why
}

// snapshotAt is the one in force at an event.
func snapshotAt(events []event.Event, seq int) (s *loader.Snapshot) {
	for _, e := range events {
		if b, ok := e.Body.(event.SkillCatalogUpdated); ok && e.Seq < seq {
			s = b.Snapshot
		}
	}
	return s
}

// usedIn says of the skills of a request's turn who chose them, and whether the
// text was read.
func usedIn(list []*turnView, seq int) map[string]string {
	used := map[string]string{}
	for _, t := range list {
		if !t.asked(seq) {
			maps.Copy(used, usedIn(t.Replaced, seq))
			continue
		}
		for _, s := range t.Steps {
			if k := s.Skill; k != nil {
				used[k.Name] = "chosen by " + k.By + either(k.Loaded != nil, ", read", "")
			}
		}
	}
	return used
}

// asked reports whether a turn made the request of an event.
func (t *turnView) asked(seq int) bool {
	for _, s := range t.Steps {
		if s.Reply != nil && s.Seq == seq {
			return true
		}
	}
	return false
}
