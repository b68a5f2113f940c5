//go:build js && wasm

// Package bridge is what every adapter of the browser needs: promises that are waited
// for, errors with the browser's own message, events, bytes that are copied, and a way to
// let the page answer in the middle of long work. It knows nothing of Lily's values.
//
//	file, err := bridge.Call(handle, "getFile")
//
// What waits must not be called from an event's handler, which would block the page.
package bridge

import (
	"cmp"
	"context"
	"errors"
	"syscall/js"
	"time"

	"lily/core/tree"
	"lily/web/port"
)

// Callback starts an operation that calls one of two functions once, and waits for it.
func Callback(start func(done, failed js.Func)) (v js.Value, err error) {
	over := make(chan error, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		v = First(args)
		over <- nil
		return nil
	})
	defer done.Release()
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		over <- fault(First(args))
		return nil
	})
	defer failed.Release()
	if err = Try(func() { start(done, failed) }); err == nil {
		err = <-over
	}
	return v, err
}

// Await waits for a promise.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Promise/then
func Await(promise js.Value) (js.Value, error) {
	return Callback(func(done, failed js.Func) { promise.Call("then", done, failed) })
}

// Call waits for the promise of a method, which may throw instead.
func Call(of js.Value, method string, args ...any) (js.Value, error) {
	return Callback(func(done, failed js.Func) { of.Call(method, args...).Call("then", done, failed) })
}

// Signal tells the browser when the context is done, until stop is called.
// https://developer.mozilla.org/docs/Web/API/AbortController
func Signal(ctx context.Context) (signal js.Value, stop func() bool) {
	controller := js.Global().Get("AbortController").New()
	return controller.Get("signal"), context.AfterFunc(ctx, func() { controller.Call("abort") })
}

// On handles an event of a target, until off is called.
// https://developer.mozilla.org/docs/Web/API/EventTarget/addEventListener
func On(target js.Value, name string, handle func(event js.Value)) (off func()) {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		handle(First(args))
		return nil
	})
	target.Call("addEventListener", name, f)
	return func() {
		target.Call("removeEventListener", name, f)
		f.Release()
	}
}

// Try turns what JavaScript throws into an error, a [*Thrown].
func Try(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case js.Error:
			err = fault(r.Value)
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// First is the first argument of a call, undefined for none.
func First(args []js.Value) js.Value {
	if len(args) == 0 {
		return js.Undefined()
	}
	return args[0]
}

// Text is a string of the browser's, empty for what is none.
func Text(v js.Value) string {
	if v.Type() != js.TypeString {
		return ""
	}
	return v.String()
}

// Cut is the beginning of a string of the browser's, of so many UTF-16 units; what is none throws.
func Cut(v js.Value, most int) string {
	return js.Global().Get("String").Get("prototype").Get("slice").Call("call", v, 0, most).String()
}

// ToJS copies bytes into an array of the browser's.
func ToJS(data []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}

// ToGo copies bytes out of an array of the browser's.
func ToGo(array js.Value) []byte {
	data := make([]byte, array.Length())
	js.CopyBytesToGo(data, array)
	return data
}

// Thrown is what JavaScript threw, or rejected a promise with.
type Thrown struct {
	value js.Value
	text  string
}

// Error is the browser's own message.
// https://developer.mozilla.org/docs/Web/API/DOMException/message
func (t *Thrown) Error() string { return t.text }

// Get is a property, undefined where no object was thrown.
func (t *Thrown) Get(name string) js.Value {
	if t.value.Type() != js.TypeObject {
		return js.Undefined()
	}
	return t.value.Get(name)
}

func fault(v js.Value) error {
	t := &Thrown{value: v}
	if t.text = cmp.Or(Text(t.Get("message")), Text(t.Get("name"))); t.text == "" {
		t.text = js.Global().Call("String", v).String()
	}
	return t
}

// Is reports whether the browser gave an error of a name.
// https://developer.mozilla.org/docs/Web/API/DOMException#error_names
func Is(err error, name string) bool {
	t := new(Thrown)
	return errors.As(err, &t) && Text(t.Get("name")) == name
}

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

// tick tells how far the work is, lets the page answer meanwhile, and ends the work with the context.
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

// Work does what may take long: see [port.Work] and [core.Work].
type Work struct{}

var _ port.Work = Work{}

// Paced implements [core.Work].
func (Work) Paced(ctx context.Context, work func(tree.Tick)) { Paced(ctx, nil, work) }

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
