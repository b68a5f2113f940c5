package trace

import (
	"slices"
	"testing"

	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

// CV-1: each part of what was sent, and what differs from the request before.
func TestWhatWasSent(t *testing.T) {
	s, d := talked(t, "First")
	htmltest.Has(t, htmltest.Seen(d), "persona/SOUL", "You are Lily.", "message 1, user", "Total", "first")
	s.Say(t, "/agent otto")
	s.Say(t, "Second")
	htmltest.Has(t, htmltest.Seen(d), "Otto's rules.", "message 3, user", "persona/AGENTS", "added")
	d.tab = "Difference"
	htmltest.Has(t, htmltest.Seen(d), "Changed since the previous request", "Added")
	all := requests(s.Sessions.Events())
	d.seq, d.tab = all[0].seq, "Input"
	htmltest.HasNot(t, htmltest.Seen(d), "Otto's rules.")
	c := compareRequests(all, 1)
	if got := []string{c.change("rules"), c.change("persona/AGENTS"), c.change("message 3, user")}; !slices.Equal(got, []string{"same", "added", "added"}) {
		t.Errorf("got %q", got)
	}
}

// The parts that are named are those of the event, in its order.
func TestPiecesMatchSizes(t *testing.T) {
	s := statetest.Small(t)
	s.Say(t, "/skill plain")
	s.Say(t, "And now?")
	for _, r := range requests(s.Sessions.Events()) {
		list := pieces(r.body.Request)
		if len(list) != len(r.body.All()) {
			t.Fatalf("got %d pieces, want %d", len(list), len(r.body.All()))
		}
		for i, part := range r.body.All() {
			if part.Bytes != len(list[i].text) {
				t.Errorf("%s: got %d bytes, want %d", list[i].name, len(list[i].text), part.Bytes)
			}
		}
	}
}
