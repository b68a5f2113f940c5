package tree

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
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

func (t Tree) folder(op, path string) (*node, error) {
	n, err := t.at(op, path)
	if err == nil && !n.dir {
		return nil, &fs.PathError{Op: op, Path: path, Err: errNotDir}
	}
	return n, err
}

// Open implements [fs.FS].
func (t Tree) Open(name string) (fs.File, error) {
	n, err := t.at("open", name)
	if err != nil {
		return nil, err
	}
	i := info{path.Base(name), n}
	if n.dir {
		return &openDir{i, name, n.kids}, nil
	}
	data, err := n.read()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &openFile{bytes.NewReader(data), i}, nil
}

// ReadFile returns a copy of the file's bytes.
func (t Tree) ReadFile(path string) ([]byte, error) {
	n, err := t.at("read", path)
	if err != nil {
		return nil, err
	}
	data, err := n.read()
	if n.dir {
		err = errIsDir
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return append([]byte{}, data...), nil
}

// ReadDir returns the folder's entries sorted by name.
func (t Tree) ReadDir(path string) ([]fs.DirEntry, error) {
	n, err := t.folder("readdir", path)
	if err != nil {
		return nil, err
	}
	return entries(n.kids), nil
}

// Stat implements [fs.StatFS]; the info's Sys is the entry's [Digest].
func (t Tree) Stat(name string) (fs.FileInfo, error) {
	n, err := t.at("stat", name)
	if err != nil {
		return nil, err
	}
	return info{path.Base(name), n}, nil
}

// At returns the folder at path as a tree of its own.
func (t Tree) At(path string) (Tree, error) {
	n, err := t.folder("open", path)
	return Tree{n}, err
}

var (
	errIsDir  = errors.New("is a folder")
	errNotDir = errors.New("is not a folder")
)

func entries(kids []entry) []fs.DirEntry {
	list := make([]fs.DirEntry, 0, len(kids))
	for _, k := range kids {
		list = append(list, fs.FileInfoToDirEntry(info{k.name, k.node}))
	}
	return list
}

// info is also what an open file and an open folder have in common.
type info struct {
	name string
	n    *node
}

func (i info) Name() string               { return i.name }
func (i info) ModTime() time.Time         { return time.Time{} }
func (i info) IsDir() bool                { return i.n.dir }
func (i info) Sys() any                   { return i.n.digest }
func (i info) Stat() (fs.FileInfo, error) { return i, nil }
func (i info) Close() error               { return nil }

func (i info) Size() int64 {
	if i.n.dir {
		return 0
	}
	return i.n.bytes
}

func (i info) Mode() fs.FileMode {
	if i.n.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

type openFile struct {
	*bytes.Reader
	info
}

type openDir struct {
	info
	path string
	left []entry
}

func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.path, Err: errIsDir}
}

func (d *openDir) ReadDir(count int) ([]fs.DirEntry, error) {
	if count > 0 && len(d.left) == 0 {
		return nil, io.EOF
	}
	if count <= 0 || count > len(d.left) {
		count = len(d.left)
	}
	list := entries(d.left[:count])
	d.left = d.left[count:]
	return list, nil
}
