//go:build js && wasm

package bridge

import "syscall/js"

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
