package loader

import "slices"

// Delta is what differs from one snapshot to the next (SN-4), by name.
type Delta struct {
	Added    []string `json:"added"`    // now available
	Removed  []string `json:"removed"`  // no longer available
	Changed  []string `json:"changed"`  // available in both, with another content, source or finding
	Shadowed []string `json:"shadowed"` // newly shadowed paths
	Judged   []string `json:"judged"`   // not available in either, with another verdict
}

// Empty reports whether nothing differs.
func (d Delta) Empty() bool {
	return len(d.Added)+len(d.Removed)+len(d.Changed)+len(d.Shadowed)+len(d.Judged) == 0
}

// Compare returns what differs from a to b. Both are sorted, so it is one pass.
func Compare(a, b *Snapshot) Delta {
	d := Delta{[]string{}, []string{}, []string{}, []string{}, []string{}}
	was, is := a.Candidates, b.Candidates
	if a.Digest == b.Digest {
		return d
	}
	for len(was) > 0 || len(is) > 0 {
		first := is
		if len(is) == 0 || len(was) > 0 && was[0].Name < is[0].Name {
			first = was
		}
		var before, after []*Candidate
		before, was = split(was, first[0].Name)
		after, is = split(is, first[0].Name)
		d.name(first[0].Name, before, after)
	}
	return d
}

func split(list []*Candidate, name string) (group, rest []*Candidate) {
	n := 0
	for n < len(list) && list[n].Name == name {
		n++
	}
	return list[:n], list[n:]
}

func (d *Delta) name(name string, before, after []*Candidate) {
	was, is := winner(before), winner(after)
	switch had, has := available(was), available(is); {
	case was == is:
	case !had && has:
		d.Added = append(d.Added, name)
	case had && !has:
		d.Removed = append(d.Removed, name)
	case was == nil || is == nil || was.seal != is.seal:
		if has {
			d.Changed = append(d.Changed, name)
		} else {
			d.Judged = append(d.Judged, name)
		}
	}
	for _, c := range after {
		already := func(b *Candidate) bool { return b.Path == c.Path && b.State == Shadowed }
		if c.State == Shadowed && !slices.ContainsFunc(before, already) {
			d.Shadowed = append(d.Shadowed, c.Path)
		}
	}
}

func winner(group []*Candidate) *Candidate {
	if len(group) == 0 {
		return nil
	}
	return group[0]
}

func available(c *Candidate) bool { return c != nil && c.State == Available }

// Behind reports whether a load of in would see other files or rules than the
// snapshot did. It reads digests only.
func (s *Snapshot) Behind(in Input) bool {
	if len(in.Roots) != len(s.Roots) || in.ground(s.ground).sum != s.rules {
		return true
	}
	for i, root := range in.Roots {
		if l, _ := look(in, root); !l.same(s.Roots[i]) {
			return true
		}
	}
	return false
}
