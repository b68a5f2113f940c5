//go:build unix

package disk

import (
	"os"
	"syscall"
)

// Lock takes a file for this program alone, until it is closed or the program ends.
func Lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
