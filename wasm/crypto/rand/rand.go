//go:build js && wasm

// Package rand stands in for crypto/rand in the page's engine, as wasm/http does for
// net/http: a browser's own random bytes need no generator above them.
//
// It promises [Reader], whose bytes are the browser's. Nothing imports it under its own name.
package rand

import (
	"io"
	"syscall/js"
)

// Reader gives bytes of crypto.getRandomValues.
// https://developer.mozilla.org/docs/Web/API/Crypto/getRandomValues
var Reader io.Reader = browser{}

type browser struct{}

// atOnce is how many bytes the browser gives at a time.
const atOnce = 65536

// Read implements [io.Reader]. It fills all of b.
func (browser) Read(b []byte) (int, error) {
	for at := 0; at < len(b); at += atOnce {
		piece := b[at:min(at+atOnce, len(b))]
		from := js.Global().Get("Uint8Array").New(len(piece))
		js.Global().Get("crypto").Call("getRandomValues", from)
		js.CopyBytesToGo(piece, from)
	}
	return len(b), nil
}
