package changes

import (
	"maps"
	"slices"
	"strings"

	"lily/core/agents"
	"lily/core/agents/glance"
	"lily/core/loader"
	"lily/core/review"
	"lily/core/tree"
)

// Look is what agents make of all skills of a root of a snapshot together, with what one costs another.
func Look(s *loader.Snapshot, root string, list []*agents.Agent, terms agents.Terms) agents.Table {
	t, err := Graft(tree.Tree{}, glance.Is, s, root).At(glance.Is)
	if err != nil {
		t = tree.Tree{}
	}
	return agents.Evaluate(agents.AsDropped(t), list, terms)
}

// Graft puts the skills of a root of a snapshot into a folder of a tree.
func Graft(t tree.Tree, at string, s *loader.Snapshot, root string) tree.Tree {
	dirs := map[string]map[string]*tree.Tree{}
	for _, c := range s.Candidates {
		below, ok := strings.CutPrefix(c.Path, root+"/")
		if !ok {
			continue
		}
		dir, name := at, below
		if cut := strings.LastIndexByte(below, '/'); cut >= 0 {
			dir, name = at+"/"+below[:cut], below[cut+1:]
		}
		if dirs[dir] == nil {
			dirs[dir] = map[string]*tree.Tree{}
		}
		folder := c.Folder()
		dirs[dir][name] = &folder
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) { // what lies in a skill after it
		if next, err := t.GraftAll(dir, dirs[dir]); err == nil {
			t = next
		}
	}
	return t
}

// eyes are the agents to whom a skill is something else now.
func eyes(a, b Side, s review.Skill) []glance.Eye {
	return glance.Eyes(a.Eyes, b.Eyes, glance.Pair{Was: Seen(s.Was, a.Root), Is: Seen(s.Is, b.Root)})
}

// Seen is the path of a skill's file as agents see its root; empty where it is not there, or in another root.
func Seen(c *loader.Candidate, root string) string {
	if c == nil || !below(c, root) {
		return ""
	}
	return strings.TrimPrefix(c.Path, root+"/") + "/" + loader.File
}

// others are skills that are the same in both, and not to some agent: a neighbour shadows one, or takes its room.
func others(a, b Side, seen map[string]bool) (list []Skill) {
	for _, s := range Same(a.Skills, b.Skills, b.Root, seen) {
		if len(eyes(a, b, s)) > 0 {
			list = append(list, One(a, b, s))
		}
	}
	return list
}

// Same are the skills of a root that are on both sides, but for those that are known to differ.
func Same(a, b *loader.Snapshot, root string, differ map[string]bool) (list []review.Skill) {
	for _, c := range b.Candidates {
		if c.State == loader.Shadowed || !below(c, root) || differ[c.Name] {
			continue
		}
		if was := a.Find(c.Name); was != nil {
			list = append(list, review.Skill{Name: c.Name, Was: was, Is: c})
		}
	}
	return list
}
