package tree

import (
	"bytes"
	"io"
	"io/fs"
	"time"
)

var (
	_ fs.ReadFileFS = Tree{}
	_ fs.ReadDirFS  = Tree{}
	_ fs.StatFS     = Tree{}
)

func (t Tree) at(op, path string) (*node, error) {
	if !fs.ValidPath(path) {
		return nil, &fs.PathError{Op: op, Path: path, Err: fs.ErrInvalid}
	}
	if n := t.lookup(path); n != nil {
		return n, nil
	}
	return nil, &fs.PathError{Op: op, Path: path, Err: fs.ErrNotExist}
}

// Open implements [fs.FS].
func (t Tree) Open(path string) (fs.File, error) {
	n, err := t.at("open", path)
	if err != nil {
		return nil, err
	}
	i := info{base(path), n}
	if n.dir {
		return &openDir{info: i, path: path}, nil
	}
	data, err := n.read()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return &openFile{Reader: bytes.NewReader(data), info: i}, nil
}

// ReadFile returns a copy of the file's bytes.
func (t Tree) ReadFile(path string) ([]byte, error) {
	n, err := t.at("read", path)
	if err != nil {
		return nil, err
	}
	if n.dir {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errIsDir}
	}
	data, err := n.read()
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return append([]byte{}, data...), nil
}

// ReadDir returns the folder's entries sorted by name.
func (t Tree) ReadDir(path string) ([]fs.DirEntry, error) {
	n, err := t.at("readdir", path)
	if err != nil {
		return nil, err
	}
	if !n.dir {
		return nil, &fs.PathError{Op: "readdir", Path: path, Err: errNotDir}
	}
	return n.entries(0, len(n.kids)), nil
}

// Stat implements [fs.StatFS]; the info's Sys is the entry's [Digest].
func (t Tree) Stat(path string) (fs.FileInfo, error) {
	n, err := t.at("stat", path)
	if err != nil {
		return nil, err
	}
	return info{base(path), n}, nil
}

// At returns the folder at path as a tree of its own.
func (t Tree) At(path string) (Tree, error) {
	n, err := t.at("open", path)
	if err != nil {
		return Tree{}, err
	}
	if !n.dir {
		return Tree{}, &fs.PathError{Op: "open", Path: path, Err: errNotDir}
	}
	return Tree{n}, nil
}

type treeError string

func (e treeError) Error() string { return string(e) }

const (
	errIsDir  treeError = "is a folder"
	errNotDir treeError = "is not a folder"
)

func base(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}

func (n *node) entries(from, to int) []fs.DirEntry {
	list := make([]fs.DirEntry, 0, to-from)
	for _, k := range n.kids[from:to] {
		list = append(list, fs.FileInfoToDirEntry(info{k.name, k.node}))
	}
	return list
}

type info struct {
	name string
	n    *node
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return size(i.n) }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.n.dir }
func (i info) Sys() any           { return i.n.digest }

func size(n *node) int64 {
	if n.dir {
		return 0
	}
	return n.bytes
}

func (i info) Mode() fs.FileMode {
	if i.n.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

type openFile struct {
	*bytes.Reader
	info info
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

type openDir struct {
	info info
	path string
	next int
}

func (d *openDir) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *openDir) Close() error               { return nil }
func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.path, Err: errIsDir}
}

func (d *openDir) ReadDir(count int) ([]fs.DirEntry, error) {
	left := len(d.info.n.kids) - d.next
	if count > 0 && left == 0 {
		return nil, io.EOF
	}
	if count <= 0 || count > left {
		count = left
	}
	d.next += count
	return d.info.n.entries(d.next-count, d.next), nil
}
