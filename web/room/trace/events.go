// Package trace shows what happened in a session and what was sent: events, requests part
// by part, and where a replay differs (EV-1 to EV-4, CV-1).
//
// It promises the exact bytes: what is shown as JSON is the log. It changes nothing but the
// moment that is shown.
//
//	&trace.Events{Store: s, Hand: h}
package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/state"
	"lily/web/turns"
	"lily/web/words"
)

const (
	eventRows = 200           // events that are shown before the person asks for older ones
	eventList = "events-list" // the id of the list that scrolls
	allKinds  = "all"

	shownEvent = "shown-event" // the id of the event whose moment is shown
)

// Events shows what happened in the session, newest last (EV-2, EV-3).
type Events struct {
	app.Compo
	Store *state.Store
	Hand  *html.Hand
	Rev   int

	session string
	lines   []string // the session's events as JSON
	kind    string   // empty for all
	query   string
	older   int
	open    map[int]bool
	raw     bool
	foot    html.Foot // of the list
	last    int       // events at the last look
	at      int       // the moment at the last look
}

// OnMount begins at the newest event.
func (p *Events) OnMount(ctx app.Context) { p.OnUpdate(ctx) }

// OnUpdate follows the newest event while the person is at the foot.
func (p *Events) OnUpdate(ctx app.Context) {
	n, at := len(p.Store.Sessions.Recorded()), p.Store.Sessions.Here().At
	if n == p.last && at == p.at && p.session == p.Store.Sessions.Session {
		return
	}
	stays := p.foot.Away && p.session == p.Store.Sessions.Session && at == p.at
	p.last, p.at = n, at
	switch {
	case at > 0:
		ctx.Defer(func(app.Context) { html.Reveal(shownEvent) })
	case !stays:
		ctx.Defer(func(app.Context) { html.ScrollDown(eventList) })
	}
}

// take reads what is new, or all of another session.
func (p *Events) take() []event.Event {
	list := p.Store.Sessions.Recorded()
	if p.session != p.Store.Sessions.Session {
		p.session, p.lines, p.open, p.older, p.foot.Away = p.Store.Sessions.Session, nil, map[int]bool{}, 0, false
	}
	for i := len(p.lines); i < len(list); i++ {
		p.lines = append(p.lines, string(event.Encode(list[i])))
	}
	return list
}

// Render implements [app.Composer].
func (p *Events) Render() app.UI {
	list := p.take()
	found := p.found(list)
	return html.With("div", "events",
		html.With("div", "head",
			html.Text("h3", "", "Events"),
			html.El("span").Class("tally").Textf("%d of %d", len(found), len(list)),
			html.Button("Copy all", "Copy all events as JSON lines", func() { p.Store.Exports.Copy("the events", p.text()) }, "small"),
			html.Button("Replay", "Replay the session and compare", p.Store.Proofs.Verify, "small").Attr("disabled", p.Store.Sessions.Busy()),
			html.Button("Raw", "Raw: all events as JSON lines", func() { p.raw = !p.raw }, "small").Aria("pressed", p.raw),
		),
		html.With("div", "filters",
			html.Choose("event-type", "Event type", cmp.Or(p.kind, allKinds), kindsOf(list, p.kind), p.choose),
			html.Search("find-event", "Find in events", p.search),
		),
		app.If(p.raw, func() app.UI { return rawLog(p.text()) }).Else(func() app.UI { return p.rows(found) }),
	)
}

// text is exactly [event.Lines] of the session's events.
func (p *Events) text() string {
	p.take()
	return joined(p.lines)
}

func (p *Events) choose(kind string) {
	p.kind = words.Either(kind == allKinds, "", kind)
	p.tell()
}

func (p *Events) search(query string) {
	p.query = query
	p.tell()
}

func (p *Events) tell() { p.Store.Loop.Status = answer.Number(len(p.found(p.take())), "event") }

func (p *Events) found(list []event.Event) []int {
	found := []int{}
	for i, e := range list {
		if (p.kind == "" || e.Body.Type() == p.kind) && (p.query == "" || strings.Contains(strings.ToLower(p.lines[i]), p.query) ||
			strings.Contains(strings.ToLower(turns.Brief(e.Body)), p.query)) {
			found = append(found, i)
		}
	}
	return found
}

