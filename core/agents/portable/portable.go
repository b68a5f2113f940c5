// Package portable says what of a skill other agents do not take, as findings.
//
// It promises one finding for each agent that would not have the skill whole, at the line that its first reason names.
// It looks at the skill alone: what its neighbours cost it is told by the table of [agents.Evaluate].
//
//	portable.Findings("haiku", folder, all.List)
package portable

import (
	"fmt"
	"slices"

	"lily/core/agents"
	"lily/core/answer"
	"lily/core/skill"
	"lily/core/tree"
)

// Code is that of the findings: not_portable.
const Code = "not_portable"

// window is one in which no single skill is cut for its neighbours.
const window = 1_000_000

// verbs are what an agent does that keeps a skill from being whole there.
var verbs = map[agents.State]string{
	agents.Refused: "refuses the skill", agents.Cut: "cuts the description", agents.Repaired: "reads the skill only after mending it",
	agents.Ignored: "does not find the skill",
}

// Findings are what agents do not take of the skill in a folder.
func Findings(name string, folder tree.Tree, list []*agents.Agent) (found []skill.Finding) {
	t, err := tree.Tree{}.Graft(name, folder)
	if err != nil {
		return nil
	}
	table := agents.Evaluate(agents.AsDropped(t), list, agents.Terms{Window: window})
	for _, row := range table.Rows {
		if row.Path != name+"/SKILL.md" {
			continue
		}
		for i, c := range row.Cells {
			if verbs[c.State] != "" && len(c.Reasons) > 0 {
				found = append(found, finding(list[i], c))
			}
		}
	}
	return found
}

func finding(a *agents.Agent, c *agents.Cell) skill.Finding {
	why := c.Reasons[0]
	return skill.Finding{
		Code: Code, Severity: skill.Info, File: "SKILL.md", Line: max(1, why.Line), Column: 1, Clause: "SK-5",
		Message: fmt.Sprintf("%s %s: %s", a.Title, verbs[c.State], answer.Short(why.Text)),
	}
}

// Concerns reports whether a finding matters to who writes for some agents: a key or a form that all of them know does
// not.
func Concerns(f skill.Finding, list []*agents.Agent) bool {
	return !slices.ContainsFunc(list, func(a *agents.Agent) bool { return f.KnownTo(a.Title) }) ||
		slices.ContainsFunc(list, func(a *agents.Agent) bool { return !f.KnownTo(a.Title) })
}
