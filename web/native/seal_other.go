//go:build unix && !linux

package native

import "syscall"

// seal lets no program inherit what whoever started Lily has left open: by such a file or socket it would reach out of
// every sandbox.
func seal() {
	for fd := 3; fd < mostOpen; fd++ {
		syscall.CloseOnExec(fd)
	}
}
