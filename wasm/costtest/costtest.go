// Package costtest holds what reads foreign texts to a cost in proportion to them (SK-10).
//
// It promises to compare two sizes in one run, each by the processor's time in its fastest round, so that a busy machine
// fails nobody. It says nothing of how long a thing takes. Only tests import it.
package costtest

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

const (
	most     = 2.5                   // times as much for twice the size
	doubtful = 2.2                   // times as much, so that a longer text must show it
	floor    = 50 * time.Millisecond // the longest that is read is no wait, however it grows
	rounds   = 100
	tries    = 5                // before one is doubtful
	long     = 20 * time.Second // no more rounds after it
	enough   = 1 << 30          // bytes, from which on there are collections all the same
	whole    = 6                // one shape of so many is measured at its longest in any case
)

// Linear holds that the work at 2n costs at most 2.5 times that at n. What prepare does is not counted.
func Linear(t *testing.T, name string, n int, prepare func(n int) (work func())) {
	t.Helper()
	judge{t, rounds, cpu}.linear(name, n, prepare)
}

// judge tells a test of what costs too much by its clock, each time after so many rounds.
type judge struct {
	testing.TB
	rounds int
	clock  func() time.Duration
}

func (j judge) linear(name string, n int, prepare func(n int) (work func())) {
	j.Helper()
	if testing.Short() {
		j.Skip("long")
	}
	many := prepare(2 * n)
	if j.once(many) < floor {
		return
	}
	least := j.fastest(prepare(n), many, j.rounds, costs.tooMuch)
	if least.tooMuch() {
		j.Errorf("%s: got %v at %d and %v at %d, want at most %v times as much", name, least.few, n, least.many, 2*n, most)
	}
}

// costs are those of some work and of twice as much.
type costs struct{ few, many time.Duration }

func (c costs) tooMuch() bool { return c.many > floor && float64(c.many) > most*float64(c.few) }

func (c costs) doubtful() bool { return float64(c.many) > doubtful*float64(c.few) }

// fastest are the costs in the fastest of some rounds, the last of which is the one that is good enough.
func (j judge) fastest(few, many func(), rounds int, bad func(costs) bool) costs {
	begun := j.clock()
	least := costs{j.took(few), j.took(many)}
	for round := 1; bad(least) && round < rounds && j.clock()-begun < long; round++ {
		least = costs{min(least.few, j.took(few)), min(least.many, j.took(many))}
	}
	return least
}

// steady reports whether work is quick at 2n by what it costs at a quarter of n, or was seen to grow as n does from an
// eighth to a quarter. Who is wrong in saying no is measured again, and yes is not said of what is quadratic.
func (j judge) steady(n int, prepare func(n int) (work func())) bool {
	quarter := prepare(n / 4)
	many := j.once(quarter)
	if many < floor/64 {
		return true
	}
	eighth := prepare(n / 8)
	return !costs{j.once(eighth), many}.doubtful() || !j.fastest(eighth, quarter, tries, costs.doubtful).doubtful()
}

func (j judge) once(work func()) time.Duration {
	begun := j.clock()
	work()
	return j.clock() - begun
}

func (j judge) took(work func()) time.Duration {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // what a collection costs depends on what was before
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(enough))
	return j.once(work)
}

// every is whether all shapes are measured at their longest, which takes minutes.
var every = flag.Bool("every", false, "measure each hostile text, and at its longest (make hostile)")

// Texts holds reading to a cost in proportion to a text of at most so many bytes, whatever its shape. Between the
// two halves of each frame, which … marks, stands the hostile text.
//
// Each frame has another part of the shapes. A sixth of them are as long as they may be. So is any other whose cost
// does not grow as the text does while that is short, so that what is in proportion is measured where that costs
// little.
func Texts(t *testing.T, most int, read func(text string), frames ...string) {
	t.Helper()
	if len(frames) == 0 {
		frames = []string{"…"}
	}
	for i, frame := range frames {
		list := shapes()
		if !*every {
			list = part(list, i, each)
		}
		judge{t, rounds, cpu}.texts(list, most, read, frame)
	}
}

// part is each so manieth of a list, from another one on for each frame.
func part(list []shape, from, each int) (some []shape) {
	for i := (each - from%each) % each; i < len(list); i += each {
		some = append(some, list[i])
	}
	return some
}

func (j judge) texts(list []shape, most int, read func(text string), frame string) {
	j.Helper()
	if testing.Short() {
		j.Skip("long")
	}
	head, tail, _ := strings.Cut(frame, "…")
	n := (most - len(head) - len(tail)) / 2
	for i, s := range list {
		prepare := func(n int) func() {
			text := head + s.text(n) + tail
			return func() { read(text) }
		}
		if *every || i%whole == 0 || !j.steady(n, prepare) {
			j.linear(fmt.Sprintf("%q in %q", s.name(), frame), n, prepare)
		}
	}
}
