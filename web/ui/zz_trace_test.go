package ui

import (
	"strings"
	"testing"

	"lily/web/html"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

// The button that goes to a list's foot is the same one wherever the list is, so that
// a scroll takes no focus away.
func TestToFootStaysInEvents(t *testing.T) {
	s := statetest.Small(t)
	for _, away := range []bool{false, true, false} {
		text := "Newest event"
		got := htmltest.Seen(&eventsPane{Store: s.Store, Hand: &html.Hand{}, session: s.Sessions.Session, foot: html.Foot{Away: away}})
		if strings.Count(got, text) != 1 || strings.Contains(got, " idle\"") == away {
			t.Errorf("away %t: got %s, want one %q, idle at the foot", away, got, text)
		}
	}
}
