package core

import (
	"bytes"

	"lily/core/event"
)

// cuts are the places of settled turns in recorded events: where each begins, and
// where it ends (EV-4).
func cuts(events []event.Event) map[int]int {
	found := map[int]int{}
	for end, e := range events {
		if b, ok := e.Body.(event.Error); ok && b == cutOff() {
			if at, ok := cutAt(events, end); ok {
				found[at] = end
			}
		}
	}
	return found
}

// cutAt finds where a settlement begins that ends with an event.
func cutAt(events []event.Event, end int) (at int, ok bool) {
	for at = end + 1; at > 1 && settles(events[:at-1], events[at-1:end+1]); at-- {
		ok = true
	}
	return at, ok
}

// settles reports whether events are just what settles those before them.
func settles(before, after []event.Event) bool {
	list := ending(before)
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
	return id == r.id && !r.settling && r.cuts[r.next] > 0
}

// settle ends a turn that was cut off as it was settled.
func (r *replay) settle() {
	if r.cuts[r.next] == 0 {
		return
	}
	r.settling = true
	_ = r.engine.settle(r.id, ending) // it is there, and nobody else writes it
	r.settling = false
}
