//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
	"time"

	"lily/core/intake"
	"lily/core/tree"
)

// drops takes files into the page: what is dropped anywhere on it, pasted, or
// chosen in a file input. One read is under way at a time; a new one cancels it.
type drops struct {
	over     func(target string)
	leave    func()
	progress func(done, total int)
	dropped  func(ctx context.Context, target string, files []intake.File, refused []intake.Refusal)

	inside bool
	target string // where a drop would land, as it was told last
	stop   context.CancelFunc
}

// watchDrops wires the whole window. over is told the data-root attribute of
// what is dragged over, or "", when it changes; leave that the drag has left
// or was dropped; progress how far a read is, and 0 of 0 when it was cancelled; dropped what
// was read, away from the UI's goroutine and until its context is done. None is called before watchDrops returns.
func watchDrops(
	over func(target string), leave func(), progress func(done, total int),
	dropped func(ctx context.Context, target string, files []intake.File, refused []intake.Refusal),
) *drops {
	d := &drops{over: over, leave: leave, progress: progress, dropped: dropped}
	d.listen(js.Global())
	return d
}

// listen handles the events on a target, for as long as the page lives
// or until the returned function is called.
// https://developer.mozilla.org/docs/Web/API/HTML_Drag_and_Drop_API/File_drag_and_drop
func (d *drops) listen(on js.Value) (unlisten func()) {
	handlers := map[string]js.Func{}
	for name, handle := range map[string]func(js.Value){
		"dragenter": d.drag, "dragover": d.drag, "dragleave": d.away, "drop": d.drop,
	} {
		handlers[name] = js.FuncOf(func(_ js.Value, args []js.Value) any {
			if hasFiles(args[0].Get("dataTransfer")) {
				handle(args[0])
			}
			return nil
		})
	}
	handlers["paste"] = js.FuncOf(func(_ js.Value, args []js.Value) any {
		d.paste(args[0])
		return nil
	})
	for name, f := range handlers {
		on.Call("addEventListener", name, f)
	}
	return func() {
		for name, f := range handlers {
			on.Call("removeEventListener", name, f)
			f.Release()
		}
	}
}

// hasFiles reports whether a drag or a paste brings files, and not text or a link.
// https://developer.mozilla.org/docs/Web/API/DataTransfer/types
func hasFiles(transfer js.Value) bool {
	return transfer.Truthy() && transfer.Get("types").Call("includes", "Files").Bool()
}

// drag says that the page takes the files, and where they would land.
// https://developer.mozilla.org/docs/Web/API/DataTransfer/dropEffect
func (d *drops) drag(event js.Value) {
	event.Call("preventDefault")
	event.Get("dataTransfer").Set("dropEffect", "copy")
	if target := root(event); !d.inside || target != d.target {
		d.inside, d.target = true, target
		d.over(target)
	}
}

// away sees the drag leave the window: then there is no element that it went to.
// https://developer.mozilla.org/docs/Web/API/MouseEvent/relatedTarget
func (d *drops) away(event js.Value) {
	if d.inside && !event.Get("relatedTarget").Truthy() {
		d.inside = false
		d.leave()
	}
}

// drop takes what was let go over the page.
func (d *drops) drop(event js.Value) {
	event.Call("preventDefault")
	target := root(event)
	d.inside = false
	d.leave()
	d.bring(target, event.Get("dataTransfer"))
}

// bring takes the entries at once, since they are gone when the event is over,
// and reads them afterwards.
// https://developer.mozilla.org/docs/Web/API/DataTransferItem/webkitGetAsEntry
func (d *drops) bring(target string, transfer js.Value) {
	var entries, files []js.Value
	for _, item := range items(transfer.Get("items")) {
		if item.Get("kind").String() != "file" {
			continue
		}
		if e := item.Call("webkitGetAsEntry"); e.Truthy() {
			entries = append(entries, e)
		} else if f := item.Call("getAsFile"); f.Truthy() {
			files = append(files, f)
		}
	}
	d.start(target, func(r *reading) {
		r.chosen(files)
		r.entries("", entries)
	})
}

// readInput reads what was chosen in the file input with the given id, and
// empties it, so that the same folder can be chosen again.
// https://developer.mozilla.org/docs/Web/API/HTMLInputElement/webkitdirectory
func (d *drops) readInput(id string) {
	input := js.Global().Get("document").Call("getElementById", id)
	if !input.Truthy() || !input.Get("files").Truthy() {
		return
	}
	files := items(input.Get("files"))
	input.Set("value", "")
	if len(files) > 0 {
		d.start("", func(r *reading) { r.chosen(files) })
	}
}

// start reads in the background what list lists.
func (d *drops) start(target string, list func(*reading)) {
	d.cancel()
	ctx, cancel := context.WithCancel(context.Background())
	d.stop = cancel
	r := &reading{ctx: ctx, progress: d.progress, told: time.Now()}
	go func() {
		list(r)
		r.readAll()
		if ctx.Err() == nil {
			d.dropped(ctx, target, r.files, r.refused)
		}
		if ctx.Err() == nil {
			d.stop = nil
		}
		cancel()
	}()
}

// cancel ends the read that is under way, if one is; nothing of it is kept.
func (d *drops) cancel() {
	if d.stop != nil {
		d.stop()
		d.stop = nil
		d.progress(0, 0)
	}
}

// gather makes a drop of the files, unless it is cancelled.
func (d *drops) gather(ctx context.Context, files []intake.File, refused []intake.Refusal) (drop intake.Drop) {
	d.ticking(ctx, func(tick tree.Tick) { drop = intake.Gather(files, refused, tick) })
	return drop
}

// ticking does what may be long with a drop, with its progress, until it is cancelled.
func (d *drops) ticking(ctx context.Context, work func(tree.Tick)) {
	b := newBreather()
	defer b.close()
	work(b.tick(ctx, d.progress))
}

// root is the data-root attribute at or above what an event is aimed at.
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
