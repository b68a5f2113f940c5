//go:build unix

package costtest

import (
	"syscall"
	"time"
)

// cpu is how long the processor has worked for this process, which others on the machine do not make longer.
func cpu() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// each is which part of the shapes is measured.
const each = 3
