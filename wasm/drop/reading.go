//go:build js && wasm

package drop

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"lily/core/intake"
	"lily/wasm/bridge"
)

const (
	inFlight = 16      // files that are read at once
	chunk    = 4 << 20 // bytes that are copied in one go
)

// Node is a file or a folder of the machine that is not yet read.
type Node struct {
	Name string
	Open func() (js.Value, error) // gives its File: https://developer.mozilla.org/docs/Web/API/File
	Kids iter.Seq2[Node, error]   // what is in a folder, up to an error; nil for a file
}

// chosen is a file of an input; that of a folder has its path in it.
// https://developer.mozilla.org/docs/Web/API/File/webkitRelativePath
func chosen(f js.Value) Node {
	path := cmp.Or(bridge.Text(f.Get("webkitRelativePath")), f.Get("name").String())
	return Node{Name: path, Open: func() (js.Value, error) { return f, nil }}
}

// entry is an entry of a drop.
// https://developer.mozilla.org/docs/Web/API/FileSystemEntry
func entry(e js.Value) Node {
	n := Node{Name: e.Get("name").String(), Open: func() (js.Value, error) {
		return bridge.Callback(func(done, failed js.Func) { e.Call("file", done, failed) })
	}}
	if e.Get("isDirectory").Bool() {
		n.Kids = func(yield func(Node, error) bool) { entries(e, yield) }
	}
	return n
}

// entries lists what is in a folder, batch by batch: browsers give at most a hundred
// entries at a time, and none when there are no more.
// https://developer.mozilla.org/docs/Web/API/FileSystemDirectoryReader/readEntries
func entries(folder js.Value, yield func(Node, error) bool) {
	for reader := folder.Call("createReader"); ; {
		batch, err := bridge.Callback(func(done, failed js.Func) { reader.Call("readEntries", done, failed) })
		if err != nil {
			yield(Node{}, err)
			return
		}
		if batch.Length() == 0 {
			return
		}
		for _, e := range items(batch) {
			if !yield(entry(e), nil) {
				return
			}
		}
	}
}

func items(list js.Value) []js.Value {
	values := make([]js.Value, list.Length())
	for i := range values {
		values[i] = list.Index(i)
	}
	return values
}

// reading is one drop or choice of files, or one look at a folder, on its way into memory.
type reading struct {
	ctx      context.Context
	progress func(done, total int)

	told    time.Time
	sources []Node // files, by their paths
	files   []intake.File
	refused []intake.Refusal
	listed  intake.Tally
	read    intake.Tally
	full    bool // a limit was met, and refused is just that
}

func (r *reading) stopped() bool { return r.full || r.ctx.Err() != nil }

func (r *reading) tell(done int) {
	if now := time.Now(); now.Sub(r.told) >= bridge.Pace && !r.stopped() {
		r.told = now
		r.progress(done, len(r.sources))
	}
}

func (r *reading) all(list []Node) {
	for _, n := range list {
		if r.below(n.Name, n); r.stopped() {
			return
		}
	}
}

// below lists a node, and refuses it for its error.
func (r *reading) below(path string, n Node) {
	if err := r.walk(path, n); err != nil {
		r.refuse(path, err)
	}
}

// walk lists a file or, with all below it, a folder. Only an error of this folder itself is
// returned; what is wrong further down is refused by its path.
func (r *reading) walk(path string, n Node) error {
	if n.Kids == nil || intake.LeftOut(path) {
		r.take(path, n.Open)
		return nil
	}
	if r.over(&intake.Tally{}, path, 0) { // for its depth; as a folder it counts for nothing else
		return nil
	}
	for kid, err := range n.Kids {
		if err != nil {
			return err
		}
		if r.below(path+"/"+kid.Name, kid); r.stopped() {
			return nil
		}
	}
	return nil
}

// take lists a file, unless it is left out or one too many.
func (r *reading) take(path string, open func() (js.Value, error)) {
	if intake.LeftOut(path) {
		r.files = append(r.files, intake.File{Path: path})
		return
	}
	if !r.over(&r.listed, path, 0) {
		r.sources = append(r.sources, Node{Name: path, Open: open})
	}
	r.tell(0)
}

// over counts a file; at a limit nothing is kept but the refusal (VF-6).
func (r *reading) over(t *intake.Tally, path string, size int64) bool {
	refusal, over := t.Add(path, size)
	if over && !r.full {
		r.full = true
		r.files, r.refused = nil, []intake.Refusal{refusal}
	}
	return r.full
}

// refuse names what the browser could not read.
func (r *reading) refuse(path string, err error) {
	if !r.full {
		why := "The browser could not read it: " + strings.TrimSuffix(err.Error(), ".") + "."
		r.refused = append(r.refused, intake.Refusal{Path: path, Code: "unreadable", Message: why})
	}
}

// readAll reads what is listed, some files at a time. The goroutines take
// turns on the page's one thread, so they share the reading without a lock.
func (r *reading) readAll() {
	next, done := 0, 0
	var workers sync.WaitGroup
	for range inFlight {
		workers.Go(func() {
			for next < len(r.sources) && !r.stopped() {
				s := r.sources[next]
				next++
				r.one(s)
				done++
				r.tell(done)
			}
		})
	}
	workers.Wait()
}

func (r *reading) one(s Node) {
	file, err := s.Open()
	if err != nil {
		r.refuse(s.Name, err)
		return
	}
	if r.stopped() || r.over(&r.read, s.Name, int64(file.Get("size").Float())) {
		return
	}
	data, err := Content(file)
	if err != nil {
		r.refuse(s.Name, err)
		return
	}
	if !r.stopped() {
		r.files = append(r.files, intake.File{Path: s.Name, Data: data})
	}
}

// Content copies a file's bytes, a big one's bit by bit, so that the page answers meanwhile.
// https://developer.mozilla.org/docs/Web/API/Blob/slice
// https://developer.mozilla.org/docs/Web/API/Blob/arrayBuffer
func Content(file js.Value) ([]byte, error) {
	size := file.Get("size").Int()
	data := make([]byte, 0, size)
	for at := 0; at == 0 || at < size; at += chunk {
		part := file
		if size > chunk {
			part = file.Call("slice", at, min(size, at+chunk))
		}
		buffer, err := bridge.Call(part, "arrayBuffer")
		if err != nil {
			return nil, err
		}
		array := js.Global().Get("Uint8Array").New(buffer)
		before, n := len(data), array.Length()
		data = slices.Grow(data, n)[:before+n]
		js.CopyBytesToGo(data[before:], array)
	}
	return data, nil
}
