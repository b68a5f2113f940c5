package disk

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// Root is an open folder of the disk as the tree's reader wants it. It holds open the folders
// on the way to the last file, so that the next one beside it costs one call.
type Root struct{ open []opened }

const mostOpen = 32 // folders at most: a system lends a program a thousand files

type opened struct {
	path string // below the first; ends in a slash, but for that of the first
	root *os.Root
}

// Open opens a folder of the disk. The system then refuses to open anything through
// it that lies outside of it, whatever changes meanwhile (VF-8).
func Open(dir string) (*Root, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() { // a pipe would wait
		err = &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Root{[]opened{{"", root}}}, nil
}

func openHeld(dir, at string) (*Root, error) {
	top, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	if at, err = filepath.EvalSymlinks(at); err != nil {
		return nil, err
	}
	if at, err = filepath.Rel(top, at); err != nil {
		return nil, err
	}
	from, err := Open(top)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	root, err := from.open[0].root.OpenRoot(at) // which refuses to leave
	if err != nil {
		return nil, err
	}
	return &Root{[]opened{{"", root}}}, nil
}

// at returns the folder of a name, and the name in it.
func (r *Root) at(op, name string) (*os.Root, string, error) {
	if !fs.ValidPath(name) {
		return nil, "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	dir, base := path.Split(name)
	n := len(r.open)
	for !strings.HasPrefix(dir, r.open[n-1].path) {
		n--
	}
	r.close(n)
	top := r.open[n-1]
	for top.path != dir && len(r.open) < mostOpen {
		next, _, _ := strings.Cut(dir[len(top.path):], "/")
		sub, err := top.root.OpenRoot(next)
		if err != nil {
			return nil, "", err
		}
		top = opened{top.path + next + "/", sub}
		r.open = append(r.open, top)
	}
	return top.root, dir[len(top.path):] + base, nil
}

// Close closes the folder.
func (r *Root) Close() { r.close(0) }

func (r *Root) close(n int) {
	for _, o := range r.open[n:] {
		o.root.Close() // it was only read
	}
	r.open = r.open[:n]
}

// Open implements [fs.FS]. It does not wait for somebody to write, as opening a pipe would.
func (r *Root) Open(name string) (fs.File, error) {
	root, base, err := r.at("open", name)
	if err != nil {
		return nil, err
	}
	return root.OpenFile(base, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// Lstat implements [fs.ReadLinkFS].
func (r *Root) Lstat(name string) (fs.FileInfo, error) {
	root, base, err := r.at("lstat", name)
	if err != nil {
		return nil, err
	}
	return root.Lstat(base)
}

// ReadLink implements [fs.ReadLinkFS], with slashes on Windows too.
func (r *Root) ReadLink(name string) (string, error) {
	root, base, err := r.at("readlink", name)
	if err != nil {
		return "", err
	}
	text, err := root.Readlink(base)
	return filepath.ToSlash(text), err
}
