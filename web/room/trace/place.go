package trace

import (
	"slices"

	"lily/core/event"
)

// place is where the person is in the list of rows. The list follows what is new as long as its last row is the active
// one and in sight.
type place struct {
	at     int  // the active row
	away   bool // the last row is out of sight
	moment int  // that was shown at the last look
	shows  int  // how often the list went to the active row
}

// active is the first event of the active row; 0 where there is none.
func (d *Doc) active() int {
	if d.at < len(d.rows) {
		return d.rows[d.at].Seq()
	}
	return 0
}

func (d *Doc) follows() bool { return d.at >= len(d.rows)-1 && !d.away }

// move takes where the person was: the event that was active, whether the list followed what is new, and whether rows
// came. It goes to the moment that is shown when that is another one, to what is new where the list follows it, and else
// stays at the event that was active.
func (d *Doc) move(moment, seq int, follows, grew bool) {
	last := max(0, len(d.rows)-1)
	switch {
	case moment != d.moment && moment > 0:
		d.at = d.row(moment)
		d.shows++
	case follows && d.at != last:
		d.at = last
		d.shows++
	case !follows:
		d.at, d.away = d.row(seq), d.away || grew
	}
	d.moment = moment
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

// seen is told whether the last row is in sight, after a scroll.
func (d *Doc) seen(last bool) (news bool) {
	if news = d.away == last; news {
		d.away = !last
		d.Store.Loop.Changed()
	}
	return news
}

// newest goes to the last row.
func (d *Doc) newest() {
	d.at, d.away = max(0, len(d.rows)-1), false
	d.shows++
	d.Store.Loop.Changed()
}
