// Package terms is what one request may use, from the person's message to the last
// reply, and the context that a model gets of it (CV-1, CV-4, PO-8).
//
// It follows from the events alone: [Terms.Apply] folds them, as a session's state
// is folded, and [Compile] is a pure function of both. So a context that was sent
// can be made again from a session's events, to the byte.
package terms

import (
	"slices"
	"strings"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/prompt"
	"lily/core/session"
	"lily/core/skill"
)

// Terms are what one request may use. The zero Terms are those of a request that
// has no skill yet.
type Terms struct {
	Skill    *loader.Candidate // the request's one skill (CV-4); nil while there is none
	Model    string            // that the skill proposed and that holds; empty for the session's
	Window   int               // the tokens of that model's context; 0 where that is not known
	Alone    bool              // earlier messages stay out of the context
	Defaults []skill.Default   // of tools' arguments
	Start    int               // where its messages begin in the conversation
}

// Apply returns the terms after one more event; before is the session's state
// without it.
func (t Terms) Apply(before session.State, body event.Body) Terms {
	switch b := body.(type) {
	case event.Command, event.Branched:
		return Terms{}
	case event.Message:
		if b.Skill == "" {
			t = Terms{} // of a request without a command
		}
		t.Start = len(before.Conversation)
	case event.SkillSelected:
		t.Skill = before.Snapshot.Find(b.Name)
	case event.Proposal:
		if b.Applied {
			return t.hold(before.Model, b)
		}
	}
	return t
}

// hold puts a proposal of the request's skill in force.
func (t Terms) hold(model string, p event.Proposal) Terms {
	switch p.Kind {
	case "context":
		t.Alone = p.Value == "message"
	case "tool_defaults":
		if t.Skill != nil {
			t.Defaults = t.Skill.Skill().Defaults
		}
	case "model":
		t.Model, _ = Sibling(model, p.Value)
		t.Window = p.Window
	}
	return t
}

// Sibling names a model of the upstream that the session uses: a skill never
// chooses where a conversation goes. It reports whether the proposal is one.
func Sibling(session, proposed string) (string, bool) {
	upstream, _, ok := strings.Cut(session, "/")
	if !ok {
		return "", false
	}
	proposed = strings.TrimPrefix(proposed, upstream+"/")
	return upstream + "/" + proposed, proposed != "" && !strings.Contains(proposed, "://")
}

// Scope is the conversation that goes into the context.
func (t Terms) Scope(all []model.Message) []model.Message {
	if t.Alone && t.Start < len(all) {
		return all[t.Start:]
	}
	return all
}

// Textual reports whether a recorded request told its model of the tools in words,
// since it takes none (TS-8).
func Textual(r event.ModelRequest) bool {
	return slices.ContainsFunc(r.Parts, func(s model.Size) bool { return s.Part == prompt.Functions })
}
