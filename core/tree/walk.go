package tree

import (
	"cmp"
	"io/fs"
	"iter"
	"sort"
)

// Entry is a direct child of a folder.
type Entry struct {
	Name   string
	Dir    bool
	Digest Digest
	Sub    Tree // the folder itself; empty for a file
}

// Children yields the direct children sorted by name, without copying.
func (t Tree) Children() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, k := range t.node().kids {
			e := Entry{Name: k.name, Dir: k.dir, Digest: k.digest}
			if k.dir {
				e.Sub = Tree{k.node}
			}
			if !yield(e) {
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

// Walk yields every file below with its path, sorted by path part by part, and
// reads none.
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

// Diff lists the files that differ from a to b, sorted by path. Folders of
// equal digest are not entered, so the cost is that of the change. A folder is
// no change of its own: trees that differ in empty folders alone differ in
// digest and in no file.
func Diff(a, b Tree) []Change {
	list := diff([]Change{}, "", a.node(), b.node())
	sort.Slice(list, func(i, j int) bool {
		x, y := list[i], list[j]
		return cmp.Compare(x.Path, y.Path) < 0
	})
	return list
}

func diff(list []Change, prefix string, a, b *node) []Change {
	i, j := 0, 0
	for i < len(a.kids) || j < len(b.kids) {
		switch order(a.kids, b.kids, i, j) {
		case -1:
			list = all(list, Removed, prefix, a.kids[i])
			i++
		case +1:
			list = all(list, Added, prefix, b.kids[j])
			j++
		default:
			list = pair(list, prefix, a.kids[i], b.kids[j])
			i, j = i+1, j+1
		}
	}
	return list
}

func order(a, b []entry, i, j int) int {
	if i == len(a) {
		return +1
	}
	if j == len(b) {
		return -1
	}
	return cmp.Compare(a[i].name, b[j].name)
}

func pair(list []Change, prefix string, a, b entry) []Change {
	switch {
	case a.dir == b.dir && a.digest == b.digest:
		return list
	case a.dir && b.dir:
		return diff(list, prefix+a.name+"/", a.node, b.node)
	case !a.dir && !b.dir:
		return append(list, Change{prefix + a.name, Changed})
	}
	return all(all(list, Removed, prefix, a), Added, prefix, b)
}

func all(list []Change, op Op, prefix string, e entry) []Change {
	if !e.dir {
		return append(list, Change{prefix + e.name, op})
	}
	for path := range (Tree{e.node}).Walk() {
		list = append(list, Change{prefix + e.name + "/" + path, op})
	}
	return list
}
