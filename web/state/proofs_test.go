package state

import (
	"context"
	"errors"
	"strings"
	"testing"

	"lily/core/replay"
)

// EV-4: what a verification came to, in a sentence.
func TestVerified(t *testing.T) {
	for _, tt := range []struct {
		d    *replay.Difference
		err  error
		bad  bool
		want string
	}{
		{nil, nil, false, "Identical, 3 events"},
		{&replay.Difference{Seq: 2, Got: `{"a":1}`, Want: `{"b":2}`}, nil, true, "differs first at event 2."},
		{nil, errors.New("nothing there."), true, "cannot be replayed: nothing there."},
		{nil, context.Canceled, false, "was cancelled"},
	} {
		s := small(t)
		s.Proofs.verified(s.Sessions.Session, 3, tt.d, tt.err)
		if got := s.Loop.Notice; got.Bad != tt.bad || !strings.Contains(got.Text, tt.want) {
			t.Errorf("got %+v, want %q", got, tt.want)
		}
		if got := s.Proofs.Differs; (got != nil) != (tt.d != nil) {
			t.Errorf("got the difference %+v", got)
		}
	}
}
