//go:build js && wasm

package ask

import (
	"context"
	"fmt"
	"syscall/js"
	"time"

	"lily/wasm/bridge"
	"lily/wasm/frame"
	"lily/web/port"
)

// start is the way of the engine to the page. It goes on though the question that began it is over.
type start struct {
	over chan struct{}
	err  error
}

// started waits until the engine is there.
func (e *Engine) started(ctx context.Context) error {
	if e.starting == nil {
		s := &start{over: make(chan struct{})}
		e.starting = s
		go func() {
			defer close(s.over)
			if s.err = e.start(); s.err != nil {
				e.end()
			}
		}()
	}
	s := e.starting
	select {
	case <-s.over:
		return s.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// start fetches the engine and runs it.
func (e *Engine) start() error {
	e.frame = frame.Start(e.page) // gets ready while the code is on its way
	code, err := e.fetch()
	if err != nil {
		return fmt.Errorf("%w: %w", port.ErrMissing, err)
	}
	e.frame.Post(map[string]any{"engine": code}, code)
	late := time.NewTimer(e.wait)
	defer late.Stop()
	select {
	case <-late.C:
		return fmt.Errorf("%w: it did not start within %s", port.ErrMissing, e.wait)
	case <-e.frame.Told:
	}
	m, err := understood(e.frame.Next())
	if err == nil && !m.ready {
		err = errForeign
	}
	if err != nil {
		return fmt.Errorf("%w: %w", port.ErrMissing, err)
	}
	return nil
}

const (
	errServer  port.Error = "the server of this page does not answer; is lily still running"
	errVersion port.Error = "the server of this page is another version of Lily; reload the page"
)

// fetch reads the engine's code, and tells how far it is.
// https://developer.mozilla.org/docs/Web/API/ReadableStreamDefaultReader/read
func (e *Engine) fetch() (code js.Value, err error) {
	e.told(port.Stage{What: port.Fetching, Total: e.size})
	response, err := bridge.Await(js.Global().Call("fetch", e.code))
	switch {
	case err != nil:
		return code, errServer
	case !response.Get("ok").Bool():
		return code, errVersion
	}
	code = js.Global().Get("Uint8Array").New(e.size)
	said, done, reader := time.Now(), 0, response.Get("body").Call("getReader")
	for {
		part, err := bridge.Call(reader, "read")
		if err != nil {
			return code, errServer
		}
		if part.Get("done").Bool() {
			break
		}
		bytes := part.Get("value")
		if done+bytes.Length() > e.size {
			return code, errVersion
		}
		code.Call("set", bytes, done)
		done += bytes.Length()
		if now := time.Now(); now.Sub(said) >= bridge.Pace {
			said = now
			e.told(port.Stage{What: port.Fetching, Done: done, Total: e.size})
		}
	}
	if done < e.size {
		return code, errVersion
	}
	return code, nil
}

func (e *Engine) told(s port.Stage) {
	if e.tell != nil {
		e.tell(s)
	}
}
