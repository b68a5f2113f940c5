package tree

// Only returns the tree with just those files whose paths keep says, and the folders
// that hold one. It looks into no folder that below denies.
func (t Tree) Only(keep, below func(path string) bool) Tree {
	return Tree{only(t.node(), "", keep, below)}
}

func only(n *node, prefix string, keep, below func(string) bool) *node {
	var kids []entry
	for _, k := range n.kids {
		at := prefix + k.name
		switch {
		case !k.dir && keep(at):
			kids = append(kids, k)
		case k.dir && below(at):
			if sub := only(k.node, at+"/", keep, below); len(sub.kids) > 0 {
				kids = append(kids, entry{k.name, sub})
			}
		}
	}
	return folder(kids)
}
