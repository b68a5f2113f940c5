package loader

import (
	"cmp"
	"path"
	"sort"

	"lily/core/skill"
	"lily/core/tree"
)

// The bounds of a deep scan (LD-2).
const (
	MaxLevels  = 6
	MaxFolders = 20_000
)

// below is a folder and its path below the root.
type below struct {
	rel   string
	level int
	sub   tree.Tree
}

// search is one deep scan under way.
type search struct {
	l       *Listing
	queue   []below
	found   []below
	folders int
	deep    unseen // by the bound on levels
	many    unseen // by the bound on folders
}

// unseen are folders that a bound keeps from being looked at.
type unseen struct {
	first string
	count int
}

func (u *unseen) add(b below) {
	if u.count == 0 {
		u.first = b.rel
	}
	u.count += 1 + folders(b.sub)
}

// folders counts the folders below one, without those that no scan enters.
func folders(t tree.Tree) int {
	n := 0
	for e := range t.Children() {
		if entered(e) {
			n += 1 + folders(e.Sub)
		}
	}
	return n
}

// entered reports whether a deep scan goes on below an entry (LD-2).
func entered(e tree.Entry) bool { return e.Dir && !Passed(e.Name) }

// Passed reports whether a folder of the name is never looked into (LD-2): other programs keep
// there what is theirs, and can make it again.
func Passed(name string) bool { return name == ".git" || name == "node_modules" }

// deep takes every SKILL.md below, level by level, so that within the bounds of LD-2
// the shallow ones come first. What is left out is counted, and not searched.
func (l *Listing) deep(sub tree.Tree, known places) {
	s := search{l: l, queue: []below{{sub: sub}}}
	for ; len(s.queue) > 0; s.queue = s.queue[1:] {
		s.level(s.queue[0])
	}
	s.told()
	sort.Slice(s.found, func(i, j int) bool {
		a, b := s.found[i], s.found[j]
		return cmp.Or(cmp.Compare(path.Base(a.rel), path.Base(b.rel)), cmp.Compare(a.rel, b.rel)) < 0
	})
	l.places = make(places, 0, len(s.found))
	for _, f := range s.found {
		l.places = append(l.places, l.place(f, &known))
	}
}

func (l *Listing) place(f below, known *places) *place {
	name := path.Base(f.rel)
	if p := known.again(l, name, f.rel, f.sub); p != nil {
		return p
	}
	return newPlace(l, name, f.rel, f.sub)
}

// level takes the skills directly below one folder and queues the others.
func (s *search) level(at below) {
	for e := range at.sub.Children() {
		if !entered(e) {
			continue
		}
		next := below{path.Join(at.rel, e.Name), at.level + 1, e.Sub}
		switch {
		case next.level > MaxLevels:
			s.deep.add(next)
		case s.folders == MaxFolders:
			s.many.add(next)
		default:
			s.look(next)
		}
	}
}

func (s *search) look(b below) {
	s.folders++
	if isSkill(b.sub) {
		s.found = append(s.found, b)
		return
	}
	s.l.misnamed(b.rel, b.sub)
	s.queue = append(s.queue, b)
}

// told says which bounds were reached, and what they cost.
func (s *search) told() {
	s.l.Unseen = s.deep.count + s.many.count
	if n := s.deep.count; n > 0 {
		s.l.note("scan_depth", skill.Warning, s.deep.first, "LD-2",
			"The scan looks at most %d levels down. %s not looked at; this is the first.", MaxLevels, were(n))
	}
	if n := s.many.count; n > 0 {
		s.l.note("scan_folders", skill.Warning, s.many.first, "LD-2",
			"The scan looks at no more than %d folders. %s not looked at; this is the first.", MaxFolders, were(n))
	}
}
