package native

import "golang.org/x/sys/unix"

// seal lets no program inherit what whoever started Lily has left open: by such a file or socket it would reach out of
// every sandbox.
func seal() {
	if unix.CloseRange(3, 1<<31-1, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return
	}
	for fd := 3; fd < mostOpen; fd++ { // before Linux 5.11
		unix.CloseOnExec(fd)
	}
}
