//go:build js && wasm

package browser

import (
	"errors"
	"syscall/js"

	"lily/wasm/bridge"
)

// Room is how much of its storage this origin uses, in bytes as the browser
// estimates them. Both are 0 where it does not say.
type Room struct{ Used, Quota int64 }

// ErrNoManager says that nobody can be asked about the storage.
var ErrNoManager = errors.New("this browser does not say how it stores data")

// Navigator is a part of the browser, undefined where it has none.
func Navigator(name string) js.Value {
	if n := js.Global().Get("navigator"); n.Truthy() {
		return n.Get(name)
	}
	return js.Undefined()
}

// manager is asked about the storage. It is absent outside of secure contexts.
// https://developer.mozilla.org/docs/Web/API/StorageManager
func manager(method string) (js.Value, error) {
	m := Navigator("storage")
	if !m.Truthy() || m.Get(method).Type() != js.TypeFunction {
		return js.Undefined(), ErrNoManager
	}
	return bridge.Promise(func() js.Value { return m.Call(method) })
}

// Persist asks the browser not to throw the data away when the disk is full, and
// reports whether it will not. It may ask the person, and often just says no.
// https://developer.mozilla.org/docs/Web/API/StorageManager/persist
func Persist() (bool, error) { return agreed(manager("persist")) }

// Persisted reports whether the browser keeps the data when the disk is full.
// https://developer.mozilla.org/docs/Web/API/StorageManager/persisted
func Persisted() (bool, error) { return agreed(manager("persisted")) }

func agreed(v js.Value, err error) (bool, error) { return err == nil && v.Truthy(), err }

// Estimate tells how much room there is.
// https://developer.mozilla.org/docs/Web/API/StorageManager/estimate
func Estimate() (Room, error) {
	v, err := manager("estimate")
	if err != nil {
		return Room{}, err
	}
	number := func(name string) int64 {
		if n := v.Get(name); n.Type() == js.TypeNumber {
			return int64(n.Float())
		}
		return 0
	}
	return Room{Used: number("usage"), Quota: number("quota")}, nil
}
