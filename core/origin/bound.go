package origin

import (
	"slices"
	"strings"

	"lily/core/tree"
)

// Most is how many places of files and folders are kept, and how many of bytes. The largest import
// has fewer skills, and each of them is one place.
const Most = 20_000

// left is where the places of bytes are that were written out of the world; no path of a file begins so.
const left = "="

// Bytes is the place of some bytes wherever they are: they were written to the machine, from where
// they may come back under any name.
func Bytes(d tree.Digest) string { return left + "/" + d.String() }

// Left are the bytes that were written to the machine, and where they came from. After too many to
// keep all bytes that come in are as foreign: those are the ones of the empty digest.
func (l Places) Left() map[tree.Digest]Origin {
	list := map[tree.Digest]Origin{}
	if i, ok := l.find(left); ok {
		list[tree.Digest{}] = l[i].Origin
	}
	for _, p := range l.below(left) {
		var d tree.Digest
		if d.UnmarshalText([]byte(p.Path[len(left)+1:])) == nil {
			list[d] = p.Origin
		}
	}
	return list
}

// Back forgets that the bytes of a folder were written to the machine: the person trusts them.
func (l Places) Back(folder tree.Tree) Places {
	if len(l.below(left)) == 0 {
		return l
	}
	gone := map[string]bool{}
	for _, f := range folder.Walk() {
		gone[Bytes(f.Digest())] = true
	}
	return slices.DeleteFunc(slices.Clone(l), func(p Place) bool { return gone[p.Path] })
}

// bound folds places where they are more than are kept, the deepest first, into the folders around
// them. Of those no more is known than that they are not trusted, so that nothing is trusted because
// it was forgotten.
func (l Places) bound(most int) Places {
	if len(l) <= most {
		return l
	}
	bytes := len(l.below(left))
	if bytes > most {
		l, bytes = l.folded(0), 0
	}
	deepest := 0
	for _, p := range l {
		deepest = max(deepest, depth(p.Path))
	}
	for ; len(l)-bytes > most && deepest > 1; deepest-- {
		l = l.folded(deepest)
	}
	return l
}

// depth is how many folders are around a place; none are around bytes.
func depth(at string) int {
	if strings.HasPrefix(at, left) {
		return 0
	}
	return strings.Count(at, "/")
}

// folded are the places with those of one depth folded.
func (l Places) folded(deep int) Places {
	list := make(Places, len(l))
	for i, p := range l {
		if around := strings.LastIndex(p.Path, "/"); around > 0 && depth(p.Path) == deep {
			p = Place{p.Path[:around], Marked}
		}
		list[i] = p
	}
	return Places(nil).put(list)
}
