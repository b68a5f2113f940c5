package ui

import (
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/event"
	"lily/core/model"
)

// CV-7: what arrives is shown, told once until the page has looked, and gives
// way to what is recorded.
func TestLive(t *testing.T) {
	s := smallPage(t)
	r := &reply{Store: s, Session: s.Session, Step: &replyStep{Model: "m"}}
	shown := 0
	s.Watch(event.Event{Session: s.Session, Body: event.ModelRequest{Model: "m"}})
	s.Stream(s.Session, model.Delta{Text: "early "})
	s.live.watch(r, func() { shown++ })
	s.Stream(s.Session, model.Delta{Text: "one\n\n**tw"})
	s.Stream(s.Session, model.Delta{Text: "o**", Thinking: "hm"})
	s.Stream("s9", model.Delta{Text: "another session's"})
	if shown != 1 {
		t.Errorf("told %d times, want once", shown)
	}
	got := seen(r)
	has(t, got, "early one", "<strong>", "Thinking")
	hasNot(t, got, "another session's", "Copy the reply")
	s.Stream(s.Session, model.Delta{Note: "m asked to wait 3 s; trying again."})
	has(t, seen(r), "m asked to wait 3 s")
	if shown != 2 {
		t.Errorf("told %d times, want again after a look", shown)
	}
	r.Step.Response, r.Done = &event.ModelResponse{Model: "m", Finish: model.Interrupted, Text: "early one\n\n**two**", Error: "context canceled", Usage: model.Usage{In: 1203, Out: 7}, Retries: 1}, true
	r.OnUpdate(app.Context{})
	got = seen(r)
	has(t, got, "Interrupted: it was stopped.", "tokens: 1,203 in, 7 out", "tried again 1 time", "Copy the reply")
	hasNot(t, got, "Thinking", "asked to wait")
	s.Stream(s.Session, model.Delta{Text: "late"})
	if shown != 2 {
		t.Error("a recorded reply is told")
	}
}

// The blocks of a reply are the same while it arrives and when it is recorded.
func TestReplyStandsStill(t *testing.T) {
	text := strings.Repeat("A paragraph.\n\n- a\n- b\n\n```\ncode\n\ncode\n```\n\n", 40)
	var f flow
	for i := range text {
		f.grow(text[:i])
	}
	f.grow(text)
	open, done := flowing(&f, true), flowing(&f, false)
	if len(open) != len(done) || len(open) < 4 {
		t.Fatalf("got %d parts while it arrives and %d after", len(open), len(done))
	}
	for i := range open[:len(open)-1] {
		if a, b := open[i].(*group).Source, done[i].(*group).Source; a != b {
			t.Errorf("part %d: got %q, then %q", i, a, b)
		}
	}
}

// Streams come from another goroutine than the page's.
func TestLiveRaces(t *testing.T) {
	s := smallPage(t)
	s.live.begin(s.Session)
	var wait sync.WaitGroup
	wait.Go(func() {
		for range 1000 {
			s.Stream(s.Session, model.Delta{Text: "x"})
		}
	})
	for s.live.look(s.Session).text == "" {
		continue
	}
	wait.Wait()
	if got := s.live.look(s.Session).text; len(got) != 1000 {
		t.Errorf("got %d bytes, want 1000", len(got))
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

// "Jump to latest" comes from scrolling up, not from growing or resizing: not either
// where a browser tells of both in one event (UI.md, Behaviour).
func TestLeaves(t *testing.T) {
	foot := place{top: 500, height: 1000, window: 500}
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
