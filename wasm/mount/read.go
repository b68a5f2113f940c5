//go:build js && wasm

package mount

import (
	"context"
	"errors"
	"syscall/js"

	"lily/core/intake"
	"lily/wasm/bridge"
	"lily/wasm/drop"
	"lily/web/port"
)

// Look reads all that a drop of the folder would bring.
func (m *Mount) Look() (intake.Drop, error) {
	b := bridge.NewBreather()
	defer b.Close()
	found, err := m.reader.Look(func(r *drop.Reading) error {
		return folder(r, m.folder, m.folder.Get("name").String(), b)
	})
	if errors.Is(err, context.Canceled) {
		return found, port.ErrDismissed
	}
	return found, known(err)
}

// folder lists what is below a folder. Only an error of this folder itself is
// returned; what is wrong further down is refused by its path.
// https://developer.mozilla.org/docs/Web/API/FileSystemDirectoryHandle/values
func folder(r *drop.Reading, at js.Value, path string, b *bridge.Breather) error {
	if intake.LeftOut(path) {
		r.Take(path, nil)
		return nil
	}
	if r.TooDeep(path) {
		return nil
	}
	list := at.Call("values")
	for !r.Stopped() {
		next, err := bridge.Promise(func() js.Value { return list.Call("next") })
		if err != nil || next.Get("done").Bool() {
			return err
		}
		entry(r, next.Get("value"), path, b)
		b.Breathe()
	}
	return nil
}

func entry(r *drop.Reading, h js.Value, in string, b *bridge.Breather) {
	path := in + "/" + h.Get("name").String()
	if h.Get("kind").String() != "directory" {
		r.Take(path, func() (js.Value, error) { return bridge.Promise(func() js.Value { return h.Call("getFile") }) })
		return
	}
	if err := folder(r, h, path, b); err != nil {
		r.Refuse(path, err)
	}
}
