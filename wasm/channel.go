//go:build js && wasm

package main

import "syscall/js"

// channel tells the other tabs of this origin something, and hears what they tell.
type channel struct {
	port  js.Value // undefined where the browser has none
	heard js.Func
}

// join joins the channel of a name. What another tab announces is given to heard, in
// order, which must not wait for anything: it runs in an event's handler. What is told
// is a hint only: a browser without channels tells nothing, and a tab can miss it.
// https://developer.mozilla.org/docs/Web/API/BroadcastChannel
func join(name string, heard func(message string)) *channel {
	c := &channel{}
	constructor := js.Global().Get("BroadcastChannel")
	if !constructor.Truthy() {
		return c
	}
	if err := try(func() { c.port = constructor.New(name) }); err != nil {
		return c // an origin that is nobody's has none
	}
	c.heard = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if data := first(args).Get("data"); data.Type() == js.TypeString {
			heard(data.String())
		}
		return nil
	})
	c.port.Call("addEventListener", "message", c.heard)
	return c
}

// announce tells the other tabs, not this one.
func (c *channel) announce(message string) {
	if c.port.Truthy() {
		c.port.Call("postMessage", message)
	}
}

// leave hears nothing any more, and tells nothing.
func (c *channel) leave() {
	if c.port.Truthy() {
		c.port.Call("removeEventListener", "message", c.heard)
		c.port.Call("close")
		c.port = js.Undefined()
		c.heard.Release()
	}
}