func (p *Events) rows(found []int) app.UI {
	list := p.Store.Sessions.Recorded()
	first := max(0, len(found)-eventRows-p.older)
	last := len(found)
	if at := p.Store.Sessions.Here().At; at > 0 { // the rows around the moment
		i, _ := slices.BinarySearch(found, at-1)
		first, last = around(i, len(found))
		first = max(0, first-p.older)
	}
	shown := found[first:last]
	older := func() { p.older += eventRows }
	return html.With("div", "log-box",
		html.With("div", "scroll log",
			html.When(first > 0, func() app.UI { return html.Button("Show older", "Show older events", older) }),
			html.When(len(found) == 0, func() app.UI {
				return html.Text("p", "empty", "No event matches. Choose all types, or clear the search.")
			}),
			html.With("ol", "rows", app.Range(shown).Slice(func(i int) app.UI { return p.row(list[shown[i]], p.lines[shown[i]]) })),
			html.When(last < len(found), func() app.UI {
				return html.Text("p", "hint", answer.Number(len(found)-last, "newer event")+" follow. Go on from here to see them.")
			}),
		).ID(eventList).TabIndex(0).Role("group").Aria("label", "Events, newest last").OnScroll(p.scrolled),
		html.ToFoot("Newest event", eventList, p.foot.Away, func() { p.foot.Away = false }, "small"),
	)
}

// around are the rows to show at row i of n: the same for a while, since each move makes all anew.
func around(i, n int) (first, last int) {
	const steps = eventRows / 4
	first = max(0, min(i/steps*steps-2*steps+steps/2, n-eventRows))
	return first, min(n, first+eventRows)
}

func (p *Events) scrolled(ctx app.Context, e app.Event) {
	if !p.foot.Scrolled(ctx, e, p.Hand) {
		ctx.PreventUpdate()
	}
}

func (p *Events) row(e event.Event, line string) app.UI {
	open, shown := p.open[e.Seq], e.Seq == p.Store.Sessions.Here().At
	clock := words.Either(e.At == 0, "", time.UnixMilli(e.At).Format("15:04:05.000"))
	li := html.With("li", "", html.With("details", "event",
		html.With("summary", "",
			html.Text("span", "seq", fmt.Sprint(e.Seq)), html.Say(" "),
			html.Text("code", "type", e.Body.Type()), html.Say(" "),
			app.If(shown, func() app.UI { return html.Badge("active", "shown") }),
			html.Text("span", "time", clock), html.Say(" "),
			html.Text("span", "about", turns.Brief(e.Body)),
		).OnClick(func(_ app.Context, ev app.Event) {
			ev.PreventDefault()
			p.open[e.Seq] = !p.open[e.Seq]
		}, app.EventScope(e.Session, e.Seq)),
		app.If(open, func() app.UI { return p.detail(e, line) }),
	).Attr("open", open))
	if shown {
		li.ID(shownEvent).Class("shown").Aria("current", "true")
	}
	return li
}

func (p *Events) detail(e event.Event, line string) app.UI {
	s, seq := p.Store, strconv.Itoa(e.Seq)
	goTo, fork := func() { s.Sessions.StepTo(e.Seq) }, func() { s.Sessions.ForkAt(e.Seq) }
	return html.With("div", "code",
		html.With("div", "row-of-acts",
			html.ButtonFor(seq, "Go to", "Go to event "+seq+": show the session as it was then", goTo, "small"),
			html.ButtonFor(seq, "Fork from here", "Fork from here: another session goes on from event "+seq, fork, "small"),
		),
		html.Text("pre", "", words.Pretty(line)).TabIndex(0),
		html.ButtonFor(e.Session, "Copy", "Copy event "+seq, func() { s.Exports.Copy("event "+seq, line) }, "copy"),
	)
}

const differsID = "differs"

// Differs shows the first difference side by side.
func Differs(s *state.Store) app.UI {
	b := s.Proofs.Differs
	return html.Dialog{ID: differsID, Title: "The replay differs", Shut: s.Proofs.Dismiss, Content: func() []app.UI {
		return []app.UI{
			html.Text("p", "lead", fmt.Sprintf("The engine was run again over %s of %s. Event %d is the first that came out differently: what is recorded was changed, or was made by another version of Lily.",
				answer.Number(b.Total, "event"), s.Sessions.Name(b.Session), b.Seq)),
			html.With("div", "replayed", side("Got, from the replay", b.Got), side("Want, as it is recorded", b.Want)),
			html.With("div", "row-of-acts", app.If(b.Seq <= b.Total, func() app.UI {
				return html.Button("Go to the event", "", func() { html.Shut(differsID); s.Proofs.GoTo(b) }, "main")
			})),
		}
	}}.While(b != nil)
}

func side(label, line string) app.UI {
	const most = 20_000 // code points that are shown
	text := words.Either(line == "", "Nothing: this side had ended.", words.Clip(sight.Show(words.Pretty(line)), most))
	return html.With("div", "", html.Text("h3", "", label), html.Text("pre", "source", text).TabIndex(0).Role("region").Aria("label", sight.Show(label)))
}
