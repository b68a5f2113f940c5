package main

import (
	"errors"
	"io/fs"

	"lily/core"
	"lily/core/tree"
)

// disk is a world that is read again from the places it came from.
type disk struct {
	places places
	last   core.World // as it was last read
}

// refresh brings a world up to date with the disk. What a tool has written in
// the session stays, unless the same file has changed on the disk since.
func (d *disk) refresh(w core.World) (core.World, error) {
	next, err := d.places.world()
	if err != nil {
		return w, err
	}
	merged := next
	if !w.Tree.Equal(d.last.Tree) {
		if merged.Tree, err = merge(w.Tree, d.last.Tree, next); err != nil {
			return w, err
		}
	}
	d.last = next
	return merged, nil
}

// merge makes the changes from last to next in now, roots that came or went
// included. It is not [tree.Merge], which refuses what both sides changed: here the
// disk has the last word on each file, and a root that is gone takes along what a tool
// wrote in it.
func merge(now, last tree.Tree, next core.World) (tree.Tree, error) {
	for _, c := range tree.Diff(last, next.Tree) {
		f, there := next.Tree.File(c.Path)
		var err error
		if there {
			now, err = now.PutBlob(c.Path, f)
		} else if now, err = now.Remove(c.Path); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		if err != nil {
			return now, err
		}
	}
	return roots(now, next)
}

func roots(now tree.Tree, next core.World) (tree.Tree, error) {
	for _, r := range next.Roots {
		sub, gone := next.Tree.At(r.Path)
		_, missing := now.At(r.Path)
		var err error
		switch {
		case gone != nil && missing == nil:
			now, err = now.Remove(r.Path)
		case gone == nil && missing != nil:
			now, err = now.Graft(r.Path, sub)
		}
		if err != nil {
			return now, err
		}
	}
	return now, nil
}
