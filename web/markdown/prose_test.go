package markdown

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// The blocks of a reply are the same while it arrives and when it is recorded.
func TestReplyStandsStill(t *testing.T) {
	text := strings.Repeat("A paragraph.\n\n- a\n- b\n\n```\ncode\n\ncode\n```\n\n", 40)
	var f Flow
	for i := range text {
		f.Grow(text[:i])
	}
	f.Grow(text)
	open, done := Flowing(&f, true), Flowing(&f, false)
	if len(open) != len(done) || len(open) < 4 {
		t.Fatalf("got %d parts while it arrives and %d after", len(open), len(done))
	}
	for i := range open[:len(open)-1] {
		if a, b := open[i].(*group).Source, done[i].(*group).Source; a != b {
			t.Errorf("part %d: got %q, then %q", i, a, b)
		}
	}
}

// A long text is shown by pieces that stay when it grows.
func TestSlabs(t *testing.T) {
	for _, line := range []string{"", "short\n", strings.Repeat("é", 3000), strings.Repeat("word ", 2000) + "\n"} {
		text := strings.Repeat(line, 30)
		var cuts []int
		for rest := text; rest != ""; rest = rest[slab(rest):] {
			cuts = append(cuts, len(text)-len(rest))
		}
		for _, n := range []int{len(text) / 3, len(text) / 2, len(text)} {
			for i, at := 0, 0; at < n-2*slabSize; i++ {
				if cuts[i] != at {
					t.Fatalf("%.10q of %d: got a cut at %d, want %d", line, n, at, cuts[i])
				}
				at += slab(text[at:n])
			}
		}
	}
}

// A piece is never empty nor longer than what has arrived, and cuts no character,
// wherever the text stops: pieces of 64 KiB often stop at a piece's full size.
func TestASlabOfWhateverArrived(t *testing.T) {
	for _, line := range []string{"x", "short\n", "é", "日本", strings.Repeat("word ", 700) + "\n"} {
		text := strings.Repeat(line, 3*slabSize/len(line)+1)
		for n := 1; n <= len(text); n++ {
			if n < len(text) && !utf8.RuneStart(text[n]) {
				continue
			}
			if got := slab(text[:n]); got < 1 || got > n || !utf8.ValidString(text[:got]) {
				t.Fatalf("%.10q of %d: got %d", line, n, got)
			}
		}
	}
}
