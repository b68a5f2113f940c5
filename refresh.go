package main

import (
	"strings"

	"lily/core/tree"
	"lily/core/world"
)

// disk is a world that is read again from the places it came from.
type disk struct {
	places places
	last   world.World // as it was last read
}

// Refresh implements [core.Source]: it brings a world up to date with the disk. What a tool has written in
// the session stays, unless the same file has changed on the disk since.
func (d *disk) Refresh(w world.World) (world.World, error) {
	next, err := d.places.again(d.last)
	if err != nil {
		return w, err
	}
	merged := next
	merged.Tree = merge(next, d.last.Tree, w.Tree)
	d.last = next
	return merged, nil
}

// merge is what the disk has, with what tools have changed from last to now. It is not
// [tree.Merge], which refuses what both sides changed: here the disk has the last word on
// each file, and a root that is gone takes along what a tool wrote in it.
func merge(next world.World, last, now tree.Tree) tree.Tree {
	merged := next.Tree
	if now.Equal(last) {
		return merged
	}
	for _, c := range tree.Diff(last, now) {
		if gone(next, c.Path) || !same(last, next.Tree, c.Path) {
			continue
		}
		t, err := merged.Remove(c.Path)
		if f, there := now.File(c.Path); there {
			t, err = merged.PutBlob(c.Path, f)
		}
		if err == nil { // else the disk has something else in its place
			merged = t
		}
	}
	return merged
}

// gone reports whether a file is of a root that is not there.
func gone(w world.World, path string) bool {
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
