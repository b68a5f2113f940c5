package tree

import "slices"

// Only returns the tree with just those files whose paths keep says, and the folders
// that hold one. It looks into no folder that below denies.
func (t Tree) Only(keep, below func(path string) bool) Tree {
	var pick func(path string, k entry) *node
	pick = func(path string, k entry) *node {
		switch {
		case !k.dir && keep(path):
			return k.node
		case k.dir && below(path):
			if sub := k.pick(path+"/", pick); len(sub.kids) > 0 {
				return sub
			}
		}
		return nil
	}
	return Tree{t.node().pick("", pick)}
}

// Without returns a tree without the files whose paths drop names; folders that become
// empty stay. What changes is hashed once, however many files go.
func (t Tree) Without(drop func(path string) bool) Tree {
	var pick func(path string, k entry) *node
	pick = func(path string, k entry) *node {
		switch {
		case k.dir:
			return k.pick(path+"/", pick)
		case drop(path):
			return nil
		}
		return k.node
	}
	return Tree{t.node().pick("", pick)}
}

// pick is a folder with what becomes of each of its entries, nil for nothing. One in which
// all stays is the same.
func (n *node) pick(prefix string, of func(path string, k entry) *node) *node {
	kids := make([]entry, 0, len(n.kids))
	for _, k := range n.kids {
		if kid := of(prefix+k.name, k); kid != nil {
			kids = append(kids, entry{k.name, kid})
		}
	}
	if slices.Equal(kids, n.kids) {
		return n
	}
	return folder(kids)
}
