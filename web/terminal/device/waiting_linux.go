package device

import "golang.org/x/sys/unix"

const (
	waiting  = unix.TIOCINQ // ioctl_tty(2)
	mostLine = 4095         // termios(3), canonical mode
)
