package core

import (
	"lily/core/command"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/terms"
)

// mayGive decides whether the session may give a command, by whatever name it calls
// what it calls (PO-4).
func (t *turn) mayGive(line command.Line) policy.Decision {
	s := t.state()
	if s.Owner || len(s.Policy.OwnerOnly.Commands) == 0 {
		return s.Policy.OwnerCommand([]string{line.Name}, s.Owner)
	}
	return s.Policy.OwnerCommand(called(s.Snapshot, line), s.Owner)
}

// called are all names of what a line calls, the line's own first: an alias, and /skill
// with a name, are the same command.
func called(snap *loader.Snapshot, line command.Line) []string {
	names := []string{line.Name}
	if _, builtin := command.Find(line.Name); builtin && line.Name != "skill" {
		return names
	}
	name, _ := command.Word(line.Args)
	if line.Name == "skill" && name != "" {
		names = append(names, name)
	}
	for _, c := range snap.Candidates {
		byName := line.Name == "skill" && c.Name == name
		if c.State != loader.Shadowed && (byName || line.Name != "skill" && c.Brief().Command == line.Name) {
			names = append(names, terms.Names(c)...)
		}
	}
	return names
}

func ownerOnly(d policy.Decision) error {
	return &command.Error{Code: command.OwnerOnly, Message: d.Message, Rule: d.Rule}
}
