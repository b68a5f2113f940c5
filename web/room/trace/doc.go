// Package trace shows what happened in a session: a tree of turns, requests and calls with what went in and what came
// out of each, every event as it is recorded, and where a replay differs (EV-1 to EV-4, CV-1; UI.md, Trace).
//
// It promises the exact bytes: what is copied as JSON lines is the log. It changes nothing but the
// moment that is shown.
//
//	&trace.Doc{Store: s}
package trace

import (
	"cmp"
	"fmt"
	"strconv"
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
	listID   = "trace"
	detailID = "trace-detail"
	allKinds = "all"
)

// Doc shows what happened in the session, newest last: as a tree, or raw, event by event.
type Doc struct {
	app.Compo
	Store *state.Store
	Rev   int

	log  log
	kind string // of events; empty for all
	raw  bool

	query string
	first *string      // that the field began with
	shut  map[int]bool // spans that are folded, by their first event
	rows  []row
	place

	seq      int // of the line that was chosen; 0 for none
	detailed int // of the line in the detail
	tab      string
}

// Render implements [app.Composer].
func (d *Doc) Render() app.UI {
	d.again()
	d.look()
	list := d.log.events
	return html.With("div", "trace",
		html.With("div", "head",
			html.Text("span", "tally", fmt.Sprintf("%d of %s", d.log.found(), answer.Number(len(list), "event"))),
			html.Button(words.Either(d.folded(), "Unfold all", "Fold all"), "", d.turn, "small").Attr("disabled", d.raw),
			html.Button("Raw log", "Raw log: every event as it is recorded", d.turnRaw, "small").Aria("pressed", d.raw),
			html.Button("Replay", "Replay the session and compare", d.Store.Proofs.Verify, "small").Attr("disabled", d.Store.Sessions.Busy()),
			html.Button("Copy all", "Copy all events as JSON lines", func() { d.Store.Exports.Copy("the events", d.text()) }, "small"),
		),
		html.With("div", "filters",
			html.Choose("event-type", "Event type", cmp.Or(d.kind, allKinds), kindsOf(list, d.kind), d.choose),
			html.SearchFrom("find-event", "Find in events", *d.first, d.search),
		),
		html.With("div", "trace-parts",
			&html.Keyed{ID: words.Either(d.raw, "raw", "tree"), Of: d.list},
			html.With("section", "trace-detail", d.detail()).ID(detailID).TabIndex(-1).Aria("label", "Detail").OnClick(d.pin),
		).On("copy", d.copied),
	)
}

// again takes up what was sought, and the line that was chosen, before another document was shown.
func (d *Doc) again() {
	if d.first != nil {
		return
	}
	sought := d.Store.Shown.Sought
	d.query, d.kind, d.raw = sought[listID], sought[listID+"/kind"], d.raw || sought[listID+"/raw"] != ""
	first := d.query
	d.first = &first
	d.look()
	if session, seq, _ := strings.Cut(sought[listID+"/at"], " "); session == d.Store.Sessions.Session {
		d.seq, _ = strconv.Atoi(seq)
	}
	if d.seq > 0 {
		d.at, d.away = d.row(d.seq), true
		d.shows++
	}
}

// keep has what is sought, and the line that is chosen, there again when the document is.
func (d *Doc) keep() {
	seek := d.Store.Shown.Seek
	seek(listID, d.query)
	seek(listID+"/kind", d.kind)
	seek(listID+"/raw", words.Either(d.raw, "raw", ""))
	seek(listID+"/at", fmt.Sprint(d.Store.Sessions.Session, " ", d.seq))
}

// look takes what is new, lists the rows, and goes to where the person is among them.
func (d *Doc) look() {
	s := d.Store.Sessions
	seq, follows, n, seen := d.active(), d.follows(), len(d.rows), len(d.log.events)
	if d.log.take(s.Session, s.Recorded()) {
		d.shut, d.seq, d.away, follows = nil, 0, false, true
	}
	d.log.sift(d.kind, d.query)
	d.fold()
	d.move(s.Here().At, seq, follows, len(d.log.events) > seen && len(d.rows) > n)
	d.detailed = 0
	if r := d.chosen(); r != nil {
		d.detailed = r.Seq()
	}
}

// text is exactly [event.Lines] of the session's events.
func (d *Doc) text() string {
	d.log.take(d.Store.Sessions.Session, d.Store.Sessions.Recorded())
	return d.exact(d.log.events)
}

// copied answers Mod+C in the raw log: the events that are listed, as they are recorded.
func (d *Doc) copied(_ app.Context, e app.Event) {
	if d.look(); !d.raw || app.Window().Call("getSelection").Call("toString").String() != "" {
		return
	}
	var list []event.Event
	for _, r := range d.rows {
		list = append(list, r.Events[0])
	}
	e.Get("clipboardData").Call("setData", "text/plain", d.exact(list))
	e.PreventDefault()
}

func (d *Doc) choose(kind string) {
	d.kind = words.Either(kind == allKinds, "", kind)
	d.tell()
}

func (d *Doc) search(query string) {
	d.query = query
	d.tell()
}

// tell says how many events there are now.
func (d *Doc) tell() {
	d.keep()
	d.look()
	d.shows++
	d.Store.Loop.Status = answer.Number(d.log.found(), "event")
}

// pin keeps what a person reads, which was shown unasked, whatever comes after it.
func (d *Doc) pin(app.Context, app.Event) {
	d.seq = d.detailed
	d.keep()
}

// turnRaw shows the raw log, or the tree again, at the line that was chosen.
func (d *Doc) turnRaw() {
	d.raw = !d.raw
	d.keep()
	if d.fold(); d.seq > 0 {
		d.at = d.row(d.seq)
	}
	d.shows++
}

// row is a span that is listed, with its depth.
type row struct {
	*turns.Span
	depth int
}

// fold lists what is shown: in the tree the spans that match, with what they are in, and nothing of what is folded; in
// the raw log each event that matches.
func (d *Doc) fold() {
	if d.rows = d.rows[:0]; d.raw {
		for i, s := range d.log.each {
			if d.log.hits[i] {
				d.rows = append(d.rows, row{s, 0})
			}
		}
		return
	}
	for _, s := range d.log.spans.List {
		d.show(s, 0)
	}
}

func (d *Doc) show(s *turns.Span, depth int) (some bool) {
	at := len(d.rows)
	d.rows = append(d.rows, row{s, depth})
	for _, e := range s.Events {
		some = some || d.log.hits[e.Seq-1]
	}
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

// folded reports whether every turn is folded.
func (d *Doc) folded() bool {
	for _, s := range d.log.spans.List {
		if len(s.Below) > 0 && !d.shut[s.Seq()] {
			return false
		}
	}
	return len(d.shut) > 0
}

// turn folds every turn, or unfolds all.
func (d *Doc) turn() {
	if d.folded() {
		d.shut = nil
		return
	}
	d.shut = map[int]bool{}
	for _, s := range d.log.spans.List {
		d.shut[s.Seq()] = len(s.Below) > 0
	}
}

// exact are the events of a span as they are recorded.
func (d *Doc) exact(list []event.Event) string {
	var b strings.Builder
	for _, e := range list {
		b.WriteString(d.log.line(e.Seq) + "\n")
	}
	return b.String()
}
