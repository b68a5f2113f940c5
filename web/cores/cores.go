// Package cores does many things on all cores of this machine.
//
// It promises that each is done once, and nothing of the order: what one does is written to a place of its own, so that
// what comes of all is the same on one core and on many.
//
//	cores.Each(len(files), func(i int) { sums[i] = sum(files[i]) })
package cores

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Share does n things. Each worker asks for the next one until there is none.
func Share(n int, worker func(next func() (int, bool))) {
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

// Each does n things that need nothing of a worker's own.
func Each(n int, do func(i int)) {
	Share(n, func(next func() (int, bool)) {
		for i, more := next(); more; i, more = next() {
			do(i)
		}
	})
}
