package ui

import (
	"errors"
	"strings"
	"testing"

	"lily/core"
)

// EV-4: what a replay came to, in a sentence.
func TestReplayed(t *testing.T) {
	for _, tt := range []struct {
		d    *core.Difference
		err  error
		bad  bool
		want string
	}{
		{nil, nil, false, "Replayed 3 events: byte for byte the same."},
		{&core.Difference{Seq: 2, Got: "a", Want: "b"}, nil, true, "differs first at event 2: got a, recorded was b."},
		{nil, errors.New("nothing there"), true, "cannot be replayed: nothing there."},
	} {
		if got := replayed(3, tt.d, tt.err); got.Bad != tt.bad || !strings.Contains(got.Text, tt.want) {
			t.Errorf("got %+v, want %q", got, tt.want)
		}
	}
}
