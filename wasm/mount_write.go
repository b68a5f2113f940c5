//go:build js && wasm

package main

import (
	"errors"
	"strings"
	"syscall/js"

	"lily/core/intake"
	"lily/core/tree"
	"lily/web/ui"
)

// Write asks the person for leave, and writes file by file. What it did not write it
// returns, each with the reason.
func (m *mount) Write(list []ui.DiskChange) ([]intake.Refusal, error) {
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

// write writes or removes one file, if it is still what was read.
func (m *mount) write(c ui.DiskChange) error {
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
