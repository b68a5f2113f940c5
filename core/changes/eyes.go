package changes

import (
	"slices"
	"strings"

	"lily/core/agents"
	"lily/core/loader"
	"lily/core/review"
	"lily/core/tree"
)

// Look is what agents make of all skills of a root of a snapshot together, with what one costs another.
func Look(s *loader.Snapshot, root string, list []*agents.Agent, terms agents.Terms) agents.Table {
	var t tree.Tree
	for _, c := range s.Candidates {
		at, ok := strings.CutPrefix(c.Path, root+"/")
		if next, err := t.Graft(at, c.Folder()); ok && err == nil {
			t = next
		}
	}
	return agents.Evaluate(agents.AsDropped(t), list, terms)
}

// eyes are the agents to whom a skill is something else now.
func eyes(a, b Side, s review.Skill) []Eye {
	list := []Eye{}
	was, is := a.cells(s.Was), b.cells(s.Is)
	for i, agent := range b.Eyes.Agents {
		e := Eye{Name: agent.Name, Title: agent.Title}
		if i < len(was) {
			e.Was, e.Gone = was[i].State, why(was[i])
		}
		if i < len(is) {
			e.Is, e.Why = is[i].State, why(is[i])
		}
		if e.Was != e.Is || e.Why != e.Gone {
			list = append(list, e)
		}
	}
	return list
}

// cells are what each agent makes of a skill; nil where it is not there.
func (d Side) cells(c *loader.Candidate) []*agents.Cell {
	if c == nil || !below(c, d.Root) {
		return nil
	}
	at := d.path(c) + "/" + loader.File
	i, ok := slices.BinarySearchFunc(d.Eyes.Rows, at, func(r agents.Row, at string) int { return strings.Compare(r.Path, at) })
	if !ok {
		return nil
	}
	return d.Eyes.Rows[i].Cells
}

func why(c *agents.Cell) string {
	if c.State == agents.Loaded || len(c.Reasons) == 0 {
		return ""
	}
	return c.Reasons[0].Text
}

// others are skills that are the same in both, and not to some agent: a neighbour shadows one, or takes its room.
func others(a, b Side, seen map[string]bool) (list []Skill) {
	for _, c := range b.Skills.Candidates {
		if c.State == loader.Shadowed || !below(c, b.Root) || seen[c.Name] {
			continue
		}
		s := review.Skill{Name: c.Name, Was: a.Skills.Find(c.Name), Is: c}
		if s.Was != nil && len(eyes(a, b, s)) > 0 {
			list = append(list, One(a, b, s))
		}
	}
	return list
}
