package sessions

import (
	"errors"
	"testing"

	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/state/statetest"
)

func TestSessionsDialog(t *testing.T) {
	f := &porttest.Tabs{}
	s := statetest.Small(t, func(p *port.Ports) {
		f.Sessions = p.Sessions.(*porttest.Sessions)
		p.Sessions = f
	})
	f.Others = []port.Kept{
		{ID: "s7", Title: "Plans <of> May", Touched: 1_700_000_000_000, Events: 12, Model: "up/m"},
		{ID: "s8", Where: port.Elsewhere, Events: 3},
		{ID: "s9", Where: port.Damaged, Problem: "Event 4 cannot be read."},
	}
	s.Sessions.List()
	d := &List{Store: s.Store}
	htmltest.Has(t, htmltest.Seen(d), "4 sessions", "Plans <of> May", "12 events, model up/m,", "2023-11-1", "another tab", "damaged", "Event 4 cannot be read.", "in memory only",
		"Rename session s8", "Delete session Plans <of> May", "New session")
	d.query = "may"
	htmltest.Has(t, htmltest.Seen(d), "1 of 4 sessions")
	htmltest.HasNot(t, htmltest.Seen(d), "another tab")
	d.query = ""
	d.retitle(port.Kept{ID: "s1", Title: "Was"})
	htmltest.Has(t, htmltest.Seen(d), "Title of session s1", "Enter keeps it, Esc leaves it", `value="Was"`)
	s.Sessions.Rename("s1", "  My\n plan ")
	htmltest.Has(t, htmltest.Seen(d), `value="Was"`) // it is not written while someone types
	if s.Sessions.Name("s1") != "My plan (s1)" {
		t.Errorf("got %q", s.Sessions.Name("s1"))
	}
	f.Fail = errors.New("the store is gone.")
	s.Sessions.Relist()
	htmltest.Has(t, htmltest.Seen(d), "cannot be listed: the store is gone.", "store_failed", "My plan")
}
