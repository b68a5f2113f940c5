//go:build js && wasm

// Package bridge is what every adapter of the browser needs: promises that are waited
// for, errors with the browser's own message, bytes that are copied, and a way to let
// the page answer in the middle of long work. It knows nothing of Lily's values.
//
//	file, err := bridge.Promise(func() js.Value { return handle.Call("getFile") })
//
// What waits must not be called from an event's handler, which would block the page.
package bridge

import (
	"errors"
	"syscall/js"
)

// Callback starts an operation that calls one of two functions once, and waits for it.
func Callback(start func(done, failed js.Func)) (js.Value, error) {
	values, faults := make(chan js.Value, 1), make(chan error, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		values <- First(args)
		return nil
	})
	defer done.Release()
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		faults <- fault(First(args))
		return nil
	})
	defer failed.Release()
	if err := Try(func() { start(done, failed) }); err != nil {
		return js.Undefined(), err
	}
	select {
	case v := <-values:
		return v, nil
	case err := <-faults:
		return js.Undefined(), err
	}
}

// Await waits for a promise.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Promise/then
func Await(promise js.Value) (js.Value, error) {
	return Promise(func() js.Value { return promise })
}

// Promise waits for the promise that f makes; f may throw instead.
func Promise(f func() js.Value) (js.Value, error) {
	return Callback(func(done, failed js.Func) { f().Call("then", done, failed) })
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
	for _, name := range []string{"message", "name"} {
		if s := t.Get(name); s.Type() == js.TypeString && s.String() != "" {
			t.text = s.String()
			return t
		}
	}
	t.text = js.Global().Call("String", v).String()
	return t
}

// Is reports whether the browser gave an error of a name.
// https://developer.mozilla.org/docs/Web/API/DOMException#error_names
func Is(err error, name string) bool {
	t := new(Thrown)
	return errors.As(err, &t) && t.Get("name").Type() == js.TypeString && t.Get("name").String() == name
}
