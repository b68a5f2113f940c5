package cores

import (
	"runtime"
	"testing"
)

// Each thing is done once, on as many cores as there are, and where there is nothing to do nobody waits.
func TestEach(t *testing.T) {
	for _, procs := range []int{1, 2, 7} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		for _, n := range []int{0, 1, 2, 1000} {
			times := make([]int, n)
			Each(n, func(i int) { times[i]++ })
			for i, got := range times {
				if got != 1 {
					t.Errorf("%d cores: got number %d of %d done %d times, want once", procs, i, n, got)
				}
			}
		}
	}
}
