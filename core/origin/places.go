package origin

import (
	"iter"
	"path"
	"slices"
	"strings"

	"lily/core/order"
	"lily/core/tree"
)

// Place is a file or a folder, by its path with a leading slash, and the origin of all that is there.
type Place struct {
	Path string `json:"path"`
	Origin
}

// Places are sorted by path, each path once.
type Places []Place

// Marks are places of which no more is known than that they are not trusted.
func Marks(paths ...string) Places {
	list := make([]Place, len(paths))
	for i, p := range paths {
		list[i] = Place{p, Marked}
	}
	return Places(nil).Put(list...)
}

// Put adds places to those that there are; of a list the later ones count. Over [Most] they are folded.
func (l Places) Put(list ...Place) Places { return l.put(list).bound(Most) }

func (l Places) put(list []Place) Places {
	if len(list) == 0 {
		return l
	}
	more := slices.Clone(list)
	order.StableFunc(more, func(a, b Place) int { return strings.Compare(a.Path, b.Path) })
	next := make(Places, 0, len(l)+len(more))
	for len(l)+len(more) > 0 {
		if len(more) == 0 || len(l) > 0 && l[0].Path <= more[0].Path {
			next, l = append(next, l[0]), l[1:]
			continue
		}
		if n := len(next); n > 0 && next[n-1].Path == more[0].Path {
			next[n-1].Origin = next[n-1].join(more[0].Origin)
		} else {
			next = append(next, more[0])
		}
		more = more[1:]
	}
	return next
}

// find is where a path is or would be.
func (l Places) find(at string) (int, bool) {
	return slices.BinarySearchFunc(l, at, func(p Place, at string) int { return strings.Compare(p.Path, at) })
}

// over are those that hold at a path: its own, and those of the folders around it.
func (l Places) over(at string) (list Places) {
	for ; len(l) > 0 && len(at) > 1; at = path.Dir(at) {
		if i, ok := l.find(at); ok {
			list = append(list, l[i])
		}
	}
	return list
}

// below are the places under a folder, and not its own.
func (l Places) below(folder string) Places {
	from, _ := l.find(folder + "/")
	to := from
	for to < len(l) && strings.HasPrefix(l[to].Path, folder+"/") {
		to++
	}
	return l[from:to]
}

// Of are all that bear on a file or a folder: at it, around it and below it.
func (l Places) Of(at string) Places { return append(l.over(at), l.below(at)...) }

// Foreign is the first origin that makes a file foreign.
func (l Places) Foreign(at string) (Origin, bool) {
	for _, p := range l.over(at) {
		if p.Origin.Foreign {
			return p.Origin, true
		}
	}
	return Origin{}, false
}

// Clear forgets what is known of folders and all that is in them: the person trusts them, or
// brings other ones. A place around one of them is put onto all else that is in it, as t has it.
func (l Places) Clear(t tree.Tree, folders ...string) Places {
	gone := make(map[string]bool, len(folders))
	for _, f := range folders {
		gone[f] = true
	}
	next := slices.DeleteFunc(slices.Clone(l), func(p Place) bool {
		for at := p.Path; len(at) > 1; at = path.Dir(at) {
			if gone[at] {
				return true
			}
		}
		return false
	})
	for _, f := range folders {
		for at := path.Dir(f); len(at) > 1 && len(next) > 0; at = path.Dir(at) {
			if i, ok := next.find(at); ok {
				next = next.parted(i, t, gone)
			}
		}
	}
	return next
}

// parted puts a place's origin onto what is in it, but for what is gone and what leads there.
func (l Places) parted(i int, t tree.Tree, gone map[string]bool) Places {
	of := l[i]
	l = slices.Delete(slices.Clone(l), i, i+1)
	leads := map[string]bool{}
	for f := range gone {
		for at := path.Dir(f); len(at) > 1; at = path.Dir(at) {
			leads[at] = true
		}
	}
	var list []Place
	todo := []string{of.Path}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		folder, _ := t.At(strings.TrimPrefix(at, "/")) // where there is none, nothing is in it
		for e := range folder.Children() {
			switch p := at + "/" + e.Name; {
			case gone[p]:
			case leads[p]:
				todo = append(todo, p)
			default:
				list = append(list, Place{p, of.Origin})
			}
		}
	}
	return l.Put(list...)
}

