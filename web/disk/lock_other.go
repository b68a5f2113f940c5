//go:build !unix

package disk

import (
	"io/fs"
	"os"
)

// Lock has nothing to take: two runs are told apart by nobody here.
func Lock(*os.File) error { return nil }

// Shared cannot be told from a mode here: a folder of the person's own is theirs alone.
func Shared(fs.FileInfo) bool { return false }

// owned has nothing to give: a file is its folder's owner's here.
func owned(*os.File, fs.FileInfo) {}
