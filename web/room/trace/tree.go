package trace

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/event"
	"lily/web/html"
	"lily/web/turns"
	"lily/web/words"
)

func (d *Doc) tree() app.UI {
	if len(d.rows) == 0 {
		return html.Text("p", "empty", "No event matches. Choose all types, or clear the search.")
	}
	longest, dearest := d.most()
	return html.With("div", "log-box",
		&html.Virtual{
			ID: treeID, Role: "tree", Label: "Turns, requests and calls, newest last", Of: fmt.Sprint(d.session, len(d.rows), d.kind, d.query, len(d.shut), d.moment),
			Count: len(d.rows), At: &d.at, Open: func(i int, byKey bool) { d.choice(i, byKey) }, Press: d.press,
			Says: func(i int) string { return d.rows[i].Title },
			Row:  func(i int) app.HTMLElem { return d.line(i, longest, dearest) },
		},
		html.Button("Newest event", "", func() { d.stays = false; d.Store.Loop.Changed(); html.Focus(treeID) }, "small", words.Either(d.stays, "to-foot", "to-foot idle")),
	)
}

// most are the longest time and the most tokens of a turn, against which the bars are drawn.
func (d *Doc) most() (longest int64, dearest int) {
	for _, s := range d.spans.List {
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
	row := html.With("div", "trace-row depth-"+strconv.Itoa(min(r.depth, 3)),
		html.With("span", "trace-fold", app.If(len(r.Below) > 0, func() app.UI {
			return html.Icon(words.Either(folded, "right", "down"))
		})),
		html.Text("span", "seq", strconv.Itoa(r.Seq())),
		html.Icon(icons[r.Of]),
		html.Text("code", "type", r.Type()),
		app.If(d.holds(r, d.moment), func() app.UI { return html.Badge("active", "shown") }),
		html.Text("span", "trace-title", r.Title),
		html.Maybe("span", "trace-state", r.State),
		html.Maybe("span", "hint", words.Either(folded, r.Holds(), "")),
		html.Text("span", "trace-time", words.Either(ended > begun, lasted(ended-begun), "")), bar(ended-begun, longest),
		html.Text("span", "trace-tokens", words.Either(sent+got > 0, words.Thousands(sent+got), "")), bar(int64(sent+got), int64(dearest)),
	).Aria("level", r.depth+1)
	if len(r.Below) > 0 {
		row.Aria("expanded", !folded)
	}
	return row
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
	d.seq, d.stays = d.rows[i].Seq(), i < len(d.rows)-1
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
	case key == "ArrowRight" && inner && folded:
		delete(d.shut, r.Seq())
	case key == "ArrowLeft" && inner && !folded:
		if d.shut == nil {
			d.shut = map[int]bool{}
		}
		d.shut[r.Seq()] = true
	case key == "ArrowRight" && inner:
		d.at++
	case key == "ArrowLeft" && r.depth > 0:
		for d.at > 0 && d.rows[d.at].depth >= r.depth {
			d.at--
		}
	default:
		return false
	}
	d.stays = true
	d.Store.Loop.Changed()
	return true
}
