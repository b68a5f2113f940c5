//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"syscall/js"

	"lily/web/ui"
)

// mount is a folder of this machine. It is read as a drop of that folder is, and written
// only where a file still is as it was read. The browser's store keeps it, so that it can
// be connected again after a reload; without one it lasts as long as the page is open.
// https://developer.mozilla.org/docs/Web/API/FileSystemDirectoryHandle
type mount struct {
	drops  *drops
	store  *idb // nil for none
	folder js.Value
}

var _ ui.Mount = &mount{}

// Can reports whether the browser lets a person pick a folder.
// https://developer.mozilla.org/docs/Web/API/Window/showDirectoryPicker
func (*mount) Can() bool { return js.Global().Get("showDirectoryPicker").Truthy() }

// Pick asks the person for a folder.
func (m *mount) Pick() (string, error) {
	folder, err := promised(func() js.Value {
		return js.Global().Call("showDirectoryPicker", map[string]any{"mode": "read"})
	})
	if called(err, "AbortError") {
		return "", ui.ErrDismissed
	}
	if err != nil {
		return "", known(err)
	}
	m.folder = folder
	return folder.Get("name").String(), nil
}

// Keep implements [ui.Mount].
func (m *mount) Keep(state []byte) error {
	if m.store == nil {
		return errors.New("nothing is kept here")
	}
	kept := map[string]any{"handle": m.folder, "state": bytesJS(state)}
	_, err := promised(func() js.Value { return m.store.db.Call("keepFolder", kept) })
	return err
}

// Kept implements [ui.Mount].
func (m *mount) Kept() (name string, state []byte, granted bool) {
	if m.store == nil {
		return "", nil, false
	}
	kept, err := promised(func() js.Value { return m.store.db.Call("folder") })
	if err != nil || !kept.Truthy() {
		return "", nil, false
	}
	m.folder = kept.Get("handle")
	return m.folder.Get("name").String(), bytesGo(kept.Get("state")), kept.Get("granted").Bool()
}

// Connect implements [ui.Mount].
func (m *mount) Connect() error { return m.ask("read") }

// ask asks the person for leave to read, or to write.
// https://developer.mozilla.org/docs/Web/API/FileSystemHandle/requestPermission
func (m *mount) ask(mode string) error {
	state, err := promised(func() js.Value { return m.folder.Call("requestPermission", map[string]any{"mode": mode}) })
	if err != nil {
		return known(err)
	}
	if state.String() != "granted" {
		return ui.ErrDenied
	}
	return nil
}

// Forget lets the folder go.
func (m *mount) Forget() {
	m.folder = js.Undefined()
	if m.store != nil {
		_, _ = promised(func() js.Value { return m.store.db.Call("keepFolder", nil) }) // a lost store has forgotten it, too
	}
}

// known says what people can act on in their words, and else what the browser says.
func known(err error) error {
	switch {
	case called(err, "NotAllowedError") || called(err, "SecurityError"):
		return ui.ErrDenied
	case called(err, "NotFoundError"):
		return ui.ErrGone
	case errors.As(err, new(*thrown)):
		return fmt.Errorf("the browser says: %w", err)
	}
	return err
}
