//go:build js && wasm

package browser

import (
	"io"
	"syscall/js"
	"time"

	"lily/wasm/bridge"
	"lily/web/port"
)

// Files gives the person texts and files: see [port.Files].
type Files struct{}

var _ port.Files = Files{}

// Copy copies text, where the page may.
// https://developer.mozilla.org/docs/Web/API/Clipboard/writeText
func (Files) Copy(text string) {
	board := Navigator("clipboard")
	if !board.Truthy() {
		return
	}
	promise := board.Call("writeText", text) // now, while the click counts
	go func() { _, _ = bridge.Await(promise) }()
}

// Download gives the person a file of what write writes, and keeps the page
// answering meanwhile. The browser says nothing of what becomes of it.
// https://developer.mozilla.org/docs/Web/API/HTMLAnchorElement/download
func (Files) Download(name string, write func(io.Writer) error, done func(error)) {
	go func() {
		b := blob{Breather: bridge.NewBreather()}
		defer b.Close()
		err := write(&b)
		if err == nil {
			err = bridge.Try(func() { b.save(name) })
		}
		done(err)
	}()
}

// blob gathers bytes outside of the engine's memory, in parts.
// https://developer.mozilla.org/docs/Web/API/Blob/Blob
type blob struct {
	*bridge.Breather
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
	b.Breathe()
	return len(p), nil
}

func (b *blob) flush() {
	b.parts, b.part = append(b.parts, bridge.ToJS(b.part)), b.part[:0]
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
