package tree

import (
	"io/fs"
	"slices"
	"strings"
)

// Put returns a tree with the file at path holding data, which must not be
// changed afterwards. Missing folders are made; a file is never turned into a
// folder nor a folder into a file (path_taken).
func (t Tree) Put(path string, data []byte) (Tree, error) {
	return t.set(path, file(data))
}

// PutBlob is [Tree.Put] of a file of some tree, which need not be read for it. A
// folder's blob is refused (path_taken).
func (t Tree) PutBlob(path string, f Blob) (Tree, error) {
	if f.Dir() {
		return t, taken(path, empty)
	}
	return t.set(path, f.n)
}

// Graft returns a tree with the folder at path replaced by sub.
func (t Tree) Graft(path string, sub Tree) (Tree, error) {
	return t.set(path, sub.node())
}

// Remove returns a tree without the file or folder at path; folders that
// become empty stay. A path that is not there is [fs.ErrNotExist].
func (t Tree) Remove(path string) (Tree, error) {
	if err := Check(path); err != nil {
		return t, err
	}
	if t.lookup(path) == nil {
		return t, &fs.PathError{Op: "remove", Path: path, Err: fs.ErrNotExist}
	}
	return t.replace(path, nil)
}

func (t Tree) set(path string, n *node) (Tree, error) {
	if err := Check(path); err != nil {
		return t, err
	}
	if old := t.lookup(path); old != nil && old.dir != n.dir {
		return t, taken(path, old)
	}
	return t.replace(path, n)
}

func (t Tree) replace(path string, n *node) (Tree, error) {
	root, err := t.node().with(path, path, n)
	if err != nil {
		return t, err
	}
	return Tree{root}, nil
}

// with returns a copy of the folder n in which the node at rest is kid, or is
// gone when kid is nil; whole is the path to name in an error.
func (n *node) with(whole, rest string, kid *node) (*node, error) {
	name, below, deeper := strings.Cut(rest, "/")
	i, found := n.find(name)
	if deeper {
		child := empty
		if found {
			child = n.kids[i].node
		}
		if !child.dir {
			return nil, taken(strings.TrimSuffix(whole, "/"+below), child)
		}
		var err error
		if kid, err = child.with(whole, below, kid); err != nil {
			return nil, err
		}
	}
	return folder(splice(n.kids, i, found, name, kid)), nil
}

func splice(kids []entry, i int, found bool, name string, kid *node) []entry {
	end := i
	if found {
		end++
	}
	if kid == nil {
		return slices.Concat(kids[:i], kids[end:])
	}
	return slices.Concat(kids[:i], []entry{{name, kid}}, kids[end:])
}

func taken(path string, n *node) error {
	if n.dir {
		return &PathError{"path_taken", path, "is a folder already"}
	}
	return &PathError{"path_taken", path, "is a file already"}
}
