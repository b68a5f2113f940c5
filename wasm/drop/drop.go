//go:build js && wasm

// Package drop takes files of the person's machine into memory: what is dropped on the
// page, pasted, or chosen in a file input, and for the package mount what lies in a folder.
// The limits of an import end a read, a person can cancel it, and the page answers
// meanwhile. It judges nothing: package intake says what the files are.
//
//	reader := &drop.Reader{Over: over, Leave: leave, Progress: progress, Dropped: dropped}
//	reader.Watch()
package drop

import (
	"context"
	"syscall/js"
	"time"

	"lily/core/intake"
	"lily/core/tree"
	"lily/wasm/bridge"
)

// Reader reads one drop, paste or choice of files at a time; a new one cancels it.
type Reader struct {
	// Over is told the data-root attribute of what is dragged over, or "", when it changes,
	// and Leave that the drag has left or was dropped.
	Over  func(target string)
	Leave func()
	// Progress is told how far a read is, and 0 of 0 when it was cancelled.
	Progress func(done, total int)
	// Dropped is told what was read, away from the UI's goroutine and until its context is done.
	Dropped func(ctx context.Context, target string, files []intake.File, refused []intake.Refusal)

	inside bool
	target string // where a drop would land, as it was told last
	stop   context.CancelFunc
}

// Watch wires the whole window.
func (d *Reader) Watch() { d.listen(js.Global()) }

// listen handles the events on a target, for as long as the page lives.
// https://developer.mozilla.org/docs/Web/API/HTML_Drag_and_Drop_API/File_drag_and_drop
// https://developer.mozilla.org/docs/Web/API/Element/paste_event
func (d *Reader) listen(on js.Value) {
	for name, handle := range map[string]func(js.Value){
		"dragenter": d.drag, "dragover": d.drag, "dragleave": d.away, "drop": d.drop,
	} {
		bridge.On(on, name, func(event js.Value) {
			if hasFiles(event.Get("dataTransfer")) {
				handle(event)
			}
		})
	}
	bridge.On(on, "paste", d.paste)
}

// hasFiles reports whether a drag or a paste brings files, and not text or a link.
// https://developer.mozilla.org/docs/Web/API/DataTransfer/types
func hasFiles(transfer js.Value) bool {
	return transfer.Truthy() && transfer.Get("types").Call("includes", "Files").Bool()
}

// drag says that the page takes the files, and where they would land.
// https://developer.mozilla.org/docs/Web/API/DataTransfer/dropEffect
func (d *Reader) drag(event js.Value) {
	event.Call("preventDefault")
	event.Get("dataTransfer").Set("dropEffect", "copy")
	if target := root(event); !d.inside || target != d.target {
		d.inside, d.target = true, target
		d.Over(target)
	}
}

// away sees the drag leave the window: then there is no element that it went to.
// https://developer.mozilla.org/docs/Web/API/MouseEvent/relatedTarget
func (d *Reader) away(event js.Value) {
	if d.inside && !event.Get("relatedTarget").Truthy() {
		d.inside = false
		d.Leave()
	}
}

func (d *Reader) drop(event js.Value) {
	event.Call("preventDefault")
	target := root(event)
	d.inside = false
	d.Leave()
	shutDialogs()
	d.bring(target, event.Get("dataTransfer"))
}

// shutDialogs closes what is open over the page, as Esc does: else the review of the drop would come behind it.
func shutDialogs() {
	page := js.Global().Get("document")
	if !page.Truthy() { // events are sent to a page that is none
		return
	}
	list := page.Call("querySelectorAll", "dialog[open]")
	for i := range list.Length() {
		list.Index(i).Call("close")
	}
}

// typing is where a paste is text for the person's own.
const typing = "input, textarea, select, [contenteditable]"

// paste takes files, or the text of a SKILL.md, that are pasted anywhere else, unless a
// dialog is open: it has the page to itself.
func (d *Reader) paste(event js.Value) {
	at, data := event.Get("target"), event.Get("clipboardData")
	if event.Get("defaultPrevented").Bool() || !data.Truthy() || closest(at, typing).Truthy() ||
		js.Global().Get("document").Call("querySelector", "dialog[open]").Truthy() {
		return
	}
	if hasFiles(data) {
		event.Call("preventDefault")
		d.bring("", data)
		return
	}
	if f, ok := intake.Pasted(data.Call("getData", "text/plain").String()); ok {
		event.Call("preventDefault")
		d.start("", func(r *reading) {
			if !r.over(&r.read, f.Path, int64(len(f.Data))) {
				r.files = append(r.files, f)
			}
		})
	}
}

