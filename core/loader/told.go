package loader

import (
	"slices"
	"strings"

	"lily/core/skill"
)

// AllFindings is all that there is to say of a candidate to its author, as findings: those of
// its file, then each reason that they do not give already. A reason that holds
// wherever the skill lies is an error. What another environment would not say is a
// note, and so is another skill that wins.
func (c *Candidate) AllFindings() []skill.Finding {
	said := map[string]bool{}
	for _, f := range c.Findings {
		said[f.Code] = said[f.Code] || f.Severity == skill.Error
	}
	list := slices.Clip(c.Findings)
	for _, r := range c.Reasons {
		if !said[r.Code] {
			f := warning(r.Code, r.Clause, "%s", r.Message)
			if f.Line, f.Severity = c.line(r), skill.Error; Elsewhere(r.Clause) || r.Code == "shadowed" {
				f.Severity = skill.Info
			}
			list = append(list, f)
		}
	}
	return list
}

// Elsewhere reports whether a clause is one of the environment, under which a skill may
// count in another profile (EN-2) or be enabled by another policy (PO-1).
func Elsewhere(clause string) bool { return strings.HasPrefix(clause, "EN-") || clause == "PO-1" }

// line is where the file says what a reason is about, if it does.
func (c *Candidate) line(r skill.Reason) int {
	if c.State == Shadowed {
		return 1 // it is not parsed
	}
	keys := []string{"eligibility", "modes"}
	switch {
	case r.Code == "command_reserved":
		keys = []string{"command"}
	case r.Clause == "SK-4":
		keys = []string{"command_tool"}
	case r.Clause == "PO-2":
		keys = []string{"requires_tools"}
	}
	for _, f := range c.Skill().Fields {
		if slices.Contains(keys, f.Key) {
			return f.Line
		}
	}
	return 1
}
