//go:build !unix

package disk

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Quick reads many small files of folders.
type Quick struct {
	Most int64 // bytes of a file
}

// Open opens a folder.
func (r *Quick) Open(root *os.Root, dir string) (*os.Root, error) {
	return root.OpenRoot(filepath.FromSlash(dir))
}

// Read is a file of a folder. A link is none.
func (r *Quick) Read(dir *os.Root, name string) ([]byte, error) {
	info, err := dir.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fs.ErrInvalid
	case info.Size() > r.Most:
		return nil, fmt.Errorf("it has %d bytes, at most %d are searched", info.Size(), r.Most)
	}
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, r.Most))
}
