package state

import (
	"maps"
	"path"
	"slices"
	"strconv"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/tree"
)

// folders are some by where they are to be, by the folder around them: each of those is made
// anew once, however many are in it. One that is nil is to go.
type folders map[string]map[string]*tree.Tree

func (f folders) put(at string, folder *tree.Tree) {
	dir, name := path.Split(at)
	if dir = path.Clean(dir); f[dir] == nil {
		f[dir] = map[string]*tree.Tree{}
	}
	f[dir][name] = folder
}

func (f folders) in(t tree.Tree) (_ tree.Tree, err error) {
	for _, dir := range slices.Backward(slices.Sorted(maps.Keys(f))) { // what is further down first
		if t, err = t.GraftAll(dir, f[dir]); err != nil {
			return t, err
		}
	}
	return t, nil
}

// RemoveSkills takes the folders of skills away: those that may be written, and are there.
func (e *Edits) RemoveSkills(list []*loader.Candidate) {
	going, n, now := folders{}, 0, e.World().Tree
	for _, c := range list {
		at := TreePath(c.Path)
		if _, err := now.At(at); err == nil && Writable(at) {
			going.put(at, nil)
			n++
		}
	}
	const left = "bundled skills are read-only, and what is gone is gone"
	if n == 0 {
		e.Refuses("none of them can be removed: " + left)
		return
	}
	said := "Removed " + answer.Number(n, "skill") + "."
	if more := len(list) - n; more > 0 {
		said += " Not " + strconv.Itoa(more) + " more: " + left + "."
	}
	e.files(said, going.in)
}
