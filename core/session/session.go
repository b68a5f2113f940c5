// Package session folds events into a session's state (EV-1).
//
// A state changes in no other way than by [State.Apply], which is pure: the
// same events give the same state. A state is a value; what it refers to is
// immutable, so two sessions can never see each other's.
package session

import (
	"slices"
	"strings"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/persona"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
)

// State is all that a session knows.
type State struct {
	ID           string           // session_id
	Agent        string           // active_agent
	Owner        bool             // holds the owner's token (PO-4)
	Model        string           // model_config: the model's name
	Window       int              // and the tokens of its context, 0 where that is not known
	Persona      persona.Persona  // as it was last read (PE-2)
	Snapshot     *loader.Snapshot // skill_snapshot
	Policy       policy.Policy    // that the snapshot was judged under
	Profile      profile.Profile  // that it was judged against, and that programs get (EN-3, TS-4)
	Granted      []Grant          // what the person has approved
	Conversation []model.Message  // conversation_state
	Trail        []Mark           // where the conversation can be taken up again
	Seq          int              // of the last event
	Open         Open             // what is under way in the turn
}

// Mark is the conversation as it stood before a turn that the event Seq began.
type Mark struct {
	Seq          int
	Conversation []model.Message
}

// Grant is one approval: a tool, for a skill's digest, and of a command that
// someone wrote out for just its words (PO-6).
type Grant struct {
	Tool   string
	Digest tree.Digest
	words  string
}

// NewGrant returns what an approval grants; argv is empty where it is for whatever
// words the tool has.
func NewGrant(tool string, digest tree.Digest, argv []string) Grant {
	return Grant{tool, digest, strings.Join(argv, "\x00")} // no word holds a NUL
}

// Fold returns the state that events lead to.
func Fold(events []event.Event) State {
	var s State
	for _, e := range events {
		s = s.Apply(e)
	}
	return s
}

// Apply returns the state after one more event. Each kind touches only the
// fields that the contract says it may (CM-7).
func (s State) Apply(e event.Event) State {
	open := s.Open
	s.ID, s.Seq, s.Open = e.Session, e.Seq, open.Apply(e.Body)
	switch b := e.Body.(type) {
	case event.SessionCreated:
		s.Agent, s.Owner, s.Model, s.Window, s.Persona = b.Agent, b.Owner, b.Model, b.Window, b.Persona
	case event.SessionKept:
		s.Owner, s.Granted = true, nil
	case event.SkillCatalogUpdated:
		s.Snapshot, s.Policy, s.Profile = b.Snapshot, b.Input.Policy, b.Input.Profile
	case event.Approval:
		if b.Consent == policy.Digest {
			s.Granted = append(slices.Clip(s.Granted), NewGrant(b.Tool, b.Digest, b.Argv))
		}
	case event.AgentSwitched:
		s.Agent, s.Persona = b.Agent, b.Persona
	case event.PersonaReloaded:
		s.Persona = b.Persona
	case event.ModelSelected:
		s.Model, s.Window = b.Model, b.Window
	case event.Interrupted:
		for _, body := range open.Ends(b.Why) {
			s.Conversation = append(slices.Clip(s.Conversation), says(body)...)
		}
	case event.Branched:
		s.Conversation = s.at(b.From)
	case event.Command:
		s.Trail = append(slices.Clip(s.Trail), Mark{e.Seq, s.Conversation})
	default:
		s.Trail = s.mark(e)
		s.Conversation = append(slices.Clip(s.Conversation), says(e.Body)...)
	}
	return s
}

// mark notes where a turn begins that no command begins.
func (s State) mark(e event.Event) []Mark {
	if m, ok := e.Body.(event.Message); !ok || m.Role != model.User {
		return s.Trail
	}
	return append(slices.Clip(s.Trail), Mark{e.Seq, s.Conversation})
}

// at is the conversation before an event that began a turn.
func (s State) at(seq int) []model.Message {
	for _, m := range s.Trail {
		if m.Seq == seq {
			return m.Conversation
		}
	}
	return s.Conversation
}

// says is what an event adds to the conversation that a model gets.
func says(body event.Body) []model.Message {
	switch b := body.(type) {
	case event.Message:
		return []model.Message{b.Message}
	case event.ModelResponse:
		return reply(b)
	case event.SkillLoaded:
		if b.Call != "" {
			return []model.Message{{Role: model.Tool, Call: b.Call, Skill: b.Name, Context: b.Content}}
		}
	case event.ToolResult:
		if b.Call != "" {
			return []model.Message{result(b)}
		}
	case event.CallRefused:
		return []model.Message{{Role: model.Tool, Call: b.Call, Text: b.Message}}
	}
	return nil
}

// result is what a model gets of a tool: its text, and of a program the envelope,
// whose duration is sent and counts for nothing (TS-6, EV-3).
func result(b event.ToolResult) model.Message {
	if !b.Program {
		return model.Message{Role: model.Tool, Call: b.Call, Text: b.Result.Text()}
	}
	return model.Message{Role: model.Tool, Call: b.Call, Text: b.Result.Timeless(), Sent: b.Result.JSON()}
}

// reply is a model's own message: nothing where nothing arrived, and said to be
// cut off where it was (CV-7).
func reply(b event.ModelResponse) []model.Message {
	if b.Text == "" && len(b.Calls) == 0 {
		return nil
	}
	m := model.Message{Role: model.Assistant, Text: b.Text, Calls: b.Calls}
	if b.Finish == model.Interrupted {
		m.Text += "\n\n[This reply was interrupted.]"
	}
	return []model.Message{m}
}
