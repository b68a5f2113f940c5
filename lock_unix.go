//go:build unix

package main

import (
	"os"
	"syscall"
)

// lock takes a file for this program alone, until it is closed or the program ends.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
