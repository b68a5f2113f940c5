//go:build js && wasm

package bridge

import (
	"runtime"
	"time"
)

// Tidy collects garbage while nobody waits. A collection looks through all that is kept, which with ten thousand skills
// takes longer than an answer may: it should seldom fall into one. The zero Tidy is ready.
type Tidy struct {
	timer *time.Timer
	kept  uint64 // bytes, after the last collection
}

const (
	quiet = 20 * time.Millisecond // without work, before it is tidied
	worth = 8 << 20               // bytes of garbage
)

// Soon is told of work: some time after the last of it, when the browser has nothing to do, it is tidied.
func (t *Tidy) Soon() {
	if t.timer == nil {
		t.timer = time.AfterFunc(quiet, func() { Idle(); t.collect() })
	} else {
		t.timer.Reset(quiet)
	}
}

func (t *Tidy) collect() {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapAlloc < t.kept+max(t.kept/8, worth) {
		return
	}
	runtime.GC()
	runtime.ReadMemStats(&m)
	t.kept = m.HeapAlloc
}
