package ui

import (
	"context"

	"lily/core/tree"
)

// slowly does work that may take long, and then, on the UI goroutine, what it returned. What
// is short is done at once; else the page answers meanwhile and tell is told there now
// and then how much of how much is done. After stop neither is called any more.
func (s *Store) slowly(work func(tree.Tick) (then func()), tell func(done, total int)) (stop func()) {
	ctx, stop := context.WithCancel(context.Background())
	if s.Ports.Slowly == nil {
		work(nil)()
		return stop
	}
	then := func() {}
	over := s.Ports.Slowly(ctx, func(tick tree.Tick) { then = work(tick) }, func(done, total int) {
		s.postIf(ctx, func() { tell(done, total) })
	})
	select {
	case <-over:
		then()
	default:
		go func() {
			<-over
			s.postIf(ctx, func() { stop(); then() })
		}()
	}
	return stop
}

// postIf runs f on the UI goroutine, unless it was stopped by then.
func (s *Store) postIf(ctx context.Context, f func()) {
	s.Post(func() {
		if ctx.Err() == nil {
			f()
			s.changed()
		}
	})
}
