package core

import (
	"bytes"

	"lily/core/event"
)

// cuts are the places of settled turns in recorded events: where the settlement of each
// begins, and why there is one (EV-4).
func cuts(events []event.Event) map[int]cutoff {
	found := map[int]cutoff{}
	for end, e := range events {
		for _, why := range cutoffs {
			if b, ok := e.Body.(event.Error); ok && b == why.end() {
				if at, ok := why.at(events, end); ok {
					found[at] = why
				}
			}
		}
	}
	return found
}

// at finds where a settlement begins that ends with an event.
func (c cutoff) at(events []event.Event, end int) (at int, ok bool) {
	for at = end + 1; at > 1 && c.settles(events[:at-1], events[at-1:end+1]); at-- {
		ok = true
	}
	return at, ok
}

// settles reports whether events are just what settles those before them.
func (c cutoff) settles(before, after []event.Event) bool {
	list := c.ending(before)
	if len(list) != len(after) {
		return false
	}
	for i, body := range list {
		e := after[i]
		e.Body = body
		if !bytes.Equal(event.Encode(e), event.Encode(after[i])) {
			return false
		}
	}
	return true
}

// muted reports whether the turn under way was cut off where it has come to: from
// there on nothing of it is recorded.
func (r *replay) muted(id string) bool {
	return id == r.id && !r.settling && r.cuts[r.next] != ""
}

// settle ends a turn that was cut off as it was settled.
func (r *replay) settle() {
	why := r.cuts[r.next]
	if why == "" {
		return
	}
	r.settling = true
	_ = r.engine.settle(r.id, why.ending) // it is there, and nobody else writes it
	r.settling = false
}
