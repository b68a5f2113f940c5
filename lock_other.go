//go:build !unix

package main

import "os"

// lock has nothing to take: two runs are told apart by nobody here.
func lock(*os.File) error { return nil }
