package core

import (
	"fmt"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/core/scope"
	"lily/core/skill"
	"lily/core/tool"
)

// PolicyWarnings lists the entries of a policy that name no tool, no command and no
// skill, with their places in the text (PO-4).
func PolicyWarnings(file string, text []byte, snap *loader.Snapshot, registered tool.Registry) []skill.Finding {
	return policy.Unknown(file, text, func() policy.Names { return NamesOf(snap, registered) })
}

// NamesOf is all that a policy can name where a snapshot was taken, what is excluded
// too: a rule for a skill that cannot be used holds when it can.
func NamesOf(snap *loader.Snapshot, registered tool.Registry) policy.Names {
	n := policy.Names{Tools: append(registered.Names(), prompt.SelectSkill), Commands: Reserved()}
	for _, c := range snap.Candidates {
		if c.State == loader.Shadowed {
			continue
		}
		n.Skills = append(n.Skills, c.Name)
		if alias := c.Brief().Command; alias != "" {
			n.Aliases = append(n.Aliases, alias)
		}
		for _, o := range scope.Owned(c) {
			n.Own, n.Short = append(n.Own, o.Full), append(n.Short, o.Name)
		}
	}
	return n
}

// maxWarned is how many warnings an answer lists.
const maxWarned = 20

// warned says what a person must know of the policy that a snapshot pins: rules that
// hold nothing (PO-4), and that nobody is asked (PO-9).
func warned(p policy.Policy, snap *loader.Snapshot, registered tool.Registry) (a answer.Answer) {
	list := PolicyWarnings("", p.YAML(), snap, registered)
	block := answer.Block{Kind: answer.List, Title: "Warnings of the policy"}
	for _, f := range list[:min(len(list), maxWarned)] {
		block.Rows = append(block.Rows, []string{f.Message})
	}
	if more := len(list) - len(block.Rows); more > 0 {
		block.Rows = append(block.Rows, []string{fmt.Sprintf("%d more are not listed here.", more)})
	}
	if len(block.Rows) > 0 {
		a = append(a, block)
	}
	if p.FullAuto() {
		a = append(a, answer.Say(policy.FullAutoSaid)...)
	}
	return a
}
