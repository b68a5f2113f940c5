package tree

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Put returns a tree with the file at path holding data, which must not be
// changed afterwards. Missing folders are made; a file is never turned into a
// folder nor a folder into a file (path_taken).
func (t Tree) Put(path string, data []byte) (Tree, error) { return t.set(path, file(data)) }

// PutBlob is [Tree.Put] of a file of some tree, which need not be read for it. A
// folder's blob is refused (path_taken).
func (t Tree) PutBlob(path string, f Blob) (Tree, error) {
	if f.Dir() {
		return t, taken(path, "folder")
	}
	return t.set(path, f.n)
}

// Graft returns a tree with the folder at path replaced by sub.
func (t Tree) Graft(path string, sub Tree) (Tree, error) { return t.set(path, sub.node()) }

// GraftAll returns a tree in which the folder at path has each of subs under its name, in place of a
// folder that was there; one that is nil is removed, if it is there. The folder is hashed once,
// however many there are. A file in the place of one is path_taken, and nothing is grafted then.
func (t Tree) GraftAll(path string, subs map[string]*Tree) (Tree, error) {
	old, err := t.At(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return t, taken(path, "file")
	}
	kids := make([]entry, 0, len(old.node().kids)+len(subs))
	for _, k := range old.node().kids {
		_, ours := subs[k.name]
		if ours && !k.dir {
			return t, taken(path+"/"+k.name, "file")
		}
		if !ours {
			kids = append(kids, k)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(subs)) {
		if !simple(name) || len(path)+len(name) >= MaxPath {
			if err := below(path, name); err != nil {
				return t, err
			}
		}
		if sub := subs[name]; sub != nil {
			kids = append(kids, entry{name, sub.node()})
		}
	}
	slices.SortFunc(kids, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	return t.Graft(path, Tree{folder(kids)})
}

// below refuses what is not one name below a folder.
func below(path, name string) error {
	err := Check(path + "/" + name)
	if err == nil && strings.Contains(name, "/") {
		err = &PathError{"path_unclean", path + "/" + name, "is more than a name below " + path}
	}
	return err
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
		return t, taken(path, map[bool]string{true: "folder", false: "file"}[old.dir])
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
	end := i
	if found {
		end++
	}
	if deeper {
		child := empty
		if found {
			child = n.kids[i].node
		}
		if !child.dir {
			return nil, taken(strings.TrimSuffix(whole, "/"+below), "file")
		}
		var err error
		if kid, err = child.with(whole, below, kid); err != nil {
			return nil, err
		}
	}
	var now []entry
	if kid != nil {
		now = []entry{{name, kid}}
	}
	return folder(slices.Concat(n.kids[:i], now, n.kids[end:])), nil
}

func taken(path, by string) error { return &PathError{"path_taken", path, "is a " + by + " already"} }

// Only returns the tree with just those files whose paths keep says, and the folders
// that hold one. It looks into no folder that below denies.
func (t Tree) Only(keep, below func(path string) bool) Tree {
	return Tree{t.node().without("", false, func(path string, k entry) bool {
		return k.dir && !below(path) || !k.dir && !keep(path)
	})}
}

// Without returns a tree without the files whose paths drop names; folders that become
// empty stay. What changes is hashed once, however many files go.
func (t Tree) Without(drop func(path string) bool) Tree {
	return Tree{t.node().without("", true, func(path string, k entry) bool { return !k.dir && drop(path) })}
}

// without is a folder without what drop says, and without folders that are empty then unless
// they are kept bare. One in which all stays is the same.
func (n *node) without(prefix string, bare bool, drop func(path string, k entry) bool) *node {
	kids := make([]entry, 0, len(n.kids))
	for _, k := range n.kids {
		path := prefix + k.name
		if drop(path, k) {
			continue
		}
		if k.dir {
			k.node = k.without(path+"/", bare, drop)
		}
		if !k.dir || bare || len(k.kids) > 0 {
			kids = append(kids, k)
		}
	}
	if slices.Equal(kids, n.kids) {
		return n
	}
	return folder(kids)
}
