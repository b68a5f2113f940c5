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
	"strings"
	"syscall/js"

	"lily/core/intake"
	"lily/core/tree"
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

// Keep implements [port.Mount], as do the methods below.
func (m *Mount) Keep(state []byte) error { return m.store.KeepFolder(m.folder, state) }

func (m *Mount) Kept() (name string, state []byte, granted bool) {
	kept, state, granted := m.store.Folder()
	if !kept.Truthy() {
		return "", nil, false
	}
	m.folder = kept
	return kept.Get("name").String(), state, granted
}

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

// Write asks the person for leave, and writes file by file. It returns what it did not write, and why.
func (m *Mount) Write(list []port.DiskChange) ([]intake.Refusal, error) {
	if err := m.ask("readwrite"); err != nil {
		return nil, err
	}
	var refused []intake.Refusal
	for _, c := range list {
		if err := m.write(c); err != nil {
			refused = append(refused, intake.Refusal{Path: c.Path, Code: "not_written", Message: strings.TrimSuffix(known(err).Error(), ".") + "."})
		}
	}
	return refused, nil
}

func (m *Mount) write(c port.DiskChange) error {
	parts := strings.Split(c.Path, "/")[1:] // the first is the folder itself
	name, parents := parts[len(parts)-1], parts[:len(parts)-1]
	now, err := m.content(parents, name)
	if err != nil {
		return err
	}
	was := tree.Digest{}
	if now != nil {
		was = tree.Sum(now)
	}
	if was != c.Was {
		return errors.New("it has changed on the disk since it was read; look again first")
	}
	at, err := m.walk(parents, c.Is != nil)
	if err != nil {
		return err
	}
	if c.Is == nil {
		_, err = bridge.Call(at, "removeEntry", name)
		return err
	}
	return put(at, name, c.Is)
}

// content is what a file holds on the disk; nil where it is not there.
func (m *Mount) content(parents []string, name string) ([]byte, error) {
	at, err := m.walk(parents, false)
	if err == nil {
		at, err = handle(at, "getFileHandle", name, false)
	}
	if err == nil {
		at, err = bridge.Call(at, "getFile")
	}
	if bridge.Is(err, "NotFoundError") {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return drop.Content(at)
}

func (m *Mount) walk(parents []string, create bool) (at js.Value, err error) {
	at = m.folder
	for _, name := range parents {
		if at, err = handle(at, "getDirectoryHandle", name, create); err != nil {
			return at, err
		}
	}
	return at, nil
}

var errHidden = errors.New("something that the browser does not show, such as a link, is in its place; nothing is written through that")

// handle asks for a file or a folder, and has it made where it is missing if it is to.
// A browser hides a link from who asks for one, and shows it to who asks to make it: so
// what was made is asked for again, and a link is found out before a byte is written
// through it (VF-8).
func handle(at js.Value, method, name string, create bool) (js.Value, error) {
	get := func(create bool) (js.Value, error) {
		return bridge.Call(at, method, name, map[string]any{"create": create})
	}
	h, err := get(false)
	if !create || !bridge.Is(err, "NotFoundError") {
		return h, err
	}
	if h, err = get(true); err != nil {
		return h, err
	}
	if h, err = get(false); bridge.Is(err, "NotFoundError") {
		err = errHidden
	}
	return h, err
}

// put writes a file whole: the browser puts it in place when it is closed.
// https://developer.mozilla.org/docs/Web/API/FileSystemFileHandle/createWritable
func put(at js.Value, name string, data []byte) error {
	file, err := handle(at, "getFileHandle", name, true)
	if err != nil {
		return err
	}
	out, err := bridge.Call(file, "createWritable")
	if err != nil {
		return err
	}
	if _, err = bridge.Call(out, "write", bridge.ToJS(data)); err != nil {
		_, _ = bridge.Call(out, "abort") // the write's own error says more
		return err
	}
	_, err = bridge.Call(out, "close")
	return err
}
