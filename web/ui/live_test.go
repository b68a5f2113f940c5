package ui

import (
	"sync"
	"testing"

	"lily/core/model"
)

// Streams come from another goroutine than the page's.
func TestLiveRaces(t *testing.T) {
	s := smallPage(t)
	s.Live.Begin(s.Sessions.Session)
	var wait sync.WaitGroup
	wait.Go(func() {
		for range 1000 {
			s.Live.Stream(s.Sessions.Session, model.Delta{Text: "x"})
		}
	})
	for s.Live.Look(s.Sessions.Session).Text == "" {
		continue
	}
	wait.Wait()
	if got := s.Live.Look(s.Sessions.Session).Text; len(got) != 1000 {
		t.Errorf("got %d bytes, want 1000", len(got))
	}
}
