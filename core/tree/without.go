package tree

// Without returns a tree without the files whose paths drop names; folders that become
// empty stay. What changes is hashed once, however many files go.
func (t Tree) Without(drop func(path string) bool) Tree {
	return Tree{t.node().without("", drop)}
}

func (n *node) without(prefix string, drop func(path string) bool) *node {
	kids, same := make([]entry, 0, len(n.kids)), true
	for _, k := range n.kids {
		path, kept := prefix+k.name, k.node
		if k.dir {
			kept = k.without(path+"/", drop)
		} else if drop(path) {
			kept = nil
		}
		if kept != nil {
			kids = append(kids, entry{k.name, kept})
		}
		same = same && kept == k.node
	}
	if same {
		return n
	}
	return folder(kids)
}
