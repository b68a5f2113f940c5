//go:build js && wasm

package worker

import (
	"syscall/js"
	"time"

	"lily/wasm/bridge"
)

// host is where one program runs, and what it told. Its messages wait in a list,
// because a handler of events must not wait for anybody.
type host struct {
	told  chan struct{} // has one while the list has a message
	queue []js.Value
	port  js.Value // takes what is for the program
	stop  func()   // ends it, whatever it does
	off   []func()
}

// start opens a page in a frame whose origin is nobody's, and talks to the Worker in it
// by a port. The port closes where the browser ended the frame's process (HTML, close event of a MessagePort). Without the frame there is no Worker.
// https://developer.mozilla.org/docs/Web/HTML/Element/iframe#sandbox
func start(page string) *host {
	h := &host{told: make(chan struct{}, 1)}
	document := js.Global().Get("document")
	frame, channel := document.Call("createElement", "iframe"), js.Global().Get("MessageChannel").New()
	for name, value := range map[string]string{"sandbox": "allow-scripts", "hidden": "", "title": "A program", "src": page} {
		frame.Call("setAttribute", name, value)
	}
	h.port = channel.Get("port1")
	h.stop = func() {
		frame.Call("remove")
		h.port.Call("close")
	}
	h.on(h.port, "message", func(event js.Value) { h.hear(event.Get("data")) })
	h.on(h.port, "close", func(js.Value) { h.hear(js.ValueOf(map[string]any{"gone": true})) })
	h.port.Call("start")
	h.on(frame, "load", func(js.Value) {
		frame.Get("contentWindow").Call("postMessage", "start", "*", []any{channel.Get("port2")})
	})
	h.on(js.Global(), "message", func(event js.Value) {
		if event.Get("source").Equal(frame.Get("contentWindow")) {
			h.hear(event.Get("data"))
		}
	})
	document.Get("body").Call("append", frame)
	return h
}

func (h *host) on(target js.Value, event string, handle func(event js.Value)) {
	h.off = append(h.off, bridge.On(target, event, handle))
}

func (h *host) hear(message js.Value) {
	h.queue = append(h.queue, message)
	h.tell()
}

func (h *host) tell() {
	select {
	case h.told <- struct{}{}:
	default: // it is known already
	}
}

func (h *host) next() js.Value {
	message := h.queue[0]
	if h.queue = h.queue[1:]; len(h.queue) > 0 {
		h.tell()
	}
	return message
}

func (h *host) post(message any) { h.port.Call("postMessage", message) }

// end ends the program at once, and forgets what it told.
// https://developer.mozilla.org/docs/Web/API/Worker/terminate
func (h *host) end() {
	h.stop()
	for _, off := range h.off {
		off()
	}
}

// spares are frames that wait for a program, one of each page: to make one takes longer than most programs do.
// It is nil where each program waits for its own.
type spares map[string]*host

// unused is how long a spare frame waits.
const unused = time.Minute

// take gives the page's spare frame, or a new one. Nothing has run in it.
func (s spares) take(page string) *host {
	h := s[page]
	delete(s, page)
	if h == nil {
		h = start(page)
	}
	return h
}

// make makes the frame of the next program.
func (s spares) make(page string) {
	if s == nil || s[page] != nil {
		return
	}
	h := start(page)
	s[page] = h
	time.AfterFunc(unused, func() {
		if s[page] == h {
			delete(s, page)
			h.end()
		}
	})
}
