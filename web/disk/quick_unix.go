//go:build unix

package disk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// Quick reads many small files of folders with a buffer of its own. It asks the system itself: a file of package os costs more than its bytes.
type Quick struct {
	Most int64 // bytes of a file
	buf  []byte
}

// Folder is one that is open; its number is asked for once, since package os makes a call of the system of it.
type Folder struct {
	*os.File
	fd int
}

// Open opens a folder.
func (r *Quick) Open(root *os.Root, dir string) (*Folder, error) {
	f, err := root.OpenFile(filepath.FromSlash(dir), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	return &Folder{f, int(f.Fd())}, nil
}

// Read is a file of a folder, until the next call. A link is none.
func (r *Quick) Read(dir *Folder, name string) ([]byte, error) {
	fd, err := again(func() (int, error) {
		return unix.Openat(dir.fd, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	var info unix.Stat_t
	switch err := unix.Fstat(fd, &info); {
	case err != nil:
		return nil, err
	case info.Mode&unix.S_IFMT != unix.S_IFREG:
		return nil, fs.ErrInvalid
	case info.Size > r.Most:
		return nil, fmt.Errorf("it has %d bytes, at most %d are searched", info.Size, r.Most)
	}
	if need := int(info.Size) + 1; cap(r.buf) < need {
		r.buf = make([]byte, need+need/2)
	}
	n := 0
	for buf := r.buf[:cap(r.buf)]; n < len(buf); {
		got, err := again(func() (int, error) { return unix.Read(fd, buf[n:]) })
		if err != nil || got <= 0 {
			return buf[:n], err
		}
		if n += got; n == int(info.Size) {
			break // as it was when it was opened
		}
	}
	return r.buf[:min(n, int(info.Size))], nil
}

func again(do func() (int, error)) (int, error) {
	for {
		if n, err := do(); err != unix.EINTR {
			return n, err
		}
	}
}
