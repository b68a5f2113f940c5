package ui

import (
	"testing"

	"lily/core/replay"
	"lily/web/html/htmltest"
	"lily/web/room/trace"
	"lily/web/state"
)

// EV-4: a difference is shown with both sides.
func TestDifferenceIsShown(t *testing.T) {
	s := smallPage(t)
	s.Proofs.Differs = &state.Differs{Session: s.Sessions.Session, Total: 3, Difference: replay.Difference{Seq: 2, Got: `{"a":1}`, Want: `{"b":2}`}}
	htmltest.Has(t, htmltest.Seen(trace.Differs(s.Store)), `"a": 1`, `"b": 2`, "Go to the event", "Event 2 is the first")
}
