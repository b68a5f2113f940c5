package lint

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// together does n things on all cores. Each worker asks for the next one until there is none; what it does is written to a
// place of that thing's own, so that nothing depends on which comes first.
func together(n int, worker func(next func() (int, bool))) {
	var at atomic.Int64
	next := func() (int, bool) {
		i := int(at.Add(1)) - 1
		return i, i < n
	}
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() { worker(next) })
	}
	all.Wait()
}
