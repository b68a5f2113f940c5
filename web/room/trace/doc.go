package trace

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/event"
	"lily/web/html"
	"lily/web/state"
	"lily/web/turns"
	"lily/web/words"
)

const (
	treeID   = "trace"
	detailID = "trace-detail"
)

// Doc shows what happened in the session as a tree: turns, in them requests, in those the calls that they asked for,
// with time and tokens (EV-2, EV-3; UI.md, Trace).
type Doc struct {
	app.Compo
	Store *state.Store
	Rev   int

	session string
	first   *event.Event // of those that were folded
	spans   turns.Trace
	lines   []string     // the session's events as JSON
	shut    map[int]bool // spans that are folded, by their first event

	kind  string // of events; empty for all
	query string
	raw   bool

	rows   []row
	at     int  // the active row
	moment int  // that was shown at the last look
	stays  bool // the person has left the newest row
	seq    int  // of the span in the detail; 0 for none
	tab    string
}

// row is a span that is shown, with its depth.
type row struct {
	*turns.Span
	depth int
}

// Render implements [app.Composer].
func (d *Doc) Render() app.UI {
	list := d.take()
	d.fold()
	d.follow()
	return html.With("div", "trace",
		html.With("div", "head",
			html.Text("h2", "", "Trace"),
			html.El("span").Class("tally").Textf("%d of %d", d.found(list), len(list)),
			html.Button("Copy all", "Copy all events as JSON lines", func() { d.Store.Exports.Copy("the events", d.text()) }, "small"),
			html.Button("Replay", "Replay the session and compare", d.Store.Proofs.Verify, "small").Attr("disabled", d.Store.Sessions.Busy()),
			html.Button("Raw log", "Raw log: all events as JSON lines", func() { d.raw = !d.raw }, "small").Aria("pressed", d.raw),
		),
		html.With("div", "filters",
			html.Choose("event-type", "Event type", cmp.Or(d.kind, allKinds), kindsOf(list, d.kind), d.choose),
			html.Search("find-event", "Find in events", d.search),
		),
		app.If(d.raw, func() app.UI { return rawLog(d.text()) }).Else(func() app.UI {
			return html.With("div", "trace-parts", d.tree(), html.With("section", "trace-detail", d.detail()).ID(detailID).TabIndex(-1).Aria("label", "Detail"))
		}),
	)
}

// take reads what is new, or all of another session.
func (d *Doc) take() []event.Event {
	list := d.Store.Sessions.Recorded()
	if d.session != d.Store.Sessions.Session || len(list) < len(d.lines) || len(list) > 0 && d.first != nil && d.first != &list[0] && d.other(list) {
		*d = Doc{Compo: d.Compo, Store: d.Store, Rev: d.Rev, session: d.Store.Sessions.Session, kind: d.kind, query: d.query, raw: d.raw}
	}
	if len(list) > 0 {
		d.first = &list[0]
	}
	for i := len(d.lines); i < len(list); i++ {
		d.lines = append(d.lines, string(event.Encode(list[i])))
	}
	d.spans.Take(list)
	return list
}

// other reports whether the last event that was taken is another one now.
func (d *Doc) other(list []event.Event) bool {
	n := len(d.lines)
	return n > 0 && string(event.Encode(list[n-1])) != d.lines[n-1]
}

// fold lists the spans that are shown: those that match, with what they are in, and nothing of what is folded.
func (d *Doc) fold() {
	d.rows = d.rows[:0]
	for _, s := range d.spans.List {
		d.show(s, 0)
	}
}

func (d *Doc) show(s *turns.Span, depth int) (some bool) {
	at := len(d.rows)
	d.rows = append(d.rows, row{s, depth})
	some = slices.ContainsFunc(s.Events, d.matches)
	for _, b := range s.Below {
		some = d.show(b, depth+1) || some
	}
	switch {
	case !some:
		d.rows = d.rows[:at]
	case d.shut[s.Seq()]:
		d.rows = d.rows[:at+1]
	}
	return some
}

func (d *Doc) matches(e event.Event) bool {
	return (d.kind == "" || e.Body.Type() == d.kind) && (d.query == "" ||
		strings.Contains(strings.ToLower(d.lines[e.Seq-1]), d.query) || strings.Contains(strings.ToLower(turns.Brief(e.Body)), d.query))
}

func (d *Doc) found(list []event.Event) (n int) {
	for _, e := range list {
		if d.matches(e) {
			n++
		}
	}
	return n
}

// follow keeps the newest row active until a person goes to another one, and goes to the moment that is shown.
func (d *Doc) follow() {
	now := d.Store.Sessions.Here().At
	if now != d.moment && now > 0 {
		d.at, d.stays = d.row(now), true
	}
	if d.moment = now; !d.stays {
		d.at = len(d.rows) - 1
	}
}

// row is the one of an event, or the last one before it.
func (d *Doc) row(seq int) (at int) {
	for i, r := range d.rows {
		if slices.ContainsFunc(r.Events, func(e event.Event) bool { return e.Seq == seq }) {
			return i
		}
		if r.Seq() <= seq {
			at = i
		}
	}
	return at
}

// text is exactly [event.Lines] of the session's events.
func (d *Doc) text() string {
	d.take()
	return joined(d.lines)
}

func (d *Doc) choose(kind string) {
	d.kind = words.Either(kind == allKinds, "", kind)
	d.tell()
}

func (d *Doc) search(query string) {
	d.query = query
	d.tell()
}

func (d *Doc) tell() { d.Store.Loop.Status = answer.Number(d.found(d.take()), "event") }
