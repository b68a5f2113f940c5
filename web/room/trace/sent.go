package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/model"
	"lily/core/prompt"
	"lily/web/html"
	"lily/web/state"
	"lily/web/turns"
	"lily/web/words"
)

// Sent shows what was sent to a model with one request, part by part (EV-2, CV-1). It looks again when there are more events.
type Sent struct {
	app.Compo
	Store *state.Store
	Turns []*turns.Turn // of the session
	Seq   int           // of the request
	Of    int           // requests in the session
	Rev   int           // events in it

	stands state.Standing
}

type sent struct {
	seq  int
	body event.ModelRequest
}

type piece struct{ name, text string }

// compared is two requests, one after the other, part by part.
type compared struct {
	first   bool // there is none before
	is, was []piece
	now     map[string]string
	old     map[string]string
}

func compareRequests(all []sent, at int) compared {
	c := compared{first: at == 0, is: pieces(all[at].body.Request)}
	if !c.first {
		c.was = pieces(all[at-1].body.Request)
	}
	c.now, c.old = byName(c.is), byName(c.was)
	return c
}

func byName(list []piece) map[string]string {
	texts := map[string]string{}
	for _, part := range list {
		texts[part.name] = part.text
	}
	return texts
}

// requests lists a session's requests, oldest first.
func requests(events []event.Event) []sent {
	var all []sent
	for _, e := range events {
		if b, ok := e.Body.(event.ModelRequest); ok {
			all = append(all, sent{e.Seq, b})
		}
	}
	return all
}

// Render implements [app.Composer].
func (p *Sent) Render() app.UI {
	all := requests(p.Store.Sessions.Recorded())
	at := slices.IndexFunc(all, func(r sent) bool { return r.seq == p.Seq })
	if at < 0 {
		return html.With("div", "")
	}
	return p.parts(all, at, compareRequests(all, at))
}

// parts are what was sent: how much of what, what the model could choose from, and the exact text.
func (p *Sent) parts(all []sent, at int, c compared) app.UI {
	r := all[at].body
	return html.With("div", "",
		html.Facts(p.Store.Exports.Copy, [][2]string{{"Request", fmt.Sprintf("%d of %d", at+1, p.Of)}, {"Model", r.Model}, {"Digest", r.Digest.String()}}),
		html.With("div", "row-of-acts", html.Button("Copy context", "Copy context: every part, as the model got it", p.copy, "small")),
		html.Text("h4", "", "Parts, in the order they were sent"),
		sizes(r.All(), c),
		p.catalog(all[at]),
		html.Text("h4", "", "Exact text"),
		html.With("div", "", app.Range(c.is).Slice(func(i int) app.UI {
			exact := html.Text("pre", "source", c.is[i].text).TabIndex(0)
			return html.With("details", "fold", html.Text("summary", "", c.is[i].name), exact)
		})),
	)
}

// copy gives the whole request.
func (p *Sent) copy() {
	var text strings.Builder
	for _, r := range requests(p.Store.Sessions.Recorded()) {
		if r.seq != p.Seq {
			continue
		}
		for _, part := range pieces(r.body.Request) {
			text.WriteString("## " + part.name + "\n" + part.text + "\n\n")
		}
	}
	p.Store.Exports.Copy("the context", text.String())
}

// pieces lists the parts in the order of [model.Request.Sizes], each by a name of its own.
func pieces(r model.Request) []piece {
	list := []piece{}
	n := 0
	for _, p := range r.Parts() {
		if role, ok := strings.CutPrefix(p.Name, "message/"); ok {
			n++
			p.Name = fmt.Sprintf("message %d, %s", n, role)
		}
		list = append(list, piece{p.Name, p.Text})
	}
	return list
}

// sizes is the table of parts with its totals; tokens are an estimate.
func sizes(parts []model.Size, c compared) app.UI {
	rows := [][]app.UI{}
	row := func(name string, size model.Size, change string) {
		bytes, tokens := strconv.Itoa(size.Bytes), strconv.Itoa(size.Tokens)
		rows = append(rows, []app.UI{html.Say(name), html.Say(bytes), html.Say(tokens), html.Say(change)})
	}
	var total model.Size
	for i, s := range parts {
		name := s.Part
		if i < len(c.is) {
			name = c.is[i].name
		}
		total.Bytes, total.Tokens = total.Bytes+s.Bytes, total.Tokens+s.Tokens
		row(name, s, c.change(name))
	}
	row("Total", total, "")
	return html.Grid("Parts of the request", []string{"Part", "Bytes", "Tokens, about", "Change"}, rows)
}

func (c compared) change(name string) string {
	old, was := c.old[name]
	switch {
	case c.first:
		return "first"
	case !was:
		return "added"
	case old != c.now[name]:
		return "changed"
	}
	return "same"
}

func (c compared) changes() app.UI {
	if c.first {
		return html.Text("p", "hint", "This is the session's first request.")
	}
	by := map[string][]string{}
	for _, part := range c.is {
		by[c.change(part.name)] = append(by[c.change(part.name)], part.name)
	}
	for _, part := range c.was {
		if _, ok := c.now[part.name]; !ok {
			by["removed"] = append(by["removed"], part.name)
		}
	}
	if len(by["added"])+len(by["removed"])+len(by["changed"]) == 0 {
		return html.Text("p", "hint", "Nothing: both requests are the same.")
	}
	return html.Pairs([][2]string{{"Added", words.List(by["added"])}, {"Removed", words.List(by["removed"])}, {"Changed", words.List(by["changed"])}})
}

const maxCatalog = 200

// catalog shows what the model of a request could choose from: the catalog's size and what
// its budget cost, how every skill stood in it and why, which one was read, and the tools
// (CV-2, CV-3).
func (p *Sent) catalog(r sent) app.UI {
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

// standing lists every skill of the snapshot that was in force, and why it stands as it does.
func (p *Sent) standing(r sent) app.UI {
	snapshot := turns.SnapshotAt(p.Store.Sessions.Recorded(), r.seq)
	if snapshot == nil {
		return html.With("div", "")
	}
	entries := p.stands.Of(snapshot, r.body.Catalog.Limit).Entries
	used := turns.UsedIn(p.Turns, r.seq)
	rows := [][]app.UI{}
	for _, e := range entries[:min(len(entries), maxCatalog)] {
		if e.Listing == prompt.Shortened && e.Summary != "" {
			e.Why += " Sent: " + e.Summary
		}
		rows = append(rows, []app.UI{html.Say(e.Name), html.Say(string(e.Listing)), html.Say(used[e.Name]), html.Say(e.Why)})
	}
	return html.With("details", "fold",
		html.Text("summary", "", fmt.Sprintf("How %s stood in it", answer.Number(len(entries), "available skill"))),
		html.Grid("Skills in the catalog", []string{"Skill", "Catalog", "In this turn", "Why"}, rows),
		html.Left(len(entries)-maxCatalog, ""),
	)
}
