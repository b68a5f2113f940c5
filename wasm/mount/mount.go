//go:build js && wasm

// Package mount is a folder of this machine that the page follows, by the browser's own
// handles: read as a drop of it is, and written file by file where the file still is as it
// was read. It does not watch the folder; the page says when to look.
//
//	folder := mount.New(reader, store)
package mount

import (
	"context"
	"errors"
	"fmt"
	"syscall/js"

	"lily/core/intake"
	"lily/wasm/bridge"
	"lily/wasm/drop"
	"lily/wasm/idb"
	"lily/web/port"
)

// Mount is that folder. The browser's store keeps it, so that it can be connected again
// after a reload; without one it lasts as long as the page is open.
// https://developer.mozilla.org/docs/Web/API/FileSystemDirectoryHandle
type Mount struct {
	reader *drop.Reader
	store  *idb.Store // nil for none
	folder js.Value
}

var _ port.Mount = &Mount{}

// New is no folder yet; the store may be nil.
func New(reader *drop.Reader, store *idb.Store) *Mount {
	return &Mount{reader: reader, store: store}
}

// Can reports whether the browser lets a person pick a folder.
// https://developer.mozilla.org/docs/Web/API/Window/showDirectoryPicker
func (*Mount) Can() bool { return js.Global().Get("showDirectoryPicker").Truthy() }

// Pick asks the person for a folder.
func (m *Mount) Pick() (string, error) {
	folder, err := bridge.Call(js.Global(), "showDirectoryPicker", map[string]any{"mode": "read"})
	if bridge.Is(err, "AbortError") {
		return "", port.ErrDismissed
	}
	if err != nil {
		return "", known(err)
	}
	m.folder = folder
	return folder.Get("name").String(), nil
}

// Keep implements [port.Mount].
func (m *Mount) Keep(state []byte) error { return m.store.KeepFolder(m.folder, state) }

// Kept implements [port.Mount].
func (m *Mount) Kept() (name string, state []byte, granted bool) {
	kept, ok := m.store.Folder()
	if !ok {
		return "", nil, false
	}
	m.folder = kept.Handle
	return m.folder.Get("name").String(), kept.State, kept.Granted
}

// Connect implements [port.Mount].
func (m *Mount) Connect() error { return m.ask("read") }

// ask asks the person for leave to read, or to write.
// https://developer.mozilla.org/docs/Web/API/FileSystemHandle/requestPermission
func (m *Mount) ask(mode string) error {
	state, err := bridge.Call(m.folder, "requestPermission", map[string]any{"mode": mode})
	if err != nil {
		return known(err)
	}
	if state.String() != "granted" {
		return port.ErrDenied
	}
	return nil
}

// Forget lets the folder go.
func (m *Mount) Forget() {
	m.folder = js.Undefined()
	m.store.ForgetFolder()
}

// Look reads all that a drop of the folder would bring.
func (m *Mount) Look() (intake.Drop, error) {
	b := bridge.NewBreather()
	defer b.Close()
	found, err := m.reader.Look(node(m.folder, b))
	if errors.Is(err, context.Canceled) {
		return found, port.ErrDismissed
	}
	return found, known(err)
}

// node is what a handle leads to.
// https://developer.mozilla.org/docs/Web/API/FileSystemDirectoryHandle/values
func node(h js.Value, b *bridge.Breather) drop.Node {
	n := drop.Node{Name: h.Get("name").String(), Open: func() (js.Value, error) { return bridge.Call(h, "getFile") }}
	if h.Get("kind").String() != "directory" {
		return n
	}
	n.Kids = func(yield func(drop.Node, error) bool) {
		for list := h.Call("values"); ; b.Breathe() {
			next, err := bridge.Call(list, "next")
			switch {
			case err != nil:
				yield(drop.Node{}, err)
				return
			case next.Get("done").Bool() || !yield(node(next.Get("value"), b), nil):
				return
			}
		}
	}
	return n
}

// known says what people can act on in their words, and else what the browser says.
func known(err error) error {
	switch {
	case bridge.Is(err, "NotAllowedError") || bridge.Is(err, "SecurityError"):
		return port.ErrDenied
	case bridge.Is(err, "NotFoundError"):
		return port.ErrGone
	case errors.As(err, new(*bridge.Thrown)):
		return fmt.Errorf("the browser says: %w", err)
	}
	return err
}
