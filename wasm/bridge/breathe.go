//go:build js && wasm

package bridge

import (
	"context"
	"syscall/js"
	"time"

	"lily/core/tree"
	"lily/web/port"
)

const (
	slice = 8 * time.Millisecond // how long work may keep the page's one thread

	// Pace is how often the progress of work is told.
	Pace = 100 * time.Millisecond
)

// Breather lets the browser do its own work between slices of a long one. A
// message to oneself comes back after what waits already, and unlike a timer
// without a delay of its own.
// https://developer.mozilla.org/docs/Web/API/MessageChannel
type Breather struct {
	since    time.Time
	out, own js.Value
	paused   chan struct{} // has one when it was the first time
}

// NewBreather begins a slice. It wants a [Breather.Close].
func NewBreather() *Breather {
	channel := js.Global().Get("MessageChannel").New()
	return &Breather{time.Now(), channel.Get("port1"), channel.Get("port2"), make(chan struct{}, 1)}
}

// Breathe waits for the browser, once in a slice.
func (b *Breather) Breathe() {
	if time.Since(b.since) < slice {
		return
	}
	select {
	case b.paused <- struct{}{}:
	default: // there is one already
	}
	_, _ = Callback(func(done, _ js.Func) { // never fails
		b.own.Set("onmessage", done)
		b.out.Call("postMessage", js.Null())
	})
	b.since = time.Now()
}

// Close lets the channel go.
func (b *Breather) Close() { b.out.Call("close") }

// tick tells how far the work is, and lets the page answer meanwhile. It ends the
// work with the context.
func (b *Breather) tick(ctx context.Context, tell func(done, total int)) tree.Tick {
	told := time.Now()
	return func(done, total int) bool {
		if now := time.Now(); tell != nil && now.Sub(told) >= Pace && ctx.Err() == nil {
			told = now
			tell(done, total)
		}
		b.Breathe()
		return ctx.Err() == nil
	}
}

// Paced does long work, away from the UI goroutine: the page answers meanwhile, and hears
// how far it is if tell is not nil. It ends with the context.
func Paced(ctx context.Context, tell func(done, total int), work func(tree.Tick)) {
	b := NewBreather()
	defer b.Close()
	work(b.tick(ctx, tell))
}

// Work does what may take long: see [port.Work].
type Work struct{}

var _ port.Work = Work{}

// Slowly begins work and returns when it is over or first lets the browser work; then
// it goes on beside the page's answers until the channel is closed.
func (Work) Slowly(ctx context.Context, work func(tree.Tick), tell func(done, total int)) <-chan struct{} {
	b, over := NewBreather(), make(chan struct{})
	go func() {
		defer close(over)
		defer b.Close()
		work(b.tick(ctx, tell))
	}()
	select {
	case <-over:
	case <-b.paused:
	}
	return over
}

// Idle waits until the browser has nothing else to do, where it tells.
// https://developer.mozilla.org/docs/Web/API/Window/requestIdleCallback
func Idle() {
	_, _ = Callback(func(done, _ js.Func) { js.Global().Call("requestIdleCallback", done) })
}
