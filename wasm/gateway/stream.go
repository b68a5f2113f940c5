//go:build js && wasm

package gateway

import (
	"context"
	"io"
	"syscall/js"

	"lily/wasm/bridge"
)

// stream is the body of an answer. It gives what has arrived at once, and never
// waits for more than that.
// https://developer.mozilla.org/docs/Web/API/ReadableStreamDefaultReader/read
type stream struct {
	ctx        context.Context
	source     js.Value
	controller js.Value
	stop       func() bool
	rest       []byte
	closed     bool
}

// reader reads a stream of the browser's, where there is one.
func reader(body js.Value) js.Value {
	if !body.Truthy() {
		return js.Undefined()
	}
	return body.Call("getReader")
}

// Read implements [io.Reader].
func (s *stream) Read(p []byte) (int, error) {
	for len(s.rest) == 0 {
		chunk, err := s.next()
		if err != nil {
			return 0, err
		}
		s.rest = make([]byte, chunk.Length())
		js.CopyBytesToGo(s.rest, chunk)
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// next waits for the next chunk.
func (s *stream) next() (js.Value, error) {
	switch {
	case s.closed:
		return js.Undefined(), io.ErrClosedPipe
	case !s.source.Truthy():
		return js.Undefined(), io.EOF
	}
	chunk, err := bridge.Await(s.source.Call("read"))
	switch {
	case s.ctx.Err() != nil:
		return js.Undefined(), s.ctx.Err()
	case err != nil:
		return js.Undefined(), err
	case chunk.Get("done").Bool():
		return js.Undefined(), io.EOF
	}
	return chunk.Get("value"), nil
}

// Close implements [io.Closer]: it ends the request. It may be called while
// another goroutine reads, and twice.
func (s *stream) Close() error {
	if !s.closed {
		s.closed = true
		s.stop()
		s.controller.Call("abort")
	}
	return nil
}
