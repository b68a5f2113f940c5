//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
	"time"

	"lily/core/intake"
	"lily/web/ui"
)

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
