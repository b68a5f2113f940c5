package install

import (
	"slices"

	"lily/core/advice"
	"lily/core/loader"
	"lily/core/skill"
)

// advised tells what is found of each skill of a snapshot, with what its author is advised of.
func advised(s *loader.Snapshot, root string) func(*loader.Candidate) []skill.Finding {
	var list []*skill.Skill
	for _, c := range s.Candidates {
		if sound(c) && len(c.Path) > len(root) && c.Path[:len(root)] == root {
			list = append(list, c.Skill())
		}
	}
	alike := advice.Alike(list)
	return func(c *loader.Candidate) []skill.Finding {
		found := slices.Clone(c.AllFindings())
		if !sound(c) {
			return found
		}
		found = append(found, advice.Of(advice.Skill{Skill: c.Skill(), Files: c.Folder()})...)
		if twin, ok := alike[c.Name]; ok {
			found = append(found, twin)
		}
		skill.Sort(found)
		return advice.Once(found)
	}
}

// sound reports whether a skill is one to give advice on, as a check does.
func sound(c *loader.Candidate) bool {
	return c.State != loader.Malformed && c.State != loader.Shadowed
}
