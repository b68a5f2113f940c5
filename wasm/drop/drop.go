//go:build js && wasm

// Package drop takes files of the person's machine into memory: what is dropped on the
// page, pasted, or chosen in a file input, and for the package mount what lies in a folder.
// The limits of an import end a read, a person can cancel it, and the page answers
// meanwhile. It judges nothing: package intake says what the files are.
//
//	reader := drop.Watch(over, leave, progress, dropped)
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
	over     func(target string)
	leave    func()
	progress func(done, total int)
	dropped  func(ctx context.Context, target string, files []intake.File, refused []intake.Refusal)

	inside bool
	target string // where a drop would land, as it was told last
	stop   context.CancelFunc
}

// Watch wires the whole window. over is told the data-root attribute of
// what is dragged over, or "", when it changes; leave that the drag has left
// or was dropped; progress how far a read is, and 0 of 0 when it was cancelled; dropped what
// was read, away from the UI's goroutine and until its context is done. None is
// called before Watch returns.
func Watch(
	over func(target string), leave func(), progress func(done, total int),
	dropped func(ctx context.Context, target string, files []intake.File, refused []intake.Refusal),
) *Reader {
	d := &Reader{over: over, leave: leave, progress: progress, dropped: dropped}
	d.listen(js.Global())
	return d
}

// listen handles the events on a target, for as long as the page lives
// or until the returned function is called.
// https://developer.mozilla.org/docs/Web/API/HTML_Drag_and_Drop_API/File_drag_and_drop
func (d *Reader) listen(on js.Value) (unlisten func()) {
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
func (d *Reader) drag(event js.Value) {
	event.Call("preventDefault")
	event.Get("dataTransfer").Set("dropEffect", "copy")
	if target := root(event); !d.inside || target != d.target {
		d.inside, d.target = true, target
		d.over(target)
	}
}

// away sees the drag leave the window: then there is no element that it went to.
// https://developer.mozilla.org/docs/Web/API/MouseEvent/relatedTarget
func (d *Reader) away(event js.Value) {
	if d.inside && !event.Get("relatedTarget").Truthy() {
		d.inside = false
		d.leave()
	}
}

// drop takes what was let go over the page.
func (d *Reader) drop(event js.Value) {
	event.Call("preventDefault")
	target := root(event)
	d.inside = false
	d.leave()
	d.bring(target, event.Get("dataTransfer"))
}

// bring takes the entries at once, since they are gone when the event is over,
// and reads them afterwards.
// https://developer.mozilla.org/docs/Web/API/DataTransferItem/webkitGetAsEntry
func (d *Reader) bring(target string, transfer js.Value) {
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
	d.start(target, func(r *Reading) {
		r.chosen(files)
		r.entries("", entries)
	})
}

// ReadInput reads what was chosen in the file input with the given id, and
// empties it, so that the same folder can be chosen again.
// https://developer.mozilla.org/docs/Web/API/HTMLInputElement/webkitdirectory
func (d *Reader) ReadInput(id string) {
	input := js.Global().Get("document").Call("getElementById", id)
	if !input.Truthy() || !input.Get("files").Truthy() {
		return
	}
	files := items(input.Get("files"))
	input.Set("value", "")
	if len(files) > 0 {
		d.start("", func(r *Reading) { r.chosen(files) })
	}
}

// start reads in the background what list lists.
func (d *Reader) start(target string, list func(*Reading)) {
	d.Cancel()
	ctx, cancel := context.WithCancel(context.Background())
	d.stop = cancel
	r := d.begin(ctx)
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

func (d *Reader) begin(ctx context.Context) *Reading {
	return &Reading{ctx: ctx, progress: d.progress, told: time.Now()}
}

// Look reads what list lists, and makes a drop of it. A person may cancel it, which gives
// [context.Canceled], unless a drop is being read: coming back to the window with a drop
// must not end that.
func (d *Reader) Look(list func(*Reading) error) (intake.Drop, error) {
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
			d.progress(0, 0)
		}
	}()
	r := d.begin(ctx)
	if err := list(r); err != nil {
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
		d.progress(0, 0)
	}
}

// Gather makes a drop of the files, unless it is cancelled.
func (d *Reader) Gather(ctx context.Context, files []intake.File, refused []intake.Refusal) (drop intake.Drop) {
	d.Ticking(ctx, func(tick tree.Tick) { drop = intake.Gather(files, refused, tick) })
	return drop
}

// Ticking does long work on a drop, with its progress, until it is cancelled.
func (d *Reader) Ticking(ctx context.Context, work func(tree.Tick)) {
	b := bridge.NewBreather()
	defer b.Close()
	work(b.Tick(ctx, d.progress))
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
