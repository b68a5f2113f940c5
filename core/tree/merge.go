package tree

// Merge makes in theirs what was changed from base to mine, and returns the paths
// that both changed, and differently, sorted part by part; where there are any, the
// tree is theirs. Whatever one side alone has touched is as that side has it, empty
// folders included.
func Merge(base, mine, theirs Tree) (Tree, []string) {
	var m merger
	n := m.node("", base.node(), mine.node(), theirs.node())
	if len(m.clashes) > 0 {
		return theirs, m.clashes
	}
	return Tree{n}, nil
}

type merger struct{ clashes []string }

// node merges what is at one path; nil is nothing there.
func (m *merger) node(path string, base, mine, theirs *node) *node {
	switch {
	case alike(base, mine) || alike(mine, theirs):
		return theirs
	case alike(base, theirs):
		return mine
	case isDir(mine) && isDir(theirs):
		return m.folder(path, base, mine, theirs)
	}
	m.clashes = append(m.clashes, path)
	return theirs
}

// folder merges a folder that both have, name by name.
func (m *merger) folder(path string, base, mine, theirs *node) *node {
	if !isDir(base) {
		base = empty
	}
	if path != "" {
		path += "/"
	}
	var kids []entry
	i, j := 0, 0
	for i < len(mine.kids) || j < len(theirs.kids) {
		var a, b *node
		name := ""
		at := order(mine.kids, theirs.kids, i, j)
		if at <= 0 {
			name, a = mine.kids[i].name, mine.kids[i].node
			i++
		}
		if at >= 0 {
			name, b = theirs.kids[j].name, theirs.kids[j].node
			j++
		}
		if n := m.node(path+name, base.kid(name), a, b); n != nil {
			kids = append(kids, entry{name, n})
		}
	}
	return folder(kids)
}

// kid is what a folder has under a name, or nil.
func (n *node) kid(name string) *node {
	if i, ok := n.find(name); ok {
		return n.kids[i].node
	}
	return nil
}

func isDir(n *node) bool { return n != nil && n.dir }

func alike(a, b *node) bool {
	return a == b || a != nil && b != nil && a.dir == b.dir && a.digest == b.digest
}
