package conversation

import (
	"strings"
	"testing"

	"lily/web/html"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

// room is the conversation of a page.
func room(s *statetest.Page) *Room {
	return &Room{Store: s.Store, Drafts: s.Drafts, Live: s.Live, Hand: &html.Hand{}}
}

// The button that goes to a list's foot is the same one wherever the list is, so that
// a scroll takes no focus away.
func TestToFootStaysInTurns(t *testing.T) {
	s := statetest.Small(t)
	for _, away := range []bool{false, true, false} {
		text, r := "Jump to latest", room(s)
		r.scroll(s.Sessions.Session).foot.Away = away
		got := htmltest.Seen(&chat{Store: r, Session: s.Sessions.Session})
		if strings.Count(got, text) != 1 || strings.Contains(got, " idle\"") == away {
			t.Errorf("away %t: got %s, want one %q, idle at the foot", away, got, text)
		}
	}
}
