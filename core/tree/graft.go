package tree

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// GraftAll returns a tree in which the folder at path has each of subs under its
// name, in place of a folder that was there; one that is nil is removed, if it is
// there. The folder is hashed once, however many there are. A file in the place
// of one is path_taken, and nothing is grafted then.
func (t Tree) GraftAll(path string, subs map[string]*Tree) (Tree, error) {
	old, err := t.At(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return t, &PathError{"path_taken", path, "is a file already"}
	}
	kids := make([]entry, 0, len(old.node().kids)+len(subs))
	for _, k := range old.node().kids {
		_, ours := subs[k.name]
		if ours && !k.dir {
			return t, taken(path+"/"+k.name, k.node)
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
	if err := Check(path + "/" + name); err != nil {
		return err
	}
	if strings.Contains(name, "/") {
		return &PathError{"path_unclean", path + "/" + name, "is more than a name below " + path}
	}
	return nil
}
