package ui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"lily/core"
	"lily/web/html/htmltest"
)

// EV-4: what a verification came to, in a sentence; a difference is shown with both
// sides.
func TestVerified(t *testing.T) {
	for _, tt := range []struct {
		d    *core.Difference
		err  error
		bad  bool
		want string
	}{
		{nil, nil, false, "Identical, 3 events"},
		{&core.Difference{Seq: 2, Got: `{"a":1}`, Want: `{"b":2}`}, nil, true, "differs first at event 2."},
		{nil, errors.New("nothing there."), true, "cannot be replayed: nothing there."},
		{nil, context.Canceled, false, "was cancelled"},
	} {
		s := smallPage(t)
		s.verified(s.Sessions.Session, 3, tt.d, tt.err)
		if got := s.Loop.Notice; got.Bad != tt.bad || !strings.Contains(got.Text, tt.want) {
			t.Errorf("got %+v, want %q", got, tt.want)
		}
		if got := htmltest.Seen(&differsDialog{Store: s}); tt.d != nil {
			htmltest.Has(t, got, `"a": 1`, `"b": 2`, "Go to the event", "Event 2 is the first")
		}
	}
}
