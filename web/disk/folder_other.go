//go:build !linux

package disk

import (
	"io"
	"io/fs"
	"os"
	"syscall"
)

// folder is an open folder of a Root.
type folder struct{ *os.Root }

func (r *Root) folder(name string) (*folder, error) {
	root, base, err := r.at("open", name)
	if err != nil {
		return nil, err
	}
	return (&folder{root}).enter(base)
}

// enter opens a folder in it.
func (f *folder) enter(name string) (*folder, error) {
	root, err := f.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	return &folder{root}, nil
}

// list is what is in it, sorted by name.
func (f *folder) list() ([]fs.DirEntry, error) { return fs.ReadDir(f.FS(), ".") }

// whole is a file that was read to its end; nil where it is no plain file of few bytes.
func (f *folder) whole(name string) (fs.FileInfo, []byte) {
	from, err := f.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostRead {
		return nil, nil
	}
	text := make([]byte, info.Size()+1) // one more, to see the end
	n, err := io.ReadFull(from, text)
	if err != io.ErrUnexpectedEOF && err != io.EOF || int64(n) != info.Size() {
		return nil, nil
	}
	return info, text[:n]
}
