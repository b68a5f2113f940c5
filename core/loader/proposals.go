package loader

import (
	"errors"
	"fmt"
	"slices"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/skill"
)

// Unfit says of each default that a skill proposes for a tool's argument why it cannot
// be one, a sentence each (PO-8): params are the registered tools' by name; nil knows
// those of the skill alone.
func Unfit(s *skill.Skill, params map[string][]skill.Param) (faults []string) {
	for _, d := range s.Defaults {
		if why := unfit(s, params, d); why != "" {
			faults = append(faults, fmt.Sprintf("tool_defaults.%s.%s: %s", answer.Short(d.Tool), answer.Short(d.Arg), why))
		}
	}
	return faults
}

func unfit(s *skill.Skill, params map[string][]skill.Param, d skill.Default) string {
	takers, found := [][]skill.Param{}, params == nil
	if list, ok := params[d.Tool]; ok {
		takers, found = append(takers, list), true
	}
	for _, t := range s.Tools {
		if d.Tool == t.Name || d.Tool == skill.FullName(s.Name, t.Name) {
			takers, found = append(takers, t.Params), true
		}
	}
	if !found {
		return "There is no such tool."
	}
	for _, list := range takers {
		if why := refuses(list, d); why != "" {
			return why
		}
	}
	return ""
}

func refuses(params []skill.Param, d skill.Default) string {
	i := slices.IndexFunc(params, func(p skill.Param) bool { return p.Name == d.Arg })
	if i < 0 {
		return "The tool has no such argument."
	}
	var failed *command.Error
	if errors.As(command.Fits(params[i], d.For(params[i])), &failed) {
		return failed.Message
	}
	return ""
}

// proposals adds the findings of a skill's defaults that no tool takes, in their places.
func (j *judge) proposals(c *Candidate, s *skill.Skill) {
	for _, p := range s.Proposals {
		if p.Key != "tool_defaults" || p.Fault != "" {
			continue
		}
		unfit := Unfit(s, j.in.Params)
		for _, fault := range unfit {
			f := warning("bad_proposal", "PO-8", "%s", fault)
			f.Line, f.Column = p.Line, p.Column
			c.Findings = append(c.Findings, f)
		}
		if len(unfit) > 0 {
			skill.Sort(c.Findings)
		}
	}
}
