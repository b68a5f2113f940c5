// Package review compares two sets of skills, skill by skill, as who reviews a change asks (SN-4): which counts now and
// did not, for which reason, and which of its files are others.
//
// It promises what the two snapshots say and no verdict of its own, sorted by name, and nothing of a skill that is the
// same in both. It reads no text: what differs within a file is for who shows it.
//
//	for _, s := range review.Of(before, after) {
//		fmt.Println(s.Name, s.Gist())
//	}
package review

import (
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
)

// Skill is one skill that differs: its winner in each of two snapshots.
type Skill struct {
	Name    string
	Was, Is *loader.Candidate // nil where there is none
	Files   []tree.Change     // of its folder
}

// Of are the skills that differ from a to b, in the order of their names.
func Of(a, b *loader.Snapshot) (list []Skill) {
	d := loader.Compare(a, b)
	names := slices.Concat(d.Added, d.Removed, d.Changed, d.Judged)
	slices.Sort(names)
	was, is := winners(a), winners(b)
	for _, name := range slices.Compact(names) {
		s := Skill{Name: name, Was: was[name], Is: is[name]}
		s.Files = tree.Diff(folder(s.Was), folder(s.Is))
		list = append(list, s)
	}
	return list
}

func winners(s *loader.Snapshot) map[string]*loader.Candidate {
	all := make(map[string]*loader.Candidate, len(s.Candidates))
	for _, c := range s.Candidates {
		if all[c.Name] == nil { // the first of a name wins
			all[c.Name] = c
		}
	}
	return all
}

func folder(c *loader.Candidate) tree.Tree {
	if c == nil {
		return tree.Tree{}
	}
	return c.Folder()
}

// State says what a candidate is: "not there" for none.
func State(c *loader.Candidate) string {
	if c == nil {
		return "not there"
	}
	return c.State.Word()
}

// Gist is the difference in a line: "malformed → available, 1 file".
func (s Skill) Gist() string {
	var parts []string
	if was, is := State(s.Was), State(s.Is); was != is {
		parts = append(parts, was+" → "+is)
	}
	if s.Was != nil && s.Is != nil && s.Was.Path != s.Is.Path {
		parts = append(parts, s.Was.Path+" → "+s.Is.Path)
	}
	if n := len(s.Files); n > 0 {
		parts = append(parts, answer.Number(n, "file"))
	}
	if len(parts) == 0 {
		return "judged by other rules"
	}
	return strings.Join(parts, ", ")
}

// Reasons are those that one of the two has and the other has not: what no longer holds, and what is new.
func (s Skill) Reasons() (gone, new []skill.Reason) {
	was, is := reasons(s.Was), reasons(s.Is)
	return without(was, is), without(is, was)
}

func reasons(c *loader.Candidate) []skill.Reason {
	if c == nil {
		return nil
	}
	return c.Reasons
}

func without(list, those []skill.Reason) []skill.Reason {
	return slices.DeleteFunc(slices.Clone(list), func(r skill.Reason) bool { return slices.Contains(those, r) })
}
