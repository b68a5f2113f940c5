//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"
)

// settle starts an operation that calls back once, and waits for it. It must
// not be called from an event's handler, which would block the page.
func settle(start func(done, failed js.Func)) (js.Value, error) {
	values, faults := make(chan js.Value, 1), make(chan error, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		values <- first(args)
		return nil
	})
	defer done.Release()
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		faults <- fault(first(args))
		return nil
	})
	defer failed.Release()
	if err := try(func() { start(done, failed) }); err != nil {
		return js.Undefined(), err
	}
	select {
	case v := <-values:
		return v, nil
	case err := <-faults:
		return js.Undefined(), err
	}
}

// await waits for a promise.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Promise/then
func await(promise js.Value) (js.Value, error) {
	return settle(func(done, failed js.Func) { promise.Call("then", done, failed) })
}

// promised waits for the promise that f makes; f may throw instead.
func promised(f func() js.Value) (js.Value, error) {
	return settle(func(done, failed js.Func) { f().Call("then", done, failed) })
}

// try turns what JavaScript throws into an error.
func try(f func()) (err error) {
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

func first(args []js.Value) js.Value {
	if len(args) == 0 {
		return js.Undefined()
	}
	return args[0]
}

// thrown is what JavaScript threw, or rejected a promise with.
type thrown struct {
	value js.Value
	text  string
}

// Error is the browser's own message.
func (t *thrown) Error() string { return t.text }

// get is a property, undefined where what was thrown is no object.
func (t *thrown) get(name string) js.Value {
	if t.value.Type() != js.TypeObject {
		return js.Undefined()
	}
	return t.value.Get(name)
}

// fault is an error with the browser's own message, a [*thrown].
// https://developer.mozilla.org/docs/Web/API/DOMException/message
func fault(v js.Value) error {
	t := &thrown{value: v}
	for _, name := range []string{"message", "name"} {
		if s := t.get(name); s.Type() == js.TypeString && s.String() != "" {
			t.text = s.String()
			return t
		}
	}
	t.text = js.Global().Call("String", v).String()
	return t
}

// called reports whether the browser gave an error of a name.
// https://developer.mozilla.org/docs/Web/API/DOMException#error_names
func called(err error, name string) bool {
	t := new(thrown)
	return errors.As(err, &t) && t.get("name").Type() == js.TypeString && t.get("name").String() == name
}
