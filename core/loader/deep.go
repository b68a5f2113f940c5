package loader

import (
	"cmp"
	"path"

	"lily/core/order"
	"lily/core/skill"
	"lily/core/tree"
)

// The bounds of a deep scan (LD-2).
const (
	MaxLevels  = 6
	MaxFolders = 20_000
)

type folder struct {
	rel   string // path below the root
	level int
	sub   tree.Tree
}

// leftOut are folders that a bound keeps from being looked at.
type leftOut struct {
	first string
	count int
}

func (u *leftOut) add(b folder) {
	if u.count == 0 {
		u.first = b.rel
	}
	u.count += 1 + folders(b.sub)
}

// folders counts the folders below one, without those that no scan enters.
func folders(t tree.Tree) (n int) {
	for e := range Folders(t) {
		n += 1 + folders(e.Sub)
	}
	return n
}

// deep takes every SKILL.md below, level by level, so that within the bounds of LD-2
// the shallow ones come first. What is left out is counted, and not searched.
func (l *Listing) deep(sub tree.Tree, known places) {
	found := l.search(sub)
	order.Func(found, func(a, b folder) int {
		return cmp.Or(cmp.Compare(path.Base(a.rel), path.Base(b.rel)), cmp.Compare(a.rel, b.rel))
	})
	l.places = make(places, 0, len(found))
	for _, f := range found {
		name := path.Base(f.rel)
		p := known.again(l, name, f.rel, f.sub)
		if p == nil {
			p = newPlace(l, name, f.rel, f.sub)
		}
		l.places = append(l.places, p)
	}
}

func (l *Listing) search(sub tree.Tree) (found []folder) {
	var deep, many leftOut // by the bounds on levels and on folders
	looked := 0
	for queue := []folder{{sub: sub}}; len(queue) > 0; queue = queue[1:] {
		for e := range Folders(queue[0].sub) {
			next := folder{path.Join(queue[0].rel, e.Name), queue[0].level + 1, e.Sub}
			switch {
			case next.level > MaxLevels:
				deep.add(next)
				continue
			case looked == MaxFolders:
				many.add(next)
				continue
			case IsSkill(next.sub):
				found = append(found, next)
			default:
				l.misnamed(next.rel, next.sub)
				queue = append(queue, next)
			}
			looked++
		}
	}
	l.noteBounds(deep, many)
	return found
}

func (l *Listing) noteBounds(deep, many leftOut) {
	l.LeftOut = deep.count + many.count
	if n := deep.count; n > 0 {
		l.note("scan_depth", skill.Warning, deep.first, "LD-2",
			"The scan looks at most %d levels down. %s not looked at; this is the first.", MaxLevels, were(n))
	}
	if n := many.count; n > 0 {
		l.note("scan_folders", skill.Warning, many.first, "LD-2",
			"The scan looks at no more than %d folders. %s not looked at; this is the first.", MaxFolders, were(n))
	}
}
