//go:build !unix && !windows

package disk

import (
	"io/fs"
	"os"
)

// Lock has nothing to take: two runs are told apart by nobody here.
func Lock(*os.File) error { return nil }

// Held is never so here.
func Held(error) bool { return false }

// Shared cannot be told from a mode here: a folder of the person's own is theirs alone.
func Shared(fs.FileInfo) bool { return false }

// Owned has nothing to give: a file is its folder's owner's here.
func Owned(*os.File, fs.FileInfo) {}

// Full cannot be told here.
func Full(error) bool { return false }

// SyncFolder has nothing to wait for here.
func SyncFolder(string) error { return nil }
