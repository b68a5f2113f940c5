package loader

import (
	"cmp"
	"slices"

	"lily/core/tree"
	"lily/core/world"
)

// mostAmended is how many skills may have changed for a reload to go to them alone. Where they are more, or where one has
// come or gone, it goes through all.
const mostAmended = 64

// amends makes the listing that of before with the folders in which something has changed, where all of them were skills
// and still are. Then nothing else of the root can have changed.
func (l *Listing) amends(old *Listing, sub tree.Tree) bool {
	if old == nil || !old.Present || l.Scan != world.Children || !l.samePlace(old) || len(old.links) > 0 {
		return false
	}
	names, ok := tree.Replaced(old.top, sub, mostAmended)
	if !ok {
		return false
	}
	var list places
	for _, name := range names {
		folder, _ := sub.At(name)
		at, found := old.find(name)
		if !found || !IsSkill(folder) || len(old.places[at].inner) > 0 {
			return false
		}
		p := newPlace(l, name, name, folder)
		if list = append(list, p); len(p.inner) > 0 {
			return false
		}
	}
	l.places, l.amended, l.Count, l.Notes = slices.Clone(old.places), list, old.Count, old.Notes
	for _, p := range list {
		at, _ := old.find(p.name)
		l.places[at] = p
	}
	return true
}

// find is where the first place of a name is, or would be.
func (l *Listing) find(name string) (int, bool) {
	return slices.BinarySearchFunc(l.places, name, func(p *place, name string) int { return cmp.Compare(p.name, name) })
}

// amend makes the snapshot that of before with the skills that have changed, where what these say of themselves to others
// has not: their number, whether they are available, and whether others have their commands. It reports whether it did
// (LD-9); where not, the snapshot is to be made anew.
func (s *Snapshot) amend(in Input, prev *Snapshot) bool {
	names, ok := s.amended(prev)
	if !ok {
		return false
	}
	s.base, s.Skills, s.runs = slices.Clone(prev.base), slices.Clone(prev.Skills), slices.Clone(prev.runs)
	s.Candidates = s.base
	if len(prev.base) > 0 && &prev.base[0] != &prev.Candidates[0] {
		s.Candidates = slices.Clone(prev.Candidates)
	}
	s.aliases, s.rivals, s.Conflicts = prev.aliases, prev.rivals, prev.Conflicts
	j := judge{in: in, rules: s.rules}
	for _, name := range names {
		if at, _ := prev.index(name); !s.put(prev, at, j.group(s.named(name))) {
			return false
		}
	}
	for _, name := range names {
		s.recut(name)
	}
	for _, l := range s.Roots {
		l.fresh = nil
	}
	s.seal()
	return true
}

// amended are the names of all skills that have changed, where the rest is known to be as it was.
func (s *Snapshot) amended(prev *Snapshot) (names []string, ok bool) {
	ok = prev.rules == s.rules && prev.Version > 0 && len(prev.Roots) == len(s.Roots)
	for i, l := range s.Roots {
		if ok = ok && (l == prev.Roots[i] || l.amended != nil); l.amended == nil {
			continue // a listing of before is shared
		}
		for _, p := range l.amended {
			names = append(names, p.name)
		}
		l.amended = nil
	}
	slices.Sort(names)
	return slices.Compact(names), ok
}

// named are the places of a name, in the order of [groups].
func (s *Snapshot) named(name string) (group places) {
	for _, l := range slices.Backward(s.Roots) {
		at, _ := l.find(name)
		for ; at < len(l.places) && l.places[at].name == name; at++ {
			group = append(group, l.places[at])
		}
	}
	return group
}

// put puts the candidates of a name in the place of those that there were, unless that would change what others are.
func (s *Snapshot) put(prev *Snapshot, at int, group []*Candidate) bool {
	was, rest := split(prev.base[at:], group[0].Name)
	c, old := group[0], prev.base[at]
	if len(rest)+len(group) != len(prev.base)-at || !slices.Equal(was, prev.Candidates[at:at+len(was)]) ||
		(c.State == Available) != (old.State == Available) || !s.calls(at, old.Brief().Command, c.Brief().Command) {
		return false
	}
	copy(s.base[at:], group)
	copy(s.Candidates[at:], group)
	if c.State == Available {
		i, _ := slices.BinarySearchFunc(s.Skills, c.Name, func(c *Candidate, name string) int { return cmp.Compare(c.Name, name) })
		s.Skills[i] = c
	}
	return true
}

// calls notes that the skill at a place has another command, or the same, unless another skill has declared one of them.
func (s *Snapshot) calls(at int, from, to string) bool {
	if from == to {
		return s.rivals[to] == nil
	}
	if _, taken := s.aliases.at(to); taken || s.rivals[from] != nil || len(s.aliases.changed) > mostAmended {
		return false
	}
	s.aliases = s.aliases.moved(at, from, to)
	return true
}

// recut makes the runs anew that hold a name, and the next one, which loses its beginning or gets another one where the
// name was at the end of a run.
func (s *Snapshot) recut(name string) {
	from, at := 0, 0
	for from < len(s.runs)-1 && s.runs[from+1].list[0].Name <= name {
		at += len(s.runs[from].list)
		from++
	}
	for from > 0 && s.runs[from].list[0].Name == name { // a group may lie across cuts
		from--
		at -= len(s.runs[from].list)
	}
	to, end := from, at
	for to < len(s.runs) && (to <= from+1 || s.runs[to-1].list[0].Name <= name) {
		end += len(s.runs[to].list)
		to++
	}
	s.runs = slices.Replace(s.runs, from, to, runs(s.Candidates[at:end:end], s.runs[from:to])...)
}
