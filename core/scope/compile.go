package scope

import (
	"cmp"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/prompt"
	"lily/core/session"
	"lily/core/tool"
)

// Compile makes the request to a model from the session's state and the scope of
// what it answers. A textual model takes no tools and is told of them in words. The
// event has all but the digest of a request that was sent.
func Compile(s session.State, sc Scope, tools tool.Registry, textual func(model string) bool) event.ModelRequest {
	catalog := Catalog(s, sc)
	own, dropped := offerOwn(s, sc)
	offered := []tool.Tool{}
	for _, t := range tools.All() {
		if _, err := Permit(s, sc, t.Name); err == nil {
			offered = append(offered, t)
		}
	}
	name := cmp.Or(sc.Model, s.Model)
	r := prompt.Compile(prompt.State{
		Model: name, Persona: s.Persona, Catalog: catalog, Tools: offered, Own: own, Textual: textual(name),
		Select: sc.Skill == nil && selectsNone(s) == nil, Conversation: sc.Messages(s.Conversation),
	})
	return event.ModelRequest{Model: name, Digest: r.Digest(), Parts: r.Sizes(), Request: r, Catalog: event.Budget{
		Tokens: catalog.Tokens, Limit: catalog.Limit,
		Shortened: catalog.Named(prompt.Shortened), Dropped: append(catalog.Named(prompt.Dropped), dropped...),
	}}
}

// Catalog is what a model is told of the skills that it may select, within the budget
// of the policy, or of the model that is asked (CV-2).
func Catalog(s session.State, sc Scope) prompt.Catalog { return prompt.List(s.Snapshot, Budget(s, sc)) }

// Budget is how many tokens that catalog may take.
func Budget(s session.State, sc Scope) int {
	window := s.Window
	if sc.Model != "" {
		window = sc.Window
	}
	tokens, _ := prompt.Budget(s.Policy, window)
	return tokens
}

// offerOwn lists the skills' own tools that the request may use (TS-8): those of
// its one skill, or while it has none, of every skill that it could still select
// (CV-4). What the budget leaves out is named.
func offerOwn(s session.State, sc Scope) (list []tool.Tool, dropped []string) {
	skills := s.Snapshot.Skills
	if sc.Skill != nil {
		skills = []*loader.Candidate{sc.Skill}
	} else if selectsNone(s) != nil {
		skills = nil
	}
	for _, k := range skills {
		for _, o := range Callable(k) {
			if _, err := PermitOwn(s, sc, o); err == nil {
				list = append(list, tool.Tool{Name: o.Full, Summary: o.Description, Params: o.Params})
			}
		}
	}
	return prompt.Offer(list)
}
