//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"
)

// room is how much of its storage this origin uses, in bytes as the browser
// estimates them. Both are 0 where it does not say.
type room struct{ used, quota int64 }

// errNoManager says that nobody can be asked about the storage.
var errNoManager = errors.New("this browser does not say how it stores data")

// navigator is a part of the browser, undefined where it has none.
func navigator(name string) js.Value {
	if n := js.Global().Get("navigator"); n.Truthy() {
		return n.Get(name)
	}
	return js.Undefined()
}

// manager is asked about the storage. It is absent outside of secure contexts.
// https://developer.mozilla.org/docs/Web/API/StorageManager
func manager(method string) (js.Value, error) {
	m := navigator("storage")
	if !m.Truthy() || m.Get(method).Type() != js.TypeFunction {
		return js.Undefined(), errNoManager
	}
	return settle(func(done, failed js.Func) { m.Call(method).Call("then", done, failed) })
}

// persist asks the browser not to throw the data away when the disk is full, and
// reports whether it will not. It may ask the person, and often just says no.
// https://developer.mozilla.org/docs/Web/API/StorageManager/persist
func persist() (bool, error) { return agreed(manager("persist")) }

// persisted reports whether the browser keeps the data when the disk is full.
// https://developer.mozilla.org/docs/Web/API/StorageManager/persisted
func persisted() (bool, error) { return agreed(manager("persisted")) }

func agreed(v js.Value, err error) (bool, error) { return err == nil && v.Truthy(), err }

// estimate tells how much room there is.
// https://developer.mozilla.org/docs/Web/API/StorageManager/estimate
func estimate() (room, error) {
	v, err := manager("estimate")
	if err != nil {
		return room{}, err
	}
	number := func(name string) int64 {
		if n := v.Get(name); n.Type() == js.TypeNumber {
			return int64(n.Float())
		}
		return 0
	}
	return room{used: number("usage"), quota: number("quota")}, nil
}
