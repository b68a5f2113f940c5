package install

import (
	"errors"
	"path"

	"golang.org/x/sys/unix"
)

// exchange lets two folders change places in one step, by the folders that hold them, out of which nothing leads.
func (p *Place) exchange(a, b string) error {
	one, err := p.root.Open(path.Dir(a))
	if err != nil {
		return err
	}
	defer one.Close()
	other, err := p.root.Open(path.Dir(b))
	if err != nil {
		return err
	}
	defer other.Close()
	err = unix.Renameat2(int(one.Fd()), path.Base(a), int(other.Fd()), path.Base(b), unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return errors.ErrUnsupported // by the disk
	}
	return err
}