// bring takes the entries at once, since they are gone when the event is over, and reads them afterwards.
// https://developer.mozilla.org/docs/Web/API/DataTransferItem/webkitGetAsEntry
func (d *Reader) bring(target string, transfer js.Value) {
	var list []Node
	for _, item := range items(transfer.Get("items")) {
		if item.Get("kind").String() != "file" {
			continue
		}
		if e := item.Call("webkitGetAsEntry"); e.Truthy() {
			list = append(list, entry(e))
		} else if f := item.Call("getAsFile"); f.Truthy() {
			list = append(list, chosen(f))
		}
	}
	d.start(target, func(r *reading) { r.all(list) })
}

// ReadInput reads what was chosen in the file input with the given id, and
// empties it, so that the same folder can be chosen again.
// https://developer.mozilla.org/docs/Web/API/HTMLInputElement/webkitdirectory
func (d *Reader) ReadInput(id string) {
	input := js.Global().Get("document").Call("getElementById", id)
	if !input.Truthy() || !input.Get("files").Truthy() {
		return
	}
	var list []Node
	for _, f := range items(input.Get("files")) {
		list = append(list, chosen(f))
	}
	input.Set("value", "")
	if len(list) > 0 {
		d.start("", func(r *reading) { r.all(list) })
	}
}

func (d *Reader) start(target string, list func(*reading)) {
	d.Cancel()
	ctx, cancel := context.WithCancel(context.Background())
	d.stop = cancel
	r := &reading{ctx: ctx, progress: d.Progress, told: time.Now()}
	go func() {
		list(r)
		r.readAll()
		if ctx.Err() == nil {
			d.Dropped(ctx, target, r.files, r.refused)
		}
		if ctx.Err() == nil {
			d.stop = nil
		}
		cancel()
	}()
}

// Look makes a drop of a folder. A person may cancel it, which gives [context.Canceled], unless
// a drop is being read: coming back to the window with a drop must not end that.
func (d *Reader) Look(folder Node) (intake.Drop, error) {
	ctx, cancel := context.WithCancel(context.Background())
	ours := d.stop == nil
	if ours {
		d.stop = cancel
	}
	defer func() {
		if ours && ctx.Err() == nil {
			d.stop = nil
		}
		if cancel(); d.stop == nil {
			d.Progress(0, 0)
		}
	}()
	r := &reading{ctx: ctx, progress: d.Progress, told: time.Now()}
	if err := r.walk(folder.Name, folder); err != nil {
		return intake.Drop{}, err
	}
	r.readAll()
	drop := d.Gather(ctx, r.files, r.refused)
	return drop, ctx.Err()
}

// Cancel ends the read that is under way, if one is; nothing of it is kept.
func (d *Reader) Cancel() {
	if d.stop != nil {
		d.stop()
		d.stop = nil
		d.Progress(0, 0)
	}
}

// Gather makes a drop of the files, unless it is cancelled.
func (d *Reader) Gather(ctx context.Context, files []intake.File, refused []intake.Refusal) (drop intake.Drop) {
	bridge.Paced(ctx, d.Progress, func(tick tree.Tick) { drop = intake.Gather(files, refused, tick) })
	return drop
}

func root(event js.Value) string {
	if el := closest(event.Get("target"), "[data-root]"); el.Truthy() {
		return el.Call("getAttribute", "data-root").String()
	}
	return ""
}

// closest is what matches at or above an element or a text.
// https://developer.mozilla.org/docs/Web/API/Element/closest
func closest(at js.Value, selector string) js.Value {
	if at.Truthy() && !at.Get("closest").Truthy() {
		at = at.Get("parentElement") // a text node; the document has none
	}
	if !at.Truthy() {
		return js.Null()
	}
	return at.Call("closest", selector)
}
