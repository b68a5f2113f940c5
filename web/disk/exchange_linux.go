package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Exchange lets what has a name in one open folder change places with what has a name in another one, in one step. Where
// the disk cannot, the error is [errors.ErrUnsupported].
func Exchange(a *os.File, name string, b *os.File, other string) error {
	err := unix.Renameat2(int(a.Fd()), name, int(b.Fd()), other, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return errors.ErrUnsupported
	}
	return err
}
