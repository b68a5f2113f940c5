// Package report gives the table of skills and agents to terminals and to programs.
//
// It promises that a line of text is one line for a terminal, and that both say the same as the page. It judges nothing.
//
//	report.Text(os.Stdout, in)
package report

import (
	"maps"

	"lily/core/agents"
)

// Seen is a table, with what its paths are to the person.
type Seen struct {
	agents.Table
	Window int
	Title  string                   // what was looked at, such as "skills, as each agent's usual folder of skills"
	Name   func(path string) string // a path of the installation as the person would name it
}

// Report is a table as it is given to programs.
type Report struct {
	Window int             `json:"window"`
	Agents []ReportedAgent `json:"agents"`
	Skills []ReportedSkill `json:"skills"`
}

// ReportedAgent is one agent, and what it makes of all skills together.
type ReportedAgent struct {
	Name    string               `json:"name"`
	Title   string               `json:"title"`
	Version string               `json:"version"`
	Known   agents.Known         `json:"known"`
	Counts  map[agents.State]int `json:"counts"`  // of every state
	Catalog int                  `json:"catalog"` // bytes of what its model is told
}

// ReportedSkill is one SKILL.md in the eyes of each agent.
type ReportedSkill struct {
	Path  string                  `json:"path"`
	Cells map[string]ReportedCell `json:"cells"` // by the agent's name
}

// ReportedCell is a cell whose reasons bring their rules along.
type ReportedCell struct {
	State   agents.State     `json:"state"`
	Name    string           `json:"name,omitempty"`
	Text    string           `json:"text,omitempty"`
	Shown   string           `json:"shown,omitempty"`
	By      string           `json:"by,omitempty"`
	Reasons []ReportedReason `json:"reasons,omitempty"`
}

// ReportedReason is a reason with the source of its rule.
type ReportedReason struct {
	agents.Reason
	Source string       `json:"source"`
	Known  agents.Known `json:"known"`
}

// JSON is the table for programs.
func (t Seen) JSON() Report {
	r := Report{Window: t.Window, Agents: []ReportedAgent{}, Skills: []ReportedSkill{}}
	for i, a := range t.Agents {
		counts := map[agents.State]int{}
		for _, s := range agents.States {
			counts[s] = 0
		}
		maps.Copy(counts, t.Count(i))
		r.Agents = append(r.Agents, ReportedAgent{a.Name, a.Title, a.Version, a.Known, counts, len(t.Table.Catalog(i))})
	}
	for _, row := range t.Rows {
		s := ReportedSkill{t.Name(row.Path), map[string]ReportedCell{}}
		for i, a := range t.Agents {
			s.Cells[a.Name] = reported(a, row.Cells[i], t.Name)
		}
		r.Skills = append(r.Skills, s)
	}
	return r
}

func reported(a *agents.Agent, c *agents.Cell, named func(string) string) ReportedCell {
	r := ReportedCell{State: c.State, Name: c.Name, Text: c.Text, Shown: c.Shown}
	if c.By != "" {
		r.By = named(c.By)
	}
	for _, why := range c.Reasons {
		rule := a.Rule(why.Rule)
		r.Reasons = append(r.Reasons, ReportedReason{why, rule.Source, rule.Known})
	}
	return r
}
