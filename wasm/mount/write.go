//go:build js && wasm

package mount

import (
	"errors"
	"strings"
	"syscall/js"

	"lily/core/intake"
	"lily/core/tree"
	"lily/wasm/bridge"
	"lily/wasm/drop"
	"lily/web/port"
)

// Write asks the person for leave, and writes file by file. What it did not write it
// returns, each with the reason.
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

// write writes or removes one file, if it is still what was read.
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
	data, err := drop.Content(at)
	return append([]byte{}, data...), err
}

// walk goes down folder by folder, and makes those that are missing if it is to.
func (m *Mount) walk(parents []string, create bool) (at js.Value, err error) {
	at = m.folder
	for _, name := range parents {
		if at, err = handle(at, "getDirectoryHandle", name, create); err != nil {
			return at, err
		}
	}
	return at, nil
}

// errHidden is a link in the place of what is to be written.
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
