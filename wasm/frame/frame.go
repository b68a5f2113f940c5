//go:build js && wasm

// Package frame runs a Worker in a frame whose origin is nobody's (static/frame), and talks to it by a port.
//
// It promises that a frame that is ended runs nothing any more, and that a message is the frame's own or is not heard.
// What a message says is whatever the Worker likes: who takes it takes it apart.
//
//	f := frame.Start(page)
//	defer f.End()
package frame

import (
	"syscall/js"

	"lily/wasm/bridge"
)

// Frame is where one Worker runs, and what it told. Its messages wait in a list,
// because a handler of events must not wait for anybody.
type Frame struct {
	Told  chan struct{} // has one while the list has a message
	queue []js.Value
	port  js.Value // takes what is for the program
	stop  func()   // ends it, whatever it does
	off   []func()
}

// Start opens a page in a frame whose origin is nobody's, and talks to the Worker in it
// by a port. The port closes where the browser ended the frame's process
// (HTML, close event of a MessagePort). Without the frame there is no Worker.
// https://developer.mozilla.org/docs/Web/HTML/Element/iframe#sandbox
func Start(page string) *Frame {
	f := &Frame{Told: make(chan struct{}, 1)}
	document := js.Global().Get("document")
	frame, channel := document.Call("createElement", "iframe"), js.Global().Get("MessageChannel").New()
	for name, value := range map[string]string{"sandbox": "allow-scripts", "hidden": "", "title": "A Worker", "src": page} {
		frame.Call("setAttribute", name, value)
	}
	f.port = channel.Get("port1")
	f.stop = func() {
		frame.Call("remove")
		f.port.Call("close")
	}
	f.on(f.port, "message", func(event js.Value) { f.hear(event.Get("data")) })
	f.on(f.port, "close", func(js.Value) { f.hear(js.ValueOf(map[string]any{"gone": true})) })
	f.port.Call("start")
	f.on(frame, "load", func(js.Value) {
		frame.Get("contentWindow").Call("postMessage", "start", "*", []any{channel.Get("port2")})
	})
	f.on(js.Global(), "message", func(event js.Value) {
		if event.Get("source").Equal(frame.Get("contentWindow")) {
			f.hear(event.Get("data"))
		}
	})
	document.Get("body").Call("append", frame)
	return f
}

func (f *Frame) on(target js.Value, event string, handle func(event js.Value)) {
	f.off = append(f.off, bridge.On(target, event, handle))
}

func (f *Frame) hear(message js.Value) {
	f.queue = append(f.queue, message)
	f.tell()
}

func (f *Frame) tell() {
	select {
	case f.Told <- struct{}{}:
	default: // it is known already
	}
}

// Next is the next message that was told.
func (f *Frame) Next() js.Value {
	message := f.queue[0]
	if f.queue = f.queue[1:]; len(f.queue) > 0 {
		f.tell()
	}
	return message
}

// Post sends a message, and hands over the buffers of some arrays with it.
func (f *Frame) Post(message any, handed ...js.Value) {
	buffers := make([]any, len(handed))
	for i, array := range handed {
		buffers[i] = array.Get("buffer")
	}
	f.port.Call("postMessage", message, buffers)
}

// End ends the Worker at once, and forgets what it told.
// https://developer.mozilla.org/docs/Web/API/Worker/terminate
func (f *Frame) End() {
	f.stop()
	for _, off := range f.off {
		off()
	}
}
