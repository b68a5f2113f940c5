package persist

import (
	"maps"

	"lily/core/tree"
)

// inventory is which blobs are kept. A tree that is kept is counted when someone first
// asks, since a start need not know.
type inventory struct {
	files     map[tree.Digest]bool
	folders   map[tree.Digest]bool // with all that is below them
	lost      map[tree.Digest]bool // files that should be kept and cannot be read
	uncounted []tree.Tree
}

func newInventory() inventory {
	return inventory{files: map[tree.Digest]bool{}, folders: map[tree.Digest]bool{}, lost: map[tree.Digest]bool{}}
}

// add notes a blob that is kept. While files are lost, no folder is taken for whole: the
// same file may come again.
func (v *inventory) add(b tree.Blob) {
	switch {
	case !b.Dir():
		v.files[b.Digest()] = true
		delete(v.lost, b.Digest())
	case len(v.lost) == 0:
		v.folders[b.Digest()] = true
	}
}

func (v *inventory) addTree(t tree.Tree, lost bool) {
	if !lost {
		v.uncounted = append(v.uncounted, t)
		return
	}
	for b := range t.Blobs(nil) {
		if !b.Dir() {
			v.add(b)
		}
	}
}

func (v *inventory) count() {
	for _, t := range v.uncounted {
		for b := range t.Blobs(func(d tree.Digest) bool { return v.folders[d] }) {
			v.add(b)
		}
	}
	v.uncounted = nil
}

func (v *inventory) lose(files []tree.Digest) {
	v.count()
	clear(v.folders)
	for _, d := range files {
		v.lost[d] = true
		delete(v.files, d)
	}
}

// has tells a file from a folder: a file may have the bytes of a folder, and does not
// bring along what that one holds.
func (v *inventory) has(b tree.Blob) bool {
	v.count()
	if d := b.Digest(); !b.Dir() {
		return v.files[d] || v.lost[d] && !b.Here()
	}
	return v.folders[b.Digest()]
}

func (v *inventory) whole(folder tree.Digest) bool {
	v.count()
	return v.folders[folder]
}

// only lets go of all but what is kept.
func (v *inventory) only(keep map[tree.Digest]bool) {
	v.count()
	gone := func(d tree.Digest, _ bool) bool { return !keep[d] }
	maps.DeleteFunc(v.files, gone)
	maps.DeleteFunc(v.folders, gone)
}
