//go:build js && wasm

package worker

import (
	"syscall/js"

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

// startWorker runs a script in a Worker of the page.
// https://developer.mozilla.org/docs/Web/API/Worker
func startWorker(script string) (*host, error) {
	h := &host{told: make(chan struct{}, 1)}
	if err := bridge.Try(func() { h.port = js.Global().Get("Worker").New(script) }); err != nil {
		return nil, err
	}
	h.stop = func() { h.port.Call("terminate") }
	h.on(h.port, "message", func(event js.Value) { h.hear(event.Get("data")) })
	// What the Worker did not catch, such as the end of its memory, or a script that did not arrive.
	// https://developer.mozilla.org/docs/Web/API/Worker/error_event
	h.on(h.port, "error", func(event js.Value) {
		event.Call("preventDefault") // it is told here, and is no error of the page
		message := "the Worker ended before the program did"
		if m := event.Get("message"); m.Truthy() && m.Type() == js.TypeString {
			message = textOf(m, maxFailed)
		}
		h.hear(js.ValueOf(map[string]any{"failed": message}))
	})
	return h, nil
}

// startFrame runs a page in a frame whose origin is nobody's, and talks to the
// Worker in it by a port. Without the frame there is no Worker.
// https://developer.mozilla.org/docs/Web/HTML/Element/iframe#sandbox
func startFrame(page string) (*host, error) {
	h := &host{told: make(chan struct{}, 1)}
	document := js.Global().Get("document")
	frame, channel := document.Call("createElement", "iframe"), js.Global().Get("MessageChannel").New()
	for name, value := range map[string]string{"sandbox": "allow-scripts", "hidden": "", "title": "A program in JavaScript", "src": page} {
		frame.Call("setAttribute", name, value)
	}
	h.port = channel.Get("port1")
	h.stop = func() {
		frame.Call("remove")
		h.port.Call("close")
	}
	h.on(h.port, "message", func(event js.Value) { h.hear(event.Get("data")) })
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
	return h, nil
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

// next is the oldest message that was told.
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
