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
	MaxFolders = 2000
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
	beyond  []string // folders that lie too deep
}

// deep takes every SKILL.md below, level by level, within the bounds of LD-2.
func (l *Listing) deep(sub tree.Tree, known places) {
	if isSkill(sub) {
		l.note("root_is_a_skill", skill.Warning, File, "SK-1", "A %s directly in the root has no folder to name it.", File)
	}
	s := search{l: l, queue: []below{{sub: sub}}}
	for len(s.queue) > 0 && s.level(s.queue[0]) {
		s.queue = s.queue[1:]
	}
	if n := len(s.beyond); n > 0 {
		l.note("scan_depth", skill.Warning, s.beyond[0], "LD-2",
			"The scan looks no more than %d levels down: it left out this folder and %d others as deep.", MaxLevels, n-1)
	}
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

// level takes the skills directly below one folder and queues the others; not
// ok when the bound on folders is reached.
func (s *search) level(at below) (ok bool) {
	for e := range at.sub.Children() {
		if !e.Dir || e.Name == ".git" || e.Name == "node_modules" {
			continue
		}
		next := below{path.Join(at.rel, e.Name), at.level + 1, e.Sub}
		if s.folders++; s.folders > MaxFolders {
			s.l.note("scan_folders", skill.Warning, next.rel, "LD-2", "The scan stopped here: it looks at no more than %d folders.", MaxFolders)
			return false
		}
		s.sort(next)
	}
	return true
}

func (s *search) sort(b below) {
	switch {
	case b.level > MaxLevels:
		s.beyond = append(s.beyond, b.rel)
	case isSkill(b.sub):
		s.found = append(s.found, b)
	default:
		s.queue = append(s.queue, b)
	}
}
