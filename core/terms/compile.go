package terms

import (
	"lily/core/event"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/core/session"
	"lily/core/skill"
	"lily/core/tool"
)

// Compile makes the request to a model from the session's state and the terms of
// what it answers. A textual model takes no tools and is told of them in words. The
// event has all but the digest of a request that was sent.
func Compile(s session.State, t Terms, tools tool.Registry, textual func(model string) bool) event.ModelRequest {
	catalog := Catalog(s, t)
	own, dropped := offerOwn(s, t)
	name := t.Model
	if name == "" {
		name = s.Model
	}
	r := prompt.Compile(prompt.State{
		Model: name, Persona: s.Persona, Catalog: catalog, Tools: offer(s, t, tools), Own: own, Textual: textual(name),
		Select: Selects(s, t), Conversation: t.Scope(s.Conversation),
	})
	return event.ModelRequest{Model: name, Digest: r.Digest(), Parts: r.Sizes(), Request: r, Catalog: event.Budget{
		Tokens: catalog.Tokens, Limit: catalog.Limit,
		Shortened: catalog.Named(prompt.Shortened), Dropped: append(catalog.Named(prompt.Dropped), dropped...),
	}}
}

// Catalog is what a model is told of the skills that it may select, within the budget
// of the policy, or of the model that is asked (CV-2).
func Catalog(s session.State, t Terms) prompt.Catalog { return prompt.List(s.Snapshot, Budget(s, t)) }

// Budget is how many tokens that catalog may take.
func Budget(s session.State, t Terms) int {
	window := s.Window
	if t.Model != "" {
		window = t.Window
	}
	return prompt.Budget(s.Policy, window)
}

// Selects reports whether the model may still select a skill (CV-4, CV-6).
func Selects(s session.State, t Terms) bool {
	return t.Skill == nil && s.Policy.Tool(prompt.SelectSkill).Rule != "deny: "+prompt.SelectSkill && SelectsFor(s).Allowed
}

// SelectsFor decides whether a model may select skills for the session: not where to
// select one, or to use any, is the owner's alone (PO-4).
func SelectsFor(s session.State) policy.Decision {
	d := s.Policy.OwnerTool([]string{prompt.SelectSkill}, s.Owner)
	if !d.Allowed && d.Rule != "owner_only.tools: *" {
		return d
	}
	return s.Policy.OwnerCommand([]string{"skill"}, s.Owner)
}

// Permit decides whether a request may use a tool: the policy, within the
// request's skill where it has one; and whether the session may (PO-3, PO-4).
func Permit(s session.State, t Terms, name string) (tool, owner policy.Decision) {
	tool = s.Policy.Tool(name)
	if t.Skill != nil {
		tool = s.Policy.Within(t.Skill.Skill(), name)
	}
	return tool, s.Policy.OwnerTool([]string{name}, s.Owner)
}

// PermitOwn decides the same of a tool that a skill brings along, and which is used
// like the skill.
func PermitOwn(s session.State, o Own) (tool, owner policy.Decision) {
	tool = s.Policy.Own(o.Skill.Skill(), o.Full, o.Name)
	if owner = Uses(s, o.Skill, o.Full); owner.Allowed {
		owner = s.Policy.OwnerTool([]string{o.Full, o.Name}, s.Owner)
	}
	return tool, owner
}

// Uses decides whether the session may use a skill, whoever asks for it and by whatever
// name (PO-4); more are names of the tool that is used.
func Uses(s session.State, c *loader.Candidate, more ...string) policy.Decision {
	return s.Policy.OwnerCommand(append(Names(c), more...), s.Owner)
}

// Names are all by which a person can call a skill: its own, its alias, and /skill,
// which calls them all.
func Names(c *loader.Candidate) []string {
	names := []string{c.Name}
	if alias := c.Brief().Command; alias != "" {
		names = append(names, alias)
	}
	return append(names, "skill")
}

// offer lists the tools that the request may use.
func offer(s session.State, t Terms, tools tool.Registry) []tool.Tool {
	list := []tool.Tool{}
	for _, tl := range tools.All() {
		if d, owner := Permit(s, t, tl.Name); d.Allowed && owner.Allowed {
			list = append(list, tl)
		}
	}
	return list
}

// Own is a tool that a skill brings along (TS-1).
type Own struct {
	skill.Tool
	Skill *loader.Candidate
	Full  string // its name for models, rules and events (TS-8)
}

// Owned lists the tools that a skill brings along.
func Owned(c *loader.Candidate) []Own {
	if c.Brief().Format != skill.Tools {
		return nil
	}
	list := make([]Own, 0, len(c.Skill().Tools))
	for _, t := range c.Skill().Tools {
		list = append(list, Own{t, c, skill.FullName(c.Name, t.Name)})
	}
	return list
}

// Callable lists the tools of a skill that a model may call at all: none where
// the author says that only a person calls it.
func Callable(c *loader.Candidate) []Own {
	if c.Brief().PersonOnly {
		return nil
	}
	return Owned(c)
}

// offerOwn lists the skills' own tools that the request may use (TS-8): those of
// its one skill, or while it has none, of every skill that it could still select
// (CV-4). What the budget leaves out is named.
func offerOwn(s session.State, t Terms) (list []tool.Tool, dropped []string) {
	skills := s.Snapshot.Skills
	if t.Skill != nil {
		skills = []*loader.Candidate{t.Skill}
	} else if !Selects(s, t) {
		skills = nil
	}
	for _, k := range skills {
		for _, o := range Callable(k) {
			if d, owner := PermitOwn(s, o); d.Allowed && owner.Allowed {
				list = append(list, tool.Tool{Name: o.Full, Summary: o.Description, Params: o.Params})
			}
		}
	}
	return prompt.Offer(list)
}
