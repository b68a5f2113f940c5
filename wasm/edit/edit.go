//go:build js && wasm

// Package edit is the page's text editor: static/editor over CodeMirror, fetched when a person first edits.
//
// It promises that a text crosses to the engine once, and after that only what was typed of it, and that places are
// the same on both sides: bytes here, UTF-16 there. It judges nothing.
//
//	editors.Load(func(err error) { … editors.Open(port.Editing{Box: "file-text", Place: "file-text-code"}) })
package edit

import (
	"encoding/json"
	"errors"
	"syscall/js"

	"lily/wasm/bridge"
	"lily/web/port"
)

// Editors are those of the page: see [port.Editors].
type Editors struct{ module js.Value }

var _ port.Editors = &Editors{}

// Load implements [port.Editors]. static/boot.js fetches the script, which the page names in data-editor.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Operators/import
func (e *Editors) Load(there func(error)) {
	if e.module.Truthy() {
		there(nil)
		return
	}
	load := js.Global().Get("lilyImport")
	if !load.Truthy() {
		there(errors.New("this page has no editor"))
		return
	}
	go func() {
		module, err := bridge.Await(load.Invoke("editor"))
		if err == nil {
			e.module = module
		}
		there(err)
	}()
}

// Open implements [port.Editors].
func (e *Editors) Open(o port.Editing) port.Editor {
	document := js.Global().Get("document")
	v := &editor{module: e.module}
	v.tell = js.FuncOf(func(_ js.Value, args []js.Value) any {
		told(o, args[0].String(), args[1:])
		return nil
	})
	v.at = e.module.Call("open", map[string]any{
		"box": document.Call("getElementById", o.Box), "place": document.Call("getElementById", o.Place), "of": o.Of,
		"label": o.Label, "about": o.About, "language": o.Language, "readOnly": o.ReadOnly, "tell": v.tell,
	})
	v.text = v.at.Call("text").String()
	return v
}

func told(o port.Editing, what string, more []js.Value) {
	switch what {
	case "typed":
		o.Typed()
	case "save":
		o.Save()
	case "fixed":
		o.Fixed(bridge.First(more).Truthy())
	case "wrapped":
		o.Wrapped()
	}
}

// editor is one that is open.
type editor struct {
	module, at js.Value
	tell       js.Func
	text       string // as it was read last
}

// Text implements [port.Editor], as do the methods below. It asks for what was typed since the last time only.
func (v *editor) Text() string {
	typed := v.at.Call("take")
	if typed.IsNull() {
		return v.text
	}
	last := typed.Length() - 1
	changes := make([]change, 0, last/3)
	for i := 0; i < last; i += 3 {
		changes = append(changes, change{typed.Index(i).Int(), typed.Index(i + 1).Int(), typed.Index(i + 2).String()})
	}
	var units int
	if v.text, units = apply(v.text, changes); units != typed.Index(last).Int() {
		v.text = v.at.Call("text").String() // half a character was typed
	}
	return v.text
}

func (v *editor) Write(text string) {
	v.at.Call("write", text)
	v.text = v.at.Call("text").String()
}

func (v *editor) Mark(text string, marks []port.Mark) {
	if text != v.text {
		return
	}
	list, err := json.Marshal(units(text, marks))
	if err == nil { // else a text is no UTF-8, of which nothing is edited
		v.at.Call("mark", js.Global().Get("JSON").Call("parse", string(list)))
	}
}

func (v *editor) Lock(on bool)   { v.at.Call("lock", on) }
func (v *editor) Act(a port.Act) { v.at.Call("does", string(a)) }
func (v *editor) Wraps() bool    { return v.module.Call("wrapped").Bool() }

func (v *editor) Close() {
	v.at.Call("close")
	v.tell.Release()
}
