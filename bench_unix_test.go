//go:build unix

package main

import (
	"syscall"
	"testing"
	"time"
)

// processor tells, at the end, how much processor time a round took, which others on the machine do not lengthen as they
// do the time that it took.
func processor(b *testing.B) func() {
	began := used(b)
	return func() { b.ReportMetric((used(b)-began).Seconds()*1000/float64(b.N), "cpu-ms") }
}

func used(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
