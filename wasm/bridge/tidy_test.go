//go:build js && wasm

package bridge

import (
	"runtime"
	"testing"
)

// What is not worth a collection gets none, and what is gets one.
func TestTidy(t *testing.T) {
	var tidy Tidy
	count := func(work func()) uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		before := m.NumForcedGC
		work()
		runtime.ReadMemStats(&m)
		return m.NumForcedGC - before
	}
	garbage := func(n int) func() {
		return func() {
			sink = make([]byte, n)
			sink = nil
			tidy.collect()
		}
	}
	runtime.GC()
	count(garbage(2 * worth))
	if got := count(garbage(1 << 10)); got != 0 {
		t.Errorf("got %d collections for little, want none", got)
	}
	if got := count(garbage(2 * worth)); got != 1 {
		t.Errorf("got %d collections for much, want one", got)
	}
}

var sink []byte
