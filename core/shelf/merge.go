package shelf

import (
	"fmt"
	"slices"
	"strings"

	"lily/core"
	"lily/core/answer"
	"lily/core/tree"
)

// Clash is an edit that was refused, since someone else has changed the same
// meanwhile, and differently.
type Clash struct{ Places []string }

// Error names the places.
func (e *Clash) Error() string {
	list := slices.Clone(e.Places[:min(len(e.Places), 5)])
	for i, p := range list {
		list[i] = answer.Line(p)
	}
	if more := len(e.Places) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ") + " was changed in another tab meanwhile; look at it and do it again"
}

// merge makes in theirs what mine changed since was.
func merge(was, mine, theirs core.World) (core.World, error) {
	next := theirs
	var clash Clash
	t, paths := tree.Merge(was.Tree, mine.Tree, theirs.Tree)
	for _, p := range paths {
		clash.Places = append(clash.Places, "/"+p)
	}
	next.Tree = t
	if mine.Profile.Digest() != was.Profile.Digest() {
		next.Profile = mine.Profile
		clash.unless(theirs.Profile.Digest(), was.Profile.Digest(), mine.Profile.Digest(), "the profile")
	}
	if mine.Policy.Digest() != was.Policy.Digest() {
		next.Policy = mine.Policy
		clash.unless(theirs.Policy.Digest(), was.Policy.Digest(), mine.Policy.Digest(), "the policy")
	}
	next.Untrusted = marks(was.Untrusted, mine.Untrusted, theirs.Untrusted)
	if len(clash.Places) > 0 {
		return theirs, &clash
	}
	return next, nil
}

func (e *Clash) unless(theirs, was, mine tree.Digest, what string) {
	if theirs != was && theirs != mine {
		e.Places = append(e.Places, what)
	}
}

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
