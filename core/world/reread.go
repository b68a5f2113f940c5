package world

import (
	"strings"

	"lily/core/tree"
)

// Carry brings what has changed from last to now, as by a tool, into w, which was read again.
// It is not [World.Merge], which refuses what both sides changed: here what was read has the
// last word on each file, and a root that is gone takes along what was written in it.
func (w World) Carry(last, now tree.Tree) World {
	if now.Equal(last) {
		return w
	}
	read := w
	for _, c := range tree.Diff(last, now) {
		if read.gone(c.Path) || !same(last, read.Tree, c.Path) {
			continue
		}
		t, err := w.Tree.Remove(c.Path)
		if f, there := now.File(c.Path); there {
			t, err = w.Tree.PutBlob(c.Path, f)
		}
		if err == nil { // else something else is in its place now
			w.Tree = t
		}
	}
	return w
}

// gone reports whether a file is of a root that is not there.
func (w World) gone(path string) bool {
	for _, r := range w.Roots {
		if _, err := w.Tree.At(r.Path); err != nil && strings.HasPrefix(path, r.Path+"/") {
			return true
		}
	}
	return false
}

// same reports whether two trees have the same file at a path, or none.
func same(a, b tree.Tree, path string) bool {
	f, inA := a.File(path)
	g, inB := b.File(path)
	return inA == inB && (!inA || f.Digest() == g.Digest())
}

// WithOld returns the world with a folder as an older one has it, or without it where that
// has none.
func (w World) WithOld(old World, path string) World {
	if sub, err := old.Tree.At(path); err == nil {
		return w.With(path, sub)
	}
	if next, err := w.Tree.Remove(path); err == nil {
		w.Tree = next
	}
	return w
}
