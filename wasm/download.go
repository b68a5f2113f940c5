//go:build js && wasm

package main

import (
	"io"
	"syscall/js"
	"time"
)

// download gives the person a file of what write writes, and keeps the page
// answering meanwhile. The browser says nothing of what becomes of it.
// https://developer.mozilla.org/docs/Web/API/HTMLAnchorElement/download
func download(name string, write func(io.Writer) error, done func(error)) {
	go func() {
		b := blob{breather: newBreather()}
		defer b.close()
		err := write(&b)
		if err == nil {
			err = try(func() { b.save(name) })
		}
		done(err)
	}()
}

// blob gathers bytes outside of the engine's memory, in parts.
// https://developer.mozilla.org/docs/Web/API/Blob/Blob
type blob struct {
	*breather
	parts []any
	part  []byte
}

const partSize = 1 << 20

// Write implements [io.Writer]; it never fails.
func (b *blob) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n := min(len(rest), partSize-len(b.part))
		b.part, rest = append(b.part, rest[:n]...), rest[n:]
		if len(b.part) == partSize {
			b.flush()
		}
	}
	b.breathe()
	return len(p), nil
}

func (b *blob) flush() {
	array := js.Global().Get("Uint8Array").New(len(b.part))
	js.CopyBytesToJS(array, b.part)
	b.parts, b.part = append(b.parts, array), b.part[:0]
}

// save asks the browser to keep the bytes as a file. Some browsers read the
// address only later, so it stays for a minute.
func (b *blob) save(name string) {
	b.flush()
	whole := js.Global().Get("Blob").New(b.parts, map[string]any{"type": "application/octet-stream"})
	urls, link := js.Global().Get("URL"), js.Global().Get("document").Call("createElement", "a")
	address := urls.Call("createObjectURL", whole)
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	time.AfterFunc(time.Minute, func() { urls.Call("revokeObjectURL", address) })
}
