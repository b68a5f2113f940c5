// Package scope is what one request may use, from the person's message to the last
// reply, and the context that a model gets of it (CV-1, CV-4, PO-8).
//
// It follows from the events alone: [Scope.Apply] folds them, as a session's state
// is folded, and [Compile] is a pure function of both. So a context that was sent
// can be made again from a session's events, to the byte.
package scope

import (
	"cmp"
	"slices"
	"strings"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/prompt"
	"lily/core/session"
	"lily/core/skill"
	"lily/core/tool"
)

// Scope is what one request may use. The zero Scope is that of a request that has no skill yet.
type Scope struct {
	Skill    *loader.Candidate // the request's one skill (CV-4); nil while there is none
	Model    string            // that the skill proposed and that holds; empty for the session's
	Window   int               // the tokens of that model's context; 0 where that is not known
	Alone    bool              // earlier messages stay out of the context
	Defaults []skill.Default   // of tools' arguments
	Start    int               // where its messages begin in the conversation
	Listed   bool              // its model was told of skills that it may select
}

// Apply returns the scope after one more event; before is the session's state without it.
func (sc Scope) Apply(before session.State, body event.Body) Scope {
	switch b := body.(type) {
	case event.Command, event.Branched:
		return Scope{}
	case event.Message:
		if b.Skill == "" {
			sc = Scope{} // of a request without a command
		}
		sc.Start = len(before.Conversation)
	case event.ModelRequest:
		sc.Listed = b.Catalog.Tokens > 0
	case event.SkillSelected:
		sc.Skill = before.Snapshot.Find(b.Name)
	case event.Proposal:
		if b.Applied {
			return sc.hold(before.Model, b)
		}
	}
	return sc
}

// hold puts a proposal of the request's skill in force.
func (sc Scope) hold(model string, p event.Proposal) Scope {
	switch p.Kind {
	case "context":
		sc.Alone = p.Value == "message"
	case "tool_defaults":
		if sc.Skill != nil {
			sc.Defaults = sc.Skill.Skill().Defaults
		}
	case "model":
		sc.Model, _ = Sibling(model, p.Value)
		sc.Window = p.Window
	}
	return sc
}

// Sibling names a model of the upstream that the session uses, if the proposal is one: a skill
// never chooses where a conversation goes.
func Sibling(session, proposed string) (string, bool) {
	upstream, _, ok := strings.Cut(session, "/")
	if !ok {
		return "", false
	}
	proposed = strings.TrimPrefix(proposed, upstream+"/")
	return upstream + "/" + proposed, proposed != "" && !strings.Contains(proposed, "://")
}

// Messages is the conversation that goes into the context.
func (sc Scope) Messages(all []model.Message) []model.Message {
	if sc.Alone && sc.Start < len(all) {
		return all[sc.Start:]
	}
	return all
}

// Textual reports whether a recorded request told its model of the tools in words (TS-8).
func Textual(r event.ModelRequest) bool {
	return slices.ContainsFunc(r.Parts, func(s model.Size) bool { return s.Part == prompt.Functions })
}

// Past is what is known from the requests of a session before, so that the next one costs what is new. It follows from
// what it is given, and changes nothing but the time that this takes. The zero Past knows nothing.
type Past struct {
	sums  model.Sums
	shown prompt.Shown
}

// Compile makes the request to a model from the session's state and the scope of what it answers.
// A textual model takes no tools and is told of them in words. The past is that of the session, nil for none.
func Compile(s session.State, sc Scope, tools tool.Registry, textual func(model string) bool, past *Past) event.ModelRequest {
	if past == nil || sc.Alone { // which is short, and no part of what the others have in common
		past = new(Past)
	}
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
		Select: sc.Skill == nil && selectsNone(s) == nil, Conversation: sc.Messages(s.Conversation), Shown: &past.shown,
	})
	return s.Asked.Sizes(event.ModelRequest{Model: name, Digest: past.sums.Of(r), Request: r, Catalog: event.Budget{
		Tokens: catalog.Tokens, Limit: catalog.Limit,
		Shortened: catalog.Named(prompt.Shortened), Dropped: append(catalog.Named(prompt.Dropped), dropped...),
	}}, r)
}

// Catalog is what a model is told of the skills that it may select, within the budget (CV-2).
func Catalog(s session.State, sc Scope) prompt.Catalog { return prompt.List(s.Snapshot, Budget(s, sc)) }

// Budget is how many tokens that catalog may take, by the policy or the model that is asked.
func Budget(s session.State, sc Scope) int {
	window := s.Window
	if sc.Model != "" {
		window = sc.Window
	}
	tokens, _ := prompt.Budget(s.Policy, window)
	return tokens
}

// offerOwn lists the skills' own tools that the request may use (TS-8): those of its one skill, or
// of every skill that it could still select (CV-4). What the budget leaves out is named.
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
