//go:build js && wasm

// Package ask asks the second engine of the page: see [port.Second].
//
// It promises that the engine is fetched with the first question and once, that it sees no byte of a file that it does
// not ask for, and none that is not of the question, and that one that does not answer is ended, so that the next
// question has a new one. It runs in a frame whose origin is nobody's, as the programs of skills do.
//
//	answer, err := ask.New().Ask(ctx, question, tell)
package ask

import (
	"context"
	"syscall/js"
	"time"

	"lily/wasm/frame"
	"lily/web/port"
)

// Engine is the second engine, or the way to it.
type Engine struct {
	page, code string        // the addresses of its frame and of its code
	size       int           // of its code, as unpacked
	wait       time.Duration // for its start, and for it to stop answering
	turn       chan struct{} // has one while a question is asked
	tell       func(port.Stage)

	starting *start
	frame    *frame.Frame
	last     int // the number of the question that was asked last
}

var _ port.Second = (*Engine)(nil)

// New takes the addresses from the page, which knows their hashes. It fetches nothing.
func New() *Engine {
	data := js.Global().Get("document").Call("getElementById", "boot").Get("dataset")
	size := js.Global().Call("Number", data.Get("secondSize"))
	return &Engine{page: data.Get("second").String(), code: data.Get("secondCode").String(), size: size.Int(), wait: time.Minute, turn: make(chan struct{}, 1)}
}

// Ask implements [port.Second].
func (e *Engine) Ask(ctx context.Context, q port.Question, tell func(port.Stage)) ([]byte, error) {
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	e.tell = tell
	if e.starting == nil {
		go ready(ctx, q)
	}
	if err := e.started(ctx); err != nil {
		<-e.turn
		return nil, err
	}
	e.last++
	a := &asking{Question: q, engine: e, number: e.last}
	answer, err := a.ask(ctx)
	if err != nil && ctx.Err() != nil && e.frame != nil {
		go a.stop()
		return nil, ctx.Err()
	}
	<-e.turn
	return answer, err
}

// end ends the engine; the next question starts another one.
func (e *Engine) end() {
	if e.frame != nil {
		e.frame.End()
	}
	e.frame, e.starting = nil, nil
}
