package tree

import (
	"cmp"
	"io/fs"
	"iter"
	"path"
	"sort"
)

// Entry is a direct child of a folder.
type Entry struct {
	Name   string
	Dir    bool
	Digest Digest
	Sub    Tree // the folder itself; empty for a file
}

// Len is the number of direct children.
func (t Tree) Len() int { return len(t.node().kids) }

// Child is one of them, in the order of [Tree.Children], for who goes through many small folders.
func (t Tree) Child(i int) Entry {
	k := t.node().kids[i]
	e := Entry{Name: k.name, Dir: k.dir, Digest: k.digest}
	if k.dir {
		e.Sub = Tree{k.node}
	}
	return e
}

// Children yields the direct children sorted by name, without copying.
func (t Tree) Children() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for i := range t.Len() {
			if !yield(t.Child(i)) {
				return
			}
		}
	}
}

// File returns a file without reading it, and whether there is such a file.
func (t Tree) File(path string) (Blob, bool) {
	if !fs.ValidPath(path) {
		return Blob{}, false
	}
	n := t.lookup(path)
	if n == nil || n.dir {
		return Blob{}, false
	}
	return Blob{n}, true
}

// Has reports whether there is a file or a folder at a path.
func Has(t Tree, path string) bool { return fs.ValidPath(path) && t.lookup(path) != nil }

// Walk yields every file below with its path, sorted by path part by part, and reads none.
func (t Tree) Walk() iter.Seq2[string, Blob] {
	return func(yield func(string, Blob) bool) { walk(t.node(), "", yield) }
}

func walk(n *node, prefix string, yield func(string, Blob) bool) bool {
	for _, k := range n.kids {
		path := prefix + k.name
		if k.dir && !walk(k.node, path+"/", yield) {
			return false
		}
		if !k.dir && !yield(path, Blob{k.node}) {
			return false
		}
	}
	return true
}

// Replaced are the names of the direct children that are not the same in two folders, where both have the same names and
// each is a file or a folder in both; false where that is not so, or where they are more than most. It looks at no digest
// of what both share.
func Replaced(a, b Tree, most int) (names []string, ok bool) {
	x, y := a.node().kids, b.node().kids
	if len(x) != len(y) {
		return nil, false
	}
	for i, k := range x {
		if k.node == y[i].node && k.name == y[i].name {
			continue
		}
		switch {
		case k.name != y[i].name || k.dir != y[i].dir || len(names) == most:
			return nil, false
		case !alike(k.node, y[i].node):
			names = append(names, k.name)
		}
	}
	return names, true
}

// Op is what happened to a file between two trees.
type Op string

// The three kinds of change.
const (
	Added   Op = "added"
	Removed Op = "removed"
	Changed Op = "changed"
)

// Change is one file that differs.
type Change struct {
	Path string `json:"path"`
	Op   Op     `json:"op"`
}

// Diff lists the files that differ from a to b, sorted by path. Folders of equal digest are not
// entered, so the cost is that of the change. A folder is no change of its own: trees that differ in
// empty folders alone differ in digest and in no file.
func Diff(a, b Tree) []Change {
	list := diff([]Change{}, "", a.node(), b.node())
	sort.Slice(list, func(i, j int) bool { return list[i].Path < list[j].Path })
	return list
}

// diff takes the empty folder for nothing.
func diff(list []Change, at string, a, b *node) []Change {
	switch {
	case !a.dir && !b.dir:
		return append(list, Change{at, Changed})
	case !a.dir:
		list = append(list, Change{at, Removed})
	case !b.dir:
		list = append(list, Change{at, Added})
	}
	for name, k := range both(a, b) {
		if a, b := cmp.Or(k[0], empty), cmp.Or(k[1], empty); !alike(a, b) {
			list = diff(list, path.Join(at, name), a, b)
		}
	}
	return list
}

// both yields the names in two folders, sorted, with what each has there; nil is nothing.
func both(a, b *node) iter.Seq2[string, [2]*node] {
	return func(yield func(string, [2]*node) bool) {
		for x, y := a.kids, b.kids; len(x)+len(y) > 0; {
			next := -1
			switch {
			case len(x) > 0 && len(y) > 0:
				next = cmp.Compare(x[0].name, y[0].name)
			case len(y) > 0:
				next = +1
			}
			name, two := "", [2]*node{}
			if next <= 0 {
				name, two[0], x = x[0].name, x[0].node, x[1:]
			}
			if next >= 0 {
				name, two[1], y = y[0].name, y[0].node, y[1:]
			}
			if !yield(name, two) {
				return
			}
		}
	}
}

// Merge makes in theirs what was changed from base to mine, and returns the paths that both changed,
// and differently, sorted part by part; where there are any, the tree is theirs. Whatever one side
// alone has touched is as that side has it, empty folders included.
func Merge(base, mine, theirs Tree) (Tree, []string) {
	var clashes []string
	n := merge(&clashes, "", base.node(), mine.node(), theirs.node())
	if len(clashes) > 0 {
		return theirs, clashes
	}
	return Tree{n}, nil
}

// merge merges what is at one path; nil is nothing there.
func merge(clashes *[]string, at string, base, mine, theirs *node) *node {
	switch {
	case alike(base, mine) || alike(mine, theirs):
		return theirs
	case alike(base, theirs):
		return mine
	case mine == nil || theirs == nil || !mine.dir || !theirs.dir:
		*clashes = append(*clashes, at)
		return theirs
	}
	var kids []entry
	for name, k := range both(mine, theirs) {
		if n := merge(clashes, path.Join(at, name), base.kid(name), k[0], k[1]); n != nil {
			kids = append(kids, entry{name, n})
		}
	}
	return folder(kids)
}

// kid is what a folder has under a name, or nil, as nothing and a file have.
func (n *node) kid(name string) *node {
	if n != nil {
		if i, ok := n.find(name); ok {
			return n.kids[i].node
		}
	}
	return nil
}

// Alike reports whether two trees have the same at a path, nothing too.
func Alike(a, b Tree, path string) bool {
	x, _ := a.at("alike", path)
	y, _ := b.at("alike", path)
	return alike(x, y)
}

func alike(a, b *node) bool {
	return a == b || a != nil && b != nil && a.dir == b.dir && a.digest == b.digest
}
