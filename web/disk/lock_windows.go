package disk

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// Lock takes a file for this program alone, until it is closed or the program ends. It takes a byte beyond all that a
// file has: here a byte that is taken can be read by nobody else.
func Lock(f *os.File) error {
	const alone = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), alone, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
}

// Held reports whether an error of [Lock] is that someone else has the file: others are of a disk that has no locks.
func Held(err error) bool {
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING)
}

// Shared cannot be told from a mode here: a folder of the person's own is theirs alone.
func Shared(fs.FileInfo) bool { return false }

// Owned has nothing to give: a file is its folder's owner's here.
func Owned(*os.File, fs.FileInfo) {}

// Full reports whether an error is that there is no room.
func Full(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

// SyncFolder has nothing to wait for: a name is on the disk with its file here.
func SyncFolder(string) error { return nil }
