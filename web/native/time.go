package native

import (
	"context"
	"sync"
	"time"
)

// allowed is a program's time, which stands still while it waits for an answer.
type allowed struct {
	lock  sync.Mutex
	timer *time.Timer
	since time.Time // when it began to run
	left  time.Duration
}

// lasting ends a context when so much time has run.
func lasting(ctx context.Context, left time.Duration) (context.Context, *allowed, func()) {
	ctx, end := context.WithCancelCause(ctx)
	a := &allowed{since: time.Now(), left: left}
	a.timer = time.AfterFunc(left, func() { end(context.DeadlineExceeded) })
	return ctx, a, func() { a.timer.Stop(); end(nil) }
}

// stand lets the time stand still until what it returns is called. There is one who waits at a time.
func (a *allowed) stand() (on func()) {
	a.lock.Lock()
	defer a.lock.Unlock()
	a.timer.Stop()
	a.left -= time.Since(a.since)
	return func() {
		a.lock.Lock()
		defer a.lock.Unlock()
		a.since = time.Now()
		a.timer.Reset(max(0, a.left))
	}
}
