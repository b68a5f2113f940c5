//go:build js && wasm

package drop

import (
	"context"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"lily/core/intake"
	"lily/wasm/bridge"
)

// inFlight is how many files are read at once.
const inFlight = 16

// source is one file that is listed and not yet read. open gives its File, see
// https://developer.mozilla.org/docs/Web/API/File
type source struct {
	path string
	open func() (js.Value, error)
}

// Reading is one drop or choice of files, or one look at a folder, on its way into memory.
type Reading struct {
	ctx      context.Context
	progress func(done, total int)

	told    time.Time
	sources []source
	files   []intake.File
	refused []intake.Refusal
	listed  intake.Tally
	read    intake.Tally
	full    bool // a limit was met, and refused is just that
}

// Stopped reports whether nothing more is to be read.
func (r *Reading) Stopped() bool { return r.full || r.ctx.Err() != nil }

func (r *Reading) tell(done int) {
	if now := time.Now(); now.Sub(r.told) >= bridge.Pace && !r.Stopped() {
		r.told = now
		r.progress(done, len(r.sources))
	}
}

// Take lists a file, unless it is left out or one too many.
func (r *Reading) Take(path string, open func() (js.Value, error)) {
	if intake.LeftOut(path) {
		r.files = append(r.files, intake.File{Path: path})
		return
	}
	if !r.over(&r.listed, path, 0) {
		r.sources = append(r.sources, source{path, open})
	}
	r.tell(0)
}

// over counts a file; at a limit nothing is kept but the refusal (VF-6).
func (r *Reading) over(t *intake.Tally, path string, size int64) bool {
	refusal, over := t.Add(path, size)
	if over && !r.full {
		r.full = true
		r.files, r.refused = nil, []intake.Refusal{refusal}
	}
	return r.full
}

// TooDeep refuses a folder for its depth; as a folder it counts for nothing else.
func (r *Reading) TooDeep(path string) bool { return r.over(&intake.Tally{}, path, 0) }

// Refuse names what the browser could not read.
func (r *Reading) Refuse(path string, err error) {
	if !r.full {
		r.refused = append(r.refused, intake.Refusal{
			Path: path, Code: "unreadable",
			Message: "The browser could not read it: " + strings.TrimSuffix(err.Error(), ".") + ".",
		})
	}
}

// readAll reads what is listed, some files at a time. The goroutines take
// turns on the page's one thread, so they share the reading without a lock.
func (r *Reading) readAll() {
	next, done := 0, 0
	finished := make(chan struct{})
	worker := func() {
		for next < len(r.sources) && !r.Stopped() {
			s := r.sources[next]
			next++
			r.one(s)
			done++
			r.tell(done)
		}
		finished <- struct{}{}
	}
	for range inFlight {
		go worker()
	}
	for range inFlight {
		<-finished
	}
}

func (r *Reading) one(s source) {
	file, err := s.open()
	if err != nil {
		r.Refuse(s.path, err)
		return
	}
	if r.Stopped() || r.over(&r.read, s.path, int64(file.Get("size").Float())) {
		return
	}
	data, err := Content(file)
	if err != nil {
		r.Refuse(s.path, err)
		return
	}
	if !r.Stopped() {
		r.files = append(r.files, intake.File{Path: s.path, Data: data})
	}
}

// chunk is how much of a file is copied in one go.
const chunk = 4 << 20

// Content copies a file's bytes, a big one's bit by bit, so that the page answers
// meanwhile.
// https://developer.mozilla.org/docs/Web/API/Blob/slice
func Content(file js.Value) ([]byte, error) {
	size := file.Get("size").Int()
	if size <= chunk {
		return buffered(nil, file)
	}
	data := make([]byte, 0, size)
	for at := 0; at < size; at += chunk {
		var err error
		if data, err = buffered(data, file.Call("slice", at, min(size, at+chunk))); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// buffered appends the bytes of a file, or of a part of one.
// https://developer.mozilla.org/docs/Web/API/Blob/arrayBuffer
func buffered(data []byte, part js.Value) ([]byte, error) {
	buffer, err := bridge.Promise(func() js.Value { return part.Call("arrayBuffer") })
	if err != nil {
		return nil, err
	}
	array := js.Global().Get("Uint8Array").New(buffer)
	before, n := len(data), array.Length()
	data = slices.Grow(data, n)[:before+n]
	js.CopyBytesToGo(data[before:], array)
	return data, nil
}

// chosen lists the files of an input; those of a folder have their path in it.
// https://developer.mozilla.org/docs/Web/API/File/webkitRelativePath
func (r *Reading) chosen(files []js.Value) {
	for _, f := range files {
		path := f.Get("name").String()
		if rel := f.Get("webkitRelativePath"); rel.Truthy() {
			path = rel.String()
		}
		if r.Take(path, func() (js.Value, error) { return f, nil }); r.Stopped() {
			return
		}
	}
}

// entry lists a file or, with all below it, a folder of a drop.
// https://developer.mozilla.org/docs/Web/API/FileSystemEntry
func (r *Reading) entry(path string, e js.Value) {
	if e.Get("isDirectory").Bool() && !intake.LeftOut(path) {
		r.folder(path, e)
		return
	}
	r.Take(path, func() (js.Value, error) {
		return bridge.Callback(func(done, failed js.Func) { e.Call("file", done, failed) })
	})
}

// folder lists what is below, batch by batch: browsers give at most a hundred
// entries at a time, and none when there are no more.
// https://developer.mozilla.org/docs/Web/API/FileSystemDirectoryReader/readEntries
func (r *Reading) folder(path string, e js.Value) {
	if r.TooDeep(path) {
		return
	}
	reader := e.Call("createReader")
	for !r.Stopped() {
		batch, err := bridge.Callback(func(done, failed js.Func) { reader.Call("readEntries", done, failed) })
		if err != nil {
			r.Refuse(path, err)
			return
		}
		if batch.Length() == 0 {
			return
		}
		r.entries(path+"/", items(batch))
	}
}

func (r *Reading) entries(prefix string, list []js.Value) {
	for _, e := range list {
		if r.Stopped() {
			return
		}
		r.entry(prefix+e.Get("name").String(), e)
	}
}

// items copies a JavaScript list.
func items(list js.Value) []js.Value {
	values := make([]js.Value, list.Length())
	for i := range values {
		values[i] = list.Index(i)
	}
	return values
}
