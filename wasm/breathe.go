//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
	"time"

	"lily/core/tree"
)

// slice is how long work may keep the page's one thread.
const slice = 8 * time.Millisecond

// breather lets the browser do its own work between slices of a long one. A
// message to oneself comes back after what waits already, and unlike a timer
// without a delay of its own.
// https://developer.mozilla.org/docs/Web/API/MessageChannel
type breather struct {
	since    time.Time
	out, own js.Value
	paused   chan struct{} // has one when it was the first time
}

func newBreather() *breather {
	channel := js.Global().Get("MessageChannel").New()
	return &breather{time.Now(), channel.Get("port1"), channel.Get("port2"), make(chan struct{}, 1)}
}

// breathe waits for the browser, once in a slice.
func (b *breather) breathe() {
	if time.Since(b.since) < slice {
		return
	}
	select {
	case b.paused <- struct{}{}:
	default: // there is one already
	}
	_, _ = settle(func(done, _ js.Func) { // never fails
		b.own.Set("onmessage", done)
		b.out.Call("postMessage", js.Null())
	})
	b.since = time.Now()
}

// close lets the channel go.
func (b *breather) close() { b.out.Call("close") }

// tick tells how far the work is, and lets the page answer meanwhile.
func (b *breather) tick(ctx context.Context, tell func(done, total int)) tree.Tick {
	told := time.Now()
	return func(done, total int) bool {
		if now := time.Now(); now.Sub(told) >= pace && ctx.Err() == nil {
			told = now
			tell(done, total)
		}
		b.breathe()
		return ctx.Err() == nil
	}
}

// paced does what may be long, away from the UI goroutine, and lets the page answer
// meanwhile.
func paced(work func(tree.Tick)) {
	b := newBreather()
	defer b.close()
	work(b.tick(context.Background(), func(int, int) {}))
}

// slowly is the page's port of that name.
func slowly(ctx context.Context, work func(tree.Tick), tell func(done, total int)) <-chan struct{} {
	b, over := newBreather(), make(chan struct{})
	go func() {
		defer close(over)
		defer b.close()
		work(b.tick(ctx, tell))
	}()
	select {
	case <-over:
	case <-b.paused:
	}
	return over
}
