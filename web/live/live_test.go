package live_test

import (
	"sync"
	"testing"

	"lily/core/model"
	"lily/web/live"
)

// Streams come from another goroutine than the page's.
func TestLiveRaces(t *testing.T) {
	var l live.Replies
	l.Begin("s1")
	var wait sync.WaitGroup
	wait.Go(func() {
		for range 1000 {
			l.Stream("s1", model.Delta{Text: "x"})
		}
	})
	for l.Look("s1").Text == "" {
		continue
	}
	wait.Wait()
	if got := l.Look("s1").Text; len(got) != 1000 {
		t.Errorf("got %d bytes, want 1000", len(got))
	}
}

// CV-7: who shows a reply is told once until it has looked, and only its own owner ends that.
func TestWatch(t *testing.T) {
	var l live.Replies
	told, first, second := 0, new(int), new(int)
	show := func() { told++ }
	l.Begin("s1")
	l.Watch("s1", first, show)
	l.Stream("s1", model.Delta{Text: "a", Note: "waits"})
	l.Stream("s1", model.Delta{Text: "b", Thinking: "hm"})
	l.Stream("s2", model.Delta{Text: "of another session"})
	if told != 1 {
		t.Errorf("told %d times, want once", told)
	}
	if got, want := l.Look("s1"), (live.Arrived{Text: "ab", Thinking: "hm"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	l.Watch("s1", second, show)
	l.Watch("s1", first, nil)
	if l.Stream("s1", model.Delta{Note: "again"}); told != 2 || l.Look("s1").Note != "again" {
		t.Errorf("told %d times, want twice", told)
	}
	l.Watch("s1", second, nil)
	l.Begin("s1")
	if l.Stream("s1", model.Delta{Text: "c"}); told != 2 || l.Look("s1").Text != "c" {
		t.Errorf("told %d times, want nobody told any more", told)
	}
}
