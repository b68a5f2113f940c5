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
	rel   string
	level int
	sub   tree.Tree
}

type search struct {
	l       *Listing
	queue   []folder
	found   []folder
	folders int
	deep    leftOut // by the bound on levels
	many    leftOut // by the bound on folders
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
	s := search{l: l, queue: []folder{{sub: sub}}}
	for ; len(s.queue) > 0; s.queue = s.queue[1:] {
		s.level(s.queue[0])
	}
	s.noteBounds()
	order.Func(s.found, func(a, b folder) int {
		return cmp.Or(cmp.Compare(path.Base(a.rel), path.Base(b.rel)), cmp.Compare(a.rel, b.rel))
	})
	l.places = make(places, 0, len(s.found))
	for _, f := range s.found {
		name := path.Base(f.rel)
		p := known.again(l, name, f.rel, f.sub)
		if p == nil {
			p = newPlace(l, name, f.rel, f.sub)
		}
		l.places = append(l.places, p)
	}
}

// level takes the skills directly below one folder and queues the others.
func (s *search) level(at folder) {
	for e := range Folders(at.sub) {
		next := folder{path.Join(at.rel, e.Name), at.level + 1, e.Sub}
		switch {
		case next.level > MaxLevels:
			s.deep.add(next)
		case s.folders == MaxFolders:
			s.many.add(next)
		case IsSkill(next.sub):
			s.folders++
			s.found = append(s.found, next)
		default:
			s.folders++
			s.l.misnamed(next.rel, next.sub)
			s.queue = append(s.queue, next)
		}
	}
}

func (s *search) noteBounds() {
	s.l.LeftOut = s.deep.count + s.many.count
	if n := s.deep.count; n > 0 {
		s.l.note("scan_depth", skill.Warning, s.deep.first, "LD-2",
			"The scan looks at most %d levels down. %s not looked at; this is the first.", MaxLevels, were(n))
	}
	if n := s.many.count; n > 0 {
		s.l.note("scan_folders", skill.Warning, s.many.first, "LD-2",
			"The scan looks at no more than %d folders. %s not looked at; this is the first.", MaxFolders, were(n))
	}
}
