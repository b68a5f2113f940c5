package world

import (
	"maps"
	"slices"
	"strings"

	"lily/core/tree"
)

// Merge makes in w what someone else changed from was to mine. What both have changed, and
// differently, is named: with such a clash the world is w as it was.
func (w World) Merge(was, mine World) (next World, clashes []string) {
	next = w
	next.Tree, clashes = tree.Merge(was.Tree, mine.Tree, w.Tree)
	for i, p := range clashes {
		clashes[i] = "/" + p
	}
	if changed(was.Profile, mine.Profile) {
		if next.Profile = mine.Profile; changed(w.Profile, was.Profile) && changed(w.Profile, mine.Profile) {
			clashes = append(clashes, "the profile")
		}
	}
	if changed(was.Policy, mine.Policy) {
		if next.Policy = mine.Policy; changed(w.Policy, was.Policy) && changed(w.Policy, mine.Policy) {
			clashes = append(clashes, "the policy")
		}
	}
	next.Untrusted = marks(was.Untrusted, mine.Untrusted, w.Untrusted)
	if len(clashes) > 0 {
		return w, clashes
	}
	return next, nil
}

func changed(from, to interface{ Digest() tree.Digest }) bool { return from.Digest() != to.Digest() }

// marks are theirs, with those that mine set or took away since was. There may be as
// many as there are skills.
func marks(was, mine, theirs []string) []string {
	if slices.Equal(was, mine) {
		return theirs
	}
	before, here, next := set(was), set(mine), set(theirs)
	for p := range before {
		if !here[p] {
			delete(next, p)
		}
	}
	for p := range here {
		if !before[p] {
			next[p] = true
		}
	}
	return slices.Sorted(maps.Keys(next))
}

func set(list []string) map[string]bool {
	all := make(map[string]bool, len(list))
	for _, p := range list {
		all[p] = true
	}
	return all
}

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
