//go:build js && wasm

package drop

import (
	"syscall/js"

	"lily/core/intake"
)

// typing is where a paste is text for the person's own, and a dialog that is
// open has the page to itself.
const typing = "input, textarea, select, [contenteditable]"

// paste takes files, or the text of a SKILL.md, that are pasted anywhere else.
// https://developer.mozilla.org/docs/Web/API/Element/paste_event
func (d *Reader) paste(event js.Value) {
	at, data := event.Get("target"), event.Get("clipboardData")
	if event.Get("defaultPrevented").Bool() || !data.Truthy() || closest(at, typing).Truthy() || dialog().Truthy() {
		return
	}
	if hasFiles(data) {
		event.Call("preventDefault")
		d.bring("", data)
		return
	}
	if f, ok := intake.Pasted(data.Call("getData", "text/plain").String()); ok {
		event.Call("preventDefault")
		d.start("", func(r *Reading) {
			if !r.over(&r.read, f.Path, int64(len(f.Data))) {
				r.files = append(r.files, f)
			}
		})
	}
}

// dialog is the one that is open.
func dialog() js.Value {
	return js.Global().Get("document").Call("querySelector", "dialog[open]")
}
