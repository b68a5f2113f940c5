package tree

import "slices"

// Only returns the tree with just those files whose paths keep says, and the folders
// that hold one. It looks into no folder that below denies.
func (t Tree) Only(keep, below func(path string) bool) Tree {
	return Tree{t.node().without("", false, func(path string, k entry) bool {
		if k.dir {
			return !below(path)
		}
		return !keep(path)
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
