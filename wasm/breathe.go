//go:build js && wasm

package main

import (
	"syscall/js"
	"time"
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
}

func newBreather() *breather {
	channel := js.Global().Get("MessageChannel").New()
	return &breather{time.Now(), channel.Get("port1"), channel.Get("port2")}
}

// breathe waits for the browser, once in a slice.
func (b *breather) breathe() {
	if time.Since(b.since) < slice {
		return
	}
	_, _ = settle(func(done, _ js.Func) { // never fails
		b.own.Set("onmessage", done)
		b.out.Call("postMessage", js.Null())
	})
	b.since = time.Now()
}

// close lets the channel go.
func (b *breather) close() { b.out.Call("close") }
