package scope

import (
	"strconv"

	"lily/core/command"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/core/session"
	"lily/core/skill"
)

// Own is a tool that a skill brings along (TS-1).
type Own struct {
	skill.Tool
	Skill *loader.Candidate
	Full  string // its name for models, rules and events (TS-8)
}

// Owned lists the tools that a skill brings along.
func Owned(c *loader.Candidate) (list []Own) {
	if c.Brief().Format == skill.Tools {
		for _, t := range c.Skill().Tools {
			list = append(list, Own{t, c, skill.FullName(c.Name, t.Name)})
		}
	}
	return list
}

// Callable lists those that a model may call: none where the author says that only a person does.
func Callable(c *loader.Candidate) []Own {
	if c.Brief().PersonOnly {
		return nil
	}
	return Owned(c)
}

// Permit decides whether a request may use a tool: by the policy, within its skill where it has
// one, and whether the session may (PO-3, PO-4, PO-7). The rule is the one that allowed it.
func Permit(s session.State, sc Scope, name string) (rule string, err error) {
	d := s.Policy.Tool(name)
	if sc.Skill != nil {
		d = s.Policy.Within(sc.Skill.Skill(), name)
	}
	return ruled(d, s.Policy.OwnerTool([]string{name}, s.Owner))
}

// PermitOwn decides the same of a tool that a skill brings along. It is used like the skill,
// which a model's first call of it selects (CV-3).
func PermitOwn(s session.State, sc Scope, o Own) (rule string, err error) {
	switch {
	case sc.Skill == nil:
		err = selectsNone(s)
	case sc.Skill != o.Skill:
		err = second(sc)
	}
	if err != nil {
		return "", err
	}
	owner := s.Policy.OwnerCommand(append(Names(o.Skill), o.Full), s.Owner)
	if owner.Allowed {
		owner = s.Policy.OwnerTool([]string{o.Full, o.Name}, s.Owner)
	}
	return ruled(s.Policy.Own(o.Skill.Skill(), o.Full, o.Name), owner)
}

func ruled(d, owner policy.Decision) (rule string, err error) {
	if !d.Allowed {
		return "", &command.Error{Code: command.ToolDenied, Message: d.Message, Rule: d.Rule}
	}
	return d.Rule, ownerOnly(owner)
}

// ownerOnly is the error of what only the owner may do, nil for what was allowed (PO-4).
func ownerOnly(d policy.Decision) error {
	if d.Allowed {
		return nil
	}
	return &command.Error{Code: command.OwnerOnly, Message: d.Message, Rule: d.Rule}
}

// Select says why a model cannot make a skill the request's one, nil where it can (CV-4, CV-6).
func Select(s session.State, sc Scope, name string) error {
	if sc.Skill != nil {
		return second(sc)
	}
	e, _ := Catalog(s, sc).Find(name)
	switch err := selectsNone(s); {
	case e.Listing == prompt.Dropped:
		return refused("catalog", "The catalog is over its budget and leaves the skill "+strconv.Quote(name)+
			" out, so that only a person can call it.")
	case e.Listing != prompt.Listed && e.Listing != prompt.Shortened:
		return refused("catalog", "The catalog has no skill "+strconv.Quote(name)+" to select.")
	case err != nil:
		return err
	}
	return ownerOnly(s.Policy.OwnerCommand(Names(s.Snapshot.Find(name)), s.Owner))
}

func refused(rule, message string) error {
	return &command.Error{Code: command.SkillRefused, Rule: rule, Message: message}
}

func second(sc Scope) error {
	return refused("one skill a request", "This request has its one skill, "+sc.Skill.Name+"; no other is used.")
}

// selectsNone says why no model may select a skill for the session, nil where one may: not where
// the policy denies it, or where to select one, or to use any, is the owner's alone (PO-4).
func selectsNone(s session.State) error {
	d := s.Policy.OwnerTool([]string{prompt.SelectSkill}, s.Owner)
	if d.Allowed || d.Rule == "owner_only.tools: *" {
		d = s.Policy.OwnerCommand([]string{"skill"}, s.Owner)
	}
	denied := "deny: " + prompt.SelectSkill
	if d.Allowed && s.Policy.Tool(prompt.SelectSkill).Rule == denied {
		return &command.Error{Code: command.ToolDenied, Rule: denied, Message: "The policy lets no model select a skill."}
	}
	return ownerOnly(d)
}

// Command says why the session may not give a command, which may be built in, by whatever
// name it calls what it calls, nil where it may (PO-4): an alias, and /skill with a name, are
// the same command.
func Command(s session.State, line command.Line, builtin bool) error {
	names, byName := []string{line.Name}, line.Name == "skill"
	if !s.Owner && len(s.Policy.OwnerOnly.Commands) > 0 && (!builtin || byName) {
		called, _ := command.Word(line.Args)
		if byName && called != "" {
			names = append(names, called)
		}
		for _, c := range s.Snapshot.Candidates {
			meant := byName && c.Name == called
			if c.State != loader.Shadowed && (meant || !byName && c.Brief().Command == line.Name) {
				names = append(names, Names(c)...)
			}
		}
	}
	return ownerOnly(s.Policy.OwnerCommand(names, s.Owner))
}

// Names are all by which a person can call a skill: its own, its alias, and /skill, which calls them all.
func Names(c *loader.Candidate) []string {
	names := []string{c.Name}
	if alias := c.Brief().Command; alias != "" {
		names = append(names, alias)
	}
	return append(names, "skill")
}
