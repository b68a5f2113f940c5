package world

import (
	"slices"

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
	before, here := set(was), set(mine)
	next := slices.DeleteFunc(slices.Clone(theirs), func(p string) bool { return before[p] && !here[p] })
	there := set(next)
	for _, p := range mine {
		if !before[p] && !there[p] {
			next = append(next, p)
		}
	}
	slices.Sort(next)
	return next
}

func set(list []string) map[string]bool {
	all := make(map[string]bool, len(list))
	for _, p := range list {
		all[p] = true
	}
	return all
}
