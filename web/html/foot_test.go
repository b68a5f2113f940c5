package html

import "testing"

// "Jump to latest" comes from scrolling up, not from growing or resizing: not either
// where a browser tells of both in one event (UI.md, Behaviour).
func TestLeaves(t *testing.T) {
	foot := place{Top: 500, height: 1000, window: 500}
	for _, c := range []struct {
		name       string
		now        place
		away, hand bool
		want       bool
	}{
		{"at the foot", place{500, 1000, 500}, true, false, false},
		{"it grew", place{500, 1400, 500}, false, false, false},
		{"the window shrank", place{500, 1000, 300}, false, false, false},
		{"something scrolled up", place{300, 1000, 500}, false, false, true},
		{"it shrank, and grew again", place{300, 1400, 500}, false, false, false},
		{"the person scrolled up, and it grew meanwhile", place{300, 1400, 500}, false, true, true},
		{"the wheel was turned at the top of something else", place{500, 1400, 500}, false, true, false},
		{"and further down, not to the foot", place{700, 1400, 500}, true, false, true},
	} {
		if got := foot.leaves(c.now, c.away, c.hand); got != c.want {
			t.Errorf("%s: got %t", c.name, got)
		}
	}
}
