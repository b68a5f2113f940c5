//go:build js && wasm

package bridge

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// The limit follows what is kept, and afterwards all is as it was.
func TestSparing(t *testing.T) {
	limit := func() int64 { return debug.SetMemoryLimit(-1) }
	was := limit()
	over := Sparing()
	if limit() != few {
		t.Errorf("got a limit of %d bytes, want %d", limit(), few)
	}
	sink = make([]byte, 2*few)
	for since := time.Now(); limit() <= 2*few && time.Since(since) < 10*time.Second; time.Sleep(time.Millisecond) {
		runtime.GC()
	}
	if limit() <= 2*few {
		t.Errorf("got a limit of %d bytes with %d kept, want more", limit(), len(sink))
	}
	sink = nil
	over()
	if percent := debug.SetGCPercent(100); limit() != was || percent != 100 {
		t.Errorf("got a limit of %d bytes and %d %% afterwards, want %d and 100", limit(), percent, was)
	}
}
