//go:build js && wasm

package bridge

import (
	"runtime"
	"runtime/debug"
)

// few is what the engine takes with 10,000 skills, and a little. WebAssembly's memory only grows: what a start takes at
// once stays taken.
const few = 40 << 20

// Sparing collects late while the page starts, since little of what that makes is garbage, and yet before memory is
// taken that is not needed. With more to keep the limit follows it, or nothing but collections would happen.
func Sparing() (over func()) {
	percent, limit := debug.SetGCPercent(400), debug.SetMemoryLimit(few)
	going := true
	var collected func(int)
	collected = func(int) {
		if !going {
			return
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		debug.SetMemoryLimit(max(few, int64(m.HeapAlloc+m.HeapAlloc/4)))
		runtime.AddCleanup(new([64]byte), collected, 0)
	}
	runtime.AddCleanup(new([64]byte), collected, 0)
	return func() {
		going = false
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}
