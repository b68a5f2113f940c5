//go:build js && wasm

package worker

import (
	"fmt"
	"syscall/js"

	"lily/core/program"
	"lily/core/tree"
	"lily/wasm/bridge"
)

// contents are the bytes of all files that a program wrote, one after the other: an array of the
// browser's, or a Blob where they are many. A message with an array of so many is one long task of
// the page's thread; a Blob is read beside it.
// https://developer.mozilla.org/docs/Web/API/Blob
type contents struct {
	of       js.Value
	blob     bool
	at, left int64
}

// contentsOf takes what the guard sent. Only of these two is the length true.
func contentsOf(v js.Value) (contents, error) {
	c := contents{of: v, blob: v.InstanceOf(js.Global().Get("Blob"))}
	switch {
	case c.blob:
		c.left = int64(v.Get("size").Int())
	case v.InstanceOf(js.Global().Get("Uint8Array")):
		c.left = int64(v.Length())
	default:
		return c, fmt.Errorf("got a value of the type %s, want bytes", v.Type())
	}
	if most := program.Left.Bytes; c.left > most {
		return c, fmt.Errorf("got %d bytes, want at most %d", c.left, most)
	}
	return c, nil
}

// next reads so many bytes, in parts, and lets the page answer between them.
func (c *contents) next(size int64, goOn tree.Tick) ([]byte, error) {
	if size > c.left {
		return nil, fmt.Errorf("got %d bytes, want %d", c.left, size)
	}
	data := make([]byte, size)
	for rest := data; len(rest) > 0; {
		n := min(len(rest), part)
		if !goOn(0, 0) {
			return nil, tree.ErrStopped
		}
		array, err := c.slice(n)
		if err != nil {
			return nil, err
		}
		if got := js.CopyBytesToGo(rest[:n], array); got != n {
			return nil, fmt.Errorf("got %d bytes, want %d", got, n)
		}
		c.at, c.left, rest = c.at+int64(n), c.left-int64(n), rest[n:]
	}
	return data, nil
}

func (c *contents) slice(n int) (js.Value, error) {
	if !c.blob {
		return c.of.Call("subarray", c.at, c.at+int64(n)), nil
	}
	buffer, err := bridge.Call(c.of.Call("slice", c.at, c.at+int64(n)), "arrayBuffer")
	if err != nil {
		return js.Undefined(), fmt.Errorf("what it wrote cannot be read: %w", err)
	}
	return js.Global().Get("Uint8Array").New(buffer), nil
}

// sizeOf is a count of bytes that a program tells.
func sizeOf(v js.Value) (int64, error) {
	if v.Type() != js.TypeNumber {
		return 0, fmt.Errorf("got a size of the type %s, want a number", v.Type())
	}
	size := v.Float()
	if most := float64(program.Left.Bytes); !(size >= 0 && size <= most) || size != float64(int64(size)) {
		return 0, fmt.Errorf("got the size %v, want a whole number of at most %.0f", size, most)
	}
	return int64(size), nil
}
