//go:build js && wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"lily/core/intake"
	"lily/web/ui"
)

// mount is a folder of this machine, for as long as the page is open. It is read
// as a drop of that folder is, and written only where a file still is as it was read.
// https://developer.mozilla.org/docs/Web/API/FileSystemDirectoryHandle
type mount struct {
	drops  *drops
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

// Forget lets the folder go.
func (m *mount) Forget() { m.folder = js.Undefined() }

// Look reads all that a drop of the folder would bring.
func (m *mount) Look() (intake.Drop, error) {
	ctx, done := m.begin()
	defer done()
	d, b := m.drops, newBreather()
	defer b.close()
	r := &reading{ctx: ctx, progress: d.progress, told: time.Now()}
	if err := r.handles(m.folder, m.folder.Get("name").String(), b); err != nil {
		return intake.Drop{}, known(err)
	}
	r.readAll()
	drop := d.gather(ctx, r.files, r.refused)
	if ctx.Err() != nil {
		return intake.Drop{}, ui.ErrDismissed
	}
	return drop, nil
}

// begin lets the person cancel a read, unless a drop is being read: coming back to
// the window with a drop must not end that.
func (m *mount) begin() (ctx context.Context, done func()) {
	d := m.drops
	ctx, cancel := context.WithCancel(context.Background())
	ours := d.stop == nil
	if ours {
		d.stop = cancel
	}
	return ctx, func() {
		if ours && ctx.Err() == nil {
			d.stop = nil
		}
		if cancel(); d.stop == nil {
			d.progress(0, 0)
		}
	}
}

// handles lists what is below a folder. Only an error of this folder itself is
// returned; what is wrong further down is refused by its path.
// https://developer.mozilla.org/docs/Web/API/FileSystemDirectoryHandle/values
func (r *reading) handles(folder js.Value, path string, b *breather) error {
	if intake.LeftOut(path) {
		r.take(path, nil)
		return nil
	}
	if r.over(&intake.Tally{}, path, 0) { // its depth; a folder is no file
		return nil
	}
	list := folder.Call("values")
	for !r.stopped() {
		next, err := promised(func() js.Value { return list.Call("next") })
		if err != nil || next.Get("done").Bool() {
			return err
		}
		r.handle(next.Get("value"), path, b)
		b.breathe()
	}
	return nil
}

func (r *reading) handle(h js.Value, in string, b *breather) {
	path := in + "/" + h.Get("name").String()
	if h.Get("kind").String() != "directory" {
		r.take(path, func() (js.Value, error) { return promised(func() js.Value { return h.Call("getFile") }) })
		return
	}
	if err := r.handles(h, path, b); err != nil {
		r.refuse(path, err)
	}
}

// Write asks the person for leave, and writes file by file. What it did not write it
// returns, each with the reason.
// https://developer.mozilla.org/docs/Web/API/FileSystemHandle/requestPermission
func (m *mount) Write(list []ui.DiskChange) ([]intake.Refusal, error) {
	state, err := promised(func() js.Value {
		return m.folder.Call("requestPermission", map[string]any{"mode": "readwrite"})
	})
	if err != nil {
		return nil, known(err)
	}
	if state.String() != "granted" {
		return nil, ui.ErrDenied
	}
	var refused []intake.Refusal
	for _, c := range list {
		if err := m.write(c); err != nil {
			refused = append(refused, intake.Refusal{Path: c.Path, Code: "not_written", Message: strings.TrimSuffix(known(err).Error(), ".") + "."})
		}
	}
	return refused, nil
}

// write writes or removes one file, if it is still what was read.
func (m *mount) write(c ui.DiskChange) error {
	parts := strings.Split(c.Path, "/")[1:] // the first is the folder itself
	name, parents := parts[len(parts)-1], parts[:len(parts)-1]
	now, err := m.content(parents, name)
	if err != nil {
		return err
	}
	if (now == nil) != (c.Was == nil) || !slices.Equal(now, c.Was) {
		return errors.New("it has changed on the disk since it was read; look again first")
	}
	at, err := m.walk(parents, c.Is != nil)
	if err != nil {
		return err
	}
	if c.Is == nil {
		_, err = promised(func() js.Value { return at.Call("removeEntry", name) })
		return err
	}
	return put(at, name, c.Is)
}

// content is what a file holds on the disk; nil where it is not there.
func (m *mount) content(parents []string, name string) ([]byte, error) {
	at, err := m.walk(parents, false)
	if err == nil {
		at, err = promised(func() js.Value { return at.Call("getFileHandle", name) })
	}
	if err == nil {
		at, err = promised(func() js.Value { return at.Call("getFile") })
	}
	if called(err, "NotFoundError") {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	data, err := content(at)
	return append([]byte{}, data...), err
}

// walk goes down folder by folder, and makes those that are missing if it is to.
func (m *mount) walk(parents []string, create bool) (at js.Value, err error) {
	at = m.folder
	for _, name := range parents {
		if at, err = promised(func() js.Value {
			return at.Call("getDirectoryHandle", name, map[string]any{"create": create})
		}); err != nil {
			return at, err
		}
	}
	return at, nil
}

// put writes a file whole: the browser puts it in place when it is closed.
// https://developer.mozilla.org/docs/Web/API/FileSystemFileHandle/createWritable
func put(at js.Value, name string, data []byte) error {
	file, err := promised(func() js.Value { return at.Call("getFileHandle", name, map[string]any{"create": true}) })
	if err != nil {
		return err
	}
	out, err := promised(func() js.Value { return file.Call("createWritable") })
	if err != nil {
		return err
	}
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	if _, err = promised(func() js.Value { return out.Call("write", array) }); err != nil {
		_, _ = promised(func() js.Value { return out.Call("abort") }) // the write's own error says more
		return err
	}
	_, err = promised(func() js.Value { return out.Call("close") })
	return err
}

// promised waits for the promise that f makes; f may throw instead.
func promised(f func() js.Value) (js.Value, error) {
	return settle(func(done, failed js.Func) { f().Call("then", done, failed) })
}

// called reports whether the browser gave an error of a name.
// https://developer.mozilla.org/docs/Web/API/DOMException#error_names
func called(err error, name string) bool {
	t := new(thrown)
	return errors.As(err, &t) && t.get("name").Type() == js.TypeString && t.get("name").String() == name
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