// Under yields the places that bear on what is in some folders.
func (l Places) Under(folders ...string) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for _, p := range l {
			bears := slices.ContainsFunc(folders, func(f string) bool { return within(p.Path, f) || within(f, p.Path) })
			if bears && !yield(p) {
				return
			}
		}
	}
}

// Append writes all that is known of a place, so that two differ where one of that does.
func (p Place) Append(b []byte) []byte {
	for _, s := range []string{p.Path, p.Archive, p.Tool, p.Skill, p.Session, p.Saw} {
		b = append(append(b, s...), 0) // which is in none of them
	}
	if p.Origin.Foreign {
		b = append(b, '!')
	}
	return append(b, '\n')
}

// Bare splits the places into the paths of those of which nothing is known but that they are not
// trusted, as Lily kept all of them once, and the others.
func (l Places) Bare() (bare []string, rest Places) {
	for _, p := range l {
		if p.Origin == Marked {
			bare = append(bare, p.Path)
		} else {
			rest = append(rest, p)
		}
	}
	return bare, rest
}

// Origins are the different ones of the places, at most a few, and not those of which nothing is known.
func (l Places) Origins() (list []Origin) {
	const most = 8
	for _, p := range l {
		if p.Origin != Marked && !slices.Contains(list, p.Origin) && len(list) < most {
			list = append(list, p.Origin)
		}
	}
	return list
}

// Said are a few sentences on the places: the different origins, or that they are marked.
func (l Places) Said() (list []string) {
	for _, o := range l.Origins() {
		list = append(list, o.String())
	}
	if len(list) == 0 && len(l) > 0 {
		list = append(list, Marked.String())
	}
	return list
}

// AnyForeign reports whether one of the places is foreign.
func (l Places) AnyForeign() bool {
	return slices.ContainsFunc(l, func(p Place) bool { return p.Origin.Foreign })
}

// Merge makes in theirs what mine has changed since was. Who clears a place has seen what was
// there: where the other side has changed that meanwhile, its origin stays.
func Merge(was, mine, theirs Side) Places {
	if slices.Equal(was.Places, mine.Places) && was.Tree.Equal(mine.Tree) {
		return theirs.Places
	}
	cleared := func(p Place, by, other Side) bool {
		_, kept := by.Places.find(p.Path)
		return !kept && alike(was.Tree, other.Tree, p.Path)
	}
	both := slices.DeleteFunc(slices.Clone(theirs.Places.put(mine.Places)), func(p Place) bool {
		_, before := was.Places.find(p.Path)
		return before && (cleared(p, mine, theirs) || cleared(p, theirs, mine))
	})
	return both.bound(Most)
}

// Side is one side of a merge.
type Side struct {
	Tree   tree.Tree
	Places Places
}

// alike reports whether two trees have the same at a path.
func alike(a, b tree.Tree, at string) bool {
	at = strings.TrimPrefix(at, "/")
	if f, ok := a.File(at); ok {
		g, there := b.File(at)
		return there && f.Digest() == g.Digest()
	}
	x, errX := a.At(at)
	y, errY := b.At(at)
	return (errX == nil) == (errY == nil) && x.Equal(y)
}

// Paths are those of files and folders, sorted.
func (l Places) Paths() (list []string) {
	for _, p := range l {
		if !strings.HasPrefix(p.Path, left) {
			list = append(list, p.Path)
		}
	}
	return list
}

// Key tells values of places apart: equal keys are the same value, which never changes.
type Key struct {
	first *Place
	many  int
}

// Key returns the key of the places.
func (l Places) Key() Key {
	if len(l) == 0 {
		return Key{}
	}
	return Key{&l[0], len(l)}
}
