package device

import "golang.org/x/sys/unix"

const waiting = unix.TIOCINQ // ioctl_tty(2)
