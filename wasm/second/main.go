//go:build js && wasm

// Command second is the second engine of the page: what the first screen does not need, in a Worker of its own
// (static/frame/second.js). It promises to answer one question after the other, and to read of their files what it
// was given: there is no network and no store where it runs. It never returns; when it ends, its Worker says so.
package main

import (
	"context"
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"syscall/js"

	"lily/core/tree"
	"lily/wasm/bridge"
	"lily/web/port"
	"lily/web/second"
)

func main() {
	lazily()
	w := &worker{page: js.Global().Get("lilyPage"), engine: second.New(), asked: make(chan js.Value, 64), told: make(chan struct{}, 1)}
	w.page.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.hear(args[0].Get("data"))
		return nil
	}))
	w.post(map[string]any{"ready": true})
	for m := range w.asked {
		w.answer(m)
	}
}

// lazily collects garbage late, since it takes the time of the one thread that there is: none of what the first
// questions leave, and then when there is four times as much of it as of what is kept.
func lazily() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(96 << 20)
	runtime.AddCleanup(new([64]byte), func(int) { // at the end of the first collection
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(math.MaxInt64)
	}, 0)
}

// worker is the engine and the page that asks it. It is what the trees of questions read their blobs from.
type worker struct {
	page   js.Value
	engine *second.Engine
	asked  chan js.Value
	given  [][]byte      // that were not read yet
	told   chan struct{} // has one when something was given
	known  []named
	stop   context.CancelFunc
	now    int // the question that is being answered
	over   context.Context
}

// named are the files that were asked about last under a name.
type named struct {
	name string
	tree tree.Tree
}

// most is how many names are remembered, with all files of each that were read.
const most = 4

// hear takes a message of the page. It must not wait.
func (w *worker) hear(m js.Value) {
	switch {
	case m.Get("ask").Truthy():
		w.asked <- m
	case m.Get("give").Truthy():
		w.given = append(w.given, bridge.ToGo(m.Get("give")))
		select {
		case w.told <- struct{}{}:
		default: // it is known already
		}
	case m.Get("stop").Truthy() && m.Get("stop").Int() == w.now:
		w.stop()
	}
}

func (w *worker) post(m map[string]any, handed ...js.Value) {
	buffers := make([]any, len(handed))
	for i, array := range handed {
		buffers[i] = array.Get("buffer")
	}
	w.page.Call("postMessage", m, buffers)
}

func (w *worker) answer(m js.Value) {
	w.now = m.Get("ask").Int()
	w.over, w.stop = context.WithCancel(context.Background())
	defer w.stop()
	var answer []byte
	var err error
	bridge.Paced(w.over, nil, func(tick tree.Tick) { answer, err = w.answered(m, tick) })
	if err != nil {
		w.post(map[string]any{"failed": w.now, "why": err.Error()})
		return
	}
	bytes := bridge.ToJS(answer)
	w.post(map[string]any{"answer": w.now, "bytes": bytes}, bytes)
}

func (w *worker) answered(m js.Value, tick tree.Tick) ([]byte, error) {
	files, err := w.open(m.Get("name").String(), tree.Digest(bridge.ToGo(m.Get("root"))))
	if err != nil {
		return nil, err
	}
	return w.engine.Answer(port.Question{Of: m.Get("of").String(), Terms: bridge.ToGo(m.Get("terms")), Files: files}, tick)
}

// open returns the tree of a question. What is as it was under its name is not read again.
func (w *worker) open(name string, root tree.Digest) (tree.Tree, error) {
	like := named{name: name}
	rest := w.known[:0:0]
	for _, k := range w.known {
		if k.name == name {
			like = k
		} else {
			rest = append(rest, k)
		}
	}
	t, err := tree.Opener{From: w, Like: like.tree}.Open(root)
	if err == nil {
		w.known = append(rest[max(0, len(rest)-most+1):], named{name, t})
	}
	return t, err
}

// Blobs implements [tree.Source]: the page gives them, in pieces.
func (w *worker) Blobs(digests []tree.Digest) ([][]byte, error) {
	list := make([]byte, 0, len(digests)*len(tree.Digest{}))
	for _, d := range digests {
		list = append(list, d[:]...)
	}
	w.given = nil // was for a question that is over
	w.post(map[string]any{"need": bridge.ToJS(list)})
	blobs := make([][]byte, 0, len(digests))
	for len(blobs) < len(digests) {
		select {
		case <-w.over.Done():
			return nil, w.over.Err()
		case <-w.told:
		}
		for ; len(w.given) > 0; w.given = w.given[1:] {
			var err error
			if blobs, err = unpacked(blobs, w.given[0]); err != nil {
				return nil, err
			}
		}
	}
	return blobs, nil
}

var errPiece = errors.New("the page gave a piece that cannot be read")

// unpacked adds what a piece holds: the length of each blob and 1 in four bytes before it, and 0 for one that is lost.
func unpacked(blobs [][]byte, piece []byte) ([][]byte, error) {
	for len(piece) > 0 {
		if len(piece) < 4 {
			return nil, errPiece
		}
		size := int(piece[0]) | int(piece[1])<<8 | int(piece[2])<<16 | int(piece[3])<<24
		piece = piece[4:]
		if size == 0 {
			blobs = append(blobs, nil)
			continue
		}
		if size--; size < 0 || size > len(piece) {
			return nil, errPiece
		}
		blobs, piece = append(blobs, piece[:size:size]), piece[size:]
	}
	return blobs, nil
}
