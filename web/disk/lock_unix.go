//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// Lock takes a file for this program alone, until it is closed or the program ends.
func Lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// Held reports whether an error of [Lock] is that someone else has the file: others are of a disk that has no locks.
func Held(err error) bool {
	return errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR)
}

// Shared reports whether others than its owner may use a file.
func Shared(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }

// Owned gives a file the owner of another one, where this user may.
func Owned(f *os.File, of fs.FileInfo) {
	if stat, ok := of.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(stat.Uid), int(stat.Gid)) // else it is this user's, who may write it
	}
}

// Full reports whether an error is that there is no room: on the disk, for this user, or in a file of this size.
func Full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// SyncFolder waits until the names in a folder are on the disk.
func SyncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
