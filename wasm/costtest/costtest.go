// Package costtest holds what reads foreign texts to a cost in proportion to them (SK-10).
//
// It promises to compare two sizes in one run, each by the processor's time in its fastest round, so that a busy machine
// fails nobody. It says nothing of how long a thing takes. Only tests import it.
package costtest

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

const (
	most   = 2.5                   // times as much for twice the size
	floor  = 50 * time.Millisecond // the longest that is read is no wait, however it grows
	rounds = 100
	long   = 20 * time.Second // no more rounds after it
	enough = 1 << 30          // bytes, from which on there are collections all the same
)

// Linear holds that the work at 2n costs at most 2.5 times that at n. What prepare does is not counted.
func Linear(t *testing.T, name string, n int, prepare func(n int) (work func())) {
	t.Helper()
	if testing.Short() {
		t.Skip("long")
	}
	few, many := prepare(n), prepare(2*n)
	begun := cpu()
	if many(); cpu()-begun < floor {
		return
	}
	least := [2]time.Duration{took(few), took(many)}
	over := func() bool { return least[1] > floor && float64(least[1]) > most*float64(least[0]) }
	for round := 0; over() && round < rounds && cpu()-begun < long; round++ {
		least[0] = min(least[0], took(few))
		least[1] = min(least[1], took(many))
	}
	if over() {
		t.Errorf("%s: got %v at %d and %v at %d, want at most %v times as much", name, least[0], n, least[1], 2*n, most)
	}
}

func took(work func()) time.Duration {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // what a collection costs depends on what was before
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(enough))
	begun := cpu()
	work()
	return cpu() - begun
}

// Texts holds reading to a cost in proportion to a text of at most so many bytes, whatever its shape. Between the
// two halves of each frame, which … marks, stands the hostile text.
func Texts(t *testing.T, most int, read func(text string), frames ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("long")
	}
	if len(frames) == 0 {
		frames = []string{"…"}
	}
	for f, frame := range frames {
		head, tail, _ := strings.Cut(frame, "…")
		for i, s := range shapes() {
			if (i+f)%each != 0 {
				continue
			}
			Linear(t, fmt.Sprintf("%q in %q", s.name(), frame), (most-len(head)-len(tail))/2, func(n int) func() {
				text := head + s.text(n) + tail
				return func() { read(text) }
			})
		}
	}
}
