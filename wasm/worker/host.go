//go:build js && wasm

package worker

import (
	"syscall/js"

	"lily/wasm/bridge"
)

// host is where one program runs, and what it told. Its messages wait in a list of
// their own, because a handler of events must not wait for anybody.
type host struct {
	told  chan js.Value
	port  js.Value // takes what is for the program
	stop  func()   // ends it, whatever it does
	queue []js.Value
	more  chan struct{}
	gone  chan struct{}
	off   []func()
}

func newHost() *host {
	return &host{told: make(chan js.Value), more: make(chan struct{}, 1), gone: make(chan struct{})}
}

// startWorker runs a script in a Worker of the page.
// https://developer.mozilla.org/docs/Web/API/Worker
func startWorker(script string) (*host, error) {
	h := newHost()
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
	go h.deliver()
	return h, nil
}

// startFrame runs a page in a frame whose origin is nobody's, and talks to the
// Worker in it by a port. Without the frame there is no Worker.
// https://developer.mozilla.org/docs/Web/HTML/Element/iframe#sandbox
func startFrame(page string) (*host, error) {
	h := newHost()
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
	go h.deliver()
	return h, nil
}

func (h *host) on(target js.Value, event string, handle func(event js.Value)) {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		handle(args[0])
		return nil
	})
	target.Call("addEventListener", event, f)
	h.off = append(h.off, func() {
		target.Call("removeEventListener", event, f)
		f.Release()
	})
}

func (h *host) hear(message js.Value) {
	h.queue = append(h.queue, message)
	select {
	case h.more <- struct{}{}:
	default: // it is known already
	}
}

// deliver hands the messages on, one after the other, until the host is gone.
func (h *host) deliver() {
	for {
		select {
		case <-h.more:
		case <-h.gone:
			return
		}
		for ; len(h.queue) > 0; h.queue = h.queue[1:] {
			select {
			case h.told <- h.queue[0]:
			case <-h.gone:
				return
			}
		}
	}
}

func (h *host) post(message any) { h.port.Call("postMessage", message) }

// take tells the program that a piece of so many bytes is taken.
func (h *host) take(bytes int) { h.post(map[string]any{"ack": weight(bytes)}) }

// end ends the program at once, and forgets what it told.
// https://developer.mozilla.org/docs/Web/API/Worker/terminate
func (h *host) end() {
	h.stop()
	close(h.gone)
	for _, off := range h.off {
		off()
	}
}
