//go:build js && wasm

package tabs

import (
	"syscall/js"

	"lily/wasm/bridge"
)

// Channel tells the other tabs of this origin something, and hears what they tell.
type Channel struct {
	port  js.Value // undefined where the browser has none
	heard js.Func
}

// Join joins the channel of a name. What another tab announces is given to heard, in
// order, which must not wait for anything: it runs in an event's handler. What is told
// is a hint only: a browser without channels tells nothing, and a tab can miss it.
// https://developer.mozilla.org/docs/Web/API/BroadcastChannel
func Join(name string, heard func(message string)) *Channel {
	c := &Channel{}
	constructor := js.Global().Get("BroadcastChannel")
	if !constructor.Truthy() {
		return c
	}
	if err := bridge.Try(func() { c.port = constructor.New(name) }); err != nil {
		return c // an origin that is nobody's has none
	}
	c.heard = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if data := bridge.First(args).Get("data"); data.Type() == js.TypeString {
			heard(data.String())
		}
		return nil
	})
	c.port.Call("addEventListener", "message", c.heard)
	return c
}

// Announce tells the other tabs, not this one.
func (c *Channel) Announce(message string) {
	if c.port.Truthy() {
		c.port.Call("postMessage", message)
	}
}

// Leave hears nothing any more, and tells nothing.
func (c *Channel) Leave() {
	if c.port.Truthy() {
		c.port.Call("removeEventListener", "message", c.heard)
		c.port.Call("close")
		c.port = js.Undefined()
		c.heard.Release()
	}
}
