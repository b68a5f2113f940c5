package loader

import (
	"cmp"
	"slices"
	"strings"

	"lily/core/skill"
	"lily/core/tree"
)

// LinkFinding is the finding that a skill has of a link in it that is not followed
// (VF-8). at is the skill's folder as the skip has paths, or empty.
func LinkFinding(s tree.Skip, at string) skill.Finding {
	return skill.Finding{
		Code: s.Code, Severity: skill.Warning, File: strings.TrimPrefix(s.Path, cmp.Or(at, ".")+"/"), Line: 1, Column: 1,
		Message: s.Message, Clause: "VF-8",
	}
}

// IsLink reports whether a skip is of a link that is not followed.
func IsLink(s tree.Skip) bool {
	switch s.Code {
	case tree.LinkLeaves, tree.LinkDangles, tree.LinkLoops, tree.LinkTooMuch:
		return true
	}
	return false
}

// unfollowed are the links among skips, sorted by path.
func unfollowed(skips []tree.Skip) (links []tree.Skip) {
	for _, s := range skips {
		if IsLink(s) {
			links = append(links, s)
		}
	}
	slices.SortStableFunc(links, func(a, b tree.Skip) int { return cmp.Compare(a.Path, b.Path) })
	return links
}

// linksIn are those below a folder of the root.
func (l *Listing) linksIn(rel string) []tree.Skip {
	if len(l.links) == 0 {
		return nil
	}
	from, _ := slices.BinarySearchFunc(l.links, rel+"/", byPath)
	to, _ := slices.BinarySearchFunc(l.links, rel+"0", byPath) // the byte after the slash
	return l.links[from:to:to]
}

func byPath(s tree.Skip, path string) int { return cmp.Compare(s.Path, path) }

// skipped notes what did not come along, before all else that is noted. A link that
// lies in a skill is a finding of that.
func (l *Listing) skipped() {
	ours := map[string]bool{}
	for _, p := range l.places {
		for _, s := range p.links {
			ours[s.Path] = true
		}
	}
	later := l.Notes
	l.Notes = []Note{}
	for _, s := range l.skips {
		clause := "VF-3"
		if IsLink(s) {
			clause = "VF-8"
		}
		if !ours[s.Path] || !IsLink(s) {
			l.note(s.Code, skill.Warning, s.Path, clause, "%s", s.Message)
		}
	}
	l.Notes = append(l.Notes, later...)
}
