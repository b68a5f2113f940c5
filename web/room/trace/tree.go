package trace

import (
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
	"lily/web/turns"
	"lily/web/words"
)

// list is the tree, or the raw log.
func (d *Doc) list() app.UI {
	if len(d.rows) == 0 {
		return html.Text("p", "empty", "No event matches. Choose all types, or clear the search.")
	}
	longest, dearest := d.most()
	v := &html.Virtual{
		ID: listID, Role: "tree", Label: "Turns, requests and calls, newest last", Of: fmt.Sprint(d.log.session, d.shows),
		Count: len(d.rows), At: &d.at, Open: d.choice, Press: d.press, Seen: d.seen,
		Says: func(i int) string { return d.rows[i].Title },
		Row:  func(i int) app.HTMLElem { return d.line(i, longest, dearest) },
	}
	if d.raw {
		v.Role, v.Label, v.Press, v.Row = "listbox", "Events as JSON lines, newest last", nil, d.exactly
	}
	return html.With("div", "log-box", v,
		html.Button("Newest event", "", func() { d.newest(); html.Focus(listID) }, "small", words.Either(d.away, "to-foot", "to-foot idle")),
	)
}

// most are the longest time and the most tokens of a turn, against which the bars are drawn.
func (d *Doc) most() (longest int64, dearest int) {
	for _, s := range d.log.spans.List {
		begun, ended := s.Time()
		sent, got := s.Tokens()
		longest, dearest = max(longest, ended-begun), max(dearest, sent+got)
	}
	return longest, dearest
}

var icons = map[string]string{turns.OfTurn: "conversation", turns.OfRequest: "send", turns.OfCall: "tool", turns.OfEvent: "step"}

func (d *Doc) line(i int, longest int64, dearest int) app.HTMLElem {
	r := d.rows[i]
	begun, ended := r.Time()
	sent, got := r.Tokens()
	folded := d.shut[r.Seq()]
	kind, title := gist(r.Span)
	row := html.With("div", "trace-row of-"+r.Of+" depth-"+strconv.Itoa(min(r.depth, 3)),
		d.chevron(r),
		html.Text("span", "seq", strconv.Itoa(r.Seq())),
		html.Icon(icons[r.Of]),
		app.If(kind != "", func() app.UI { return html.Text("code", "type", kind) }),
		app.If(d.holds(r, d.moment), func() app.UI { return html.Badge("active", "shown") }),
		html.Text("span", "trace-title", words.Clip(title, turns.MaxBrief)),
		html.Maybe("span", words.Either(r.State == turns.Failed, "trace-state failed", "trace-state"), r.State),
		html.Maybe("span", "hint", words.Either(folded, r.Holds(), "")),
		app.If(ended > begun || sent+got > 0, func() app.UI {
			return html.With("span", "trace-numbers",
				html.Text("span", "trace-time", words.Either(ended > begun, lasted(ended-begun), "")), bar(ended-begun, longest),
				app.If(dearest > 0, func() app.UI {
					return html.Text("span", "trace-tokens", words.Either(sent+got > 0, words.Thousands(sent+got)+" tokens", ""))
				}),
				app.If(dearest > 0, func() app.UI { return bar(int64(sent+got), int64(dearest)) }),
			)
		}),
	).Aria("level", r.depth+1).Aria("selected", r.Seq() == d.detailed)
	if len(r.Below) > 0 {
		row.Aria("expanded", !folded)
	}
	return row
}

// gist is what a span is of, where its icon does not say it all, and what was said or asked for in it.
func gist(s *turns.Span) (kind, title string) {
	switch kind, title = s.Type(), s.Title; s.Of {
	case turns.OfTurn:
		if kind == (event.Message{}).Type() || kind == (event.Command{}).Type() {
			kind = ""
		}
	case turns.OfRequest:
		kind = turns.OfRequest
	case turns.OfCall:
		kind, title = s.Title, ""
		for _, e := range s.Events {
			switch b := e.Body.(type) {
			case event.ToolCall:
				title = answer.Line(string(b.Args))
			case event.CallRefused:
				title = answer.Line(b.Args)
			}
		}
	}
	return kind, title
}

// chevron folds by a click; keys have the arrows.
func (d *Doc) chevron(r row) app.UI {
	if len(r.Below) == 0 {
		return html.With("span", "trace-fold")
	}
	return html.With("span", "trace-fold", html.Icon(words.Either(d.shut[r.Seq()], "right", "down"))).OnClick(func(_ app.Context, e app.Event) {
		e.Call("stopPropagation")
		d.bend(r.Seq())
	}, app.EventScope(r.Seq()))
}

// bar says with its length what stands beside it in words; of nothing there is none, and its place stays.
func bar(value, most int64) app.UI {
	if value <= 0 {
		return html.With("span", "bar")
	}
	return html.El("progress").Class("bar").Aria("hidden", "true").Attr("max", float64(max(most, 1))).Attr("value", float64(value))
}

func lasted(ms int64) string {
	if ms < 1000 {
		return strconv.FormatInt(ms, 10) + " ms"
	}
	return fmt.Sprintf("%.1f s", time.Duration(ms*int64(time.Millisecond)).Seconds())
}

// holds reports whether an event is one of a row's, or of what is folded in it.
func (d *Doc) holds(r row, seq int) bool {
	list := r.Events
	if d.shut[r.Seq()] {
		list = r.All()
	}
	return slices.ContainsFunc(list, func(e event.Event) bool { return e.Seq == seq })
}

// choice shows the detail of a row.
func (d *Doc) choice(i int, byKey bool) {
	d.seq = d.rows[i].Seq()
	d.keep()
	d.Store.Loop.Changed()
	if byKey {
		html.Focus(detailID)
	}
}

// press folds and unfolds as the pattern for trees has it.
func (d *Doc) press(key string, i int) bool {
	r := d.rows[i]
	folded, inner := d.shut[r.Seq()], len(r.Below) > 0
	switch {
	case key == "ArrowRight" && inner && folded, key == "ArrowLeft" && inner && !folded:
		d.bend(r.Seq())
	case key == "ArrowRight" && inner:
		d.at++
	case key == "ArrowLeft" && r.depth > 0:
		for d.at > 0 && d.rows[d.at].depth >= r.depth {
			d.at--
		}
	default:
		return false
	}
	d.shows++
	d.Store.Loop.Changed()
	return true
}

// bend folds a span, or unfolds it.
func (d *Doc) bend(seq int) {
	if d.shut == nil {
		d.shut = map[int]bool{}
	}
	d.shut[seq] = !d.shut[seq]
	d.Store.Loop.Changed()
}

// exactly is an event as it is recorded, as much of it as a line shows: what all events have stands before the rest.
func (d *Doc) exactly(i int) app.HTMLElem {
	const most = 240 // code points
	e := d.rows[i].Events[0]
	_, rest, _ := strings.Cut(d.log.line(e.Seq), `"type":"`+e.Body.Type()+`"`)
	return html.With("div", "trace-row",
		html.Text("span", "seq", strconv.Itoa(e.Seq)),
		html.Text("span", "time", clock(e.At)),
		html.Text("code", "type", e.Body.Type()),
		app.If(e.Seq == d.moment, func() app.UI { return html.Badge("active", "shown") }),
		html.Text("code", "trace-title", string(sight.JSON([]byte(words.Clip(strings.TrimPrefix(rest, ","), most))))),
	)
}

// clock is the time of an event where the person is; empty where it is not known.
func clock(at int64) string {
	return words.Either(at == 0, "", time.UnixMilli(at).Format("15:04:05.000"))
}
