// Package session folds events into a session's state (EV-1).
//
// A state changes in no other way than by [State.Apply], which is pure: the
// same events give the same state. A state is a value; what it refers to is
// immutable, so two sessions can never see each other's.
package session

import (
	"slices"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/persona"
	"lily/core/policy"
	"lily/core/tree"
)

// State is all that a session knows.
type State struct {
	ID           string           // session_id
	Agent        string           // active_agent
	Owner        bool             // holds the owner's token (PO-4)
	Model        string           // model_config: the model's name
	Persona      persona.Persona  // as it was last read (PE-2)
	Snapshot     *loader.Snapshot // skill_snapshot
	Policy       policy.Policy    // that the snapshot was judged under
	Granted      []Grant          // what the person has approved
	Conversation []model.Message  // conversation_state
	Seq          int              // of the last event
}

// Grant is one approval: a tool, for a skill's digest (PO-6).
type Grant struct {
	Tool   string
	Digest tree.Digest
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
	s.ID, s.Seq = e.Session, e.Seq
	switch b := e.Body.(type) {
	case event.SessionCreated:
		s.Agent, s.Owner, s.Model, s.Persona = b.Agent, b.Owner, b.Model, b.Persona
	case event.SkillCatalogUpdated:
		s.Snapshot, s.Policy = b.Snapshot, b.Rules
	case event.Approval:
		if b.Granted {
			s.Granted = append(slices.Clip(s.Granted), Grant{b.Tool, b.Digest})
		}
	case event.AgentSwitched:
		s.Agent, s.Persona = b.Agent, b.Persona
	case event.PersonaReloaded:
		s.Persona = b.Persona
	case event.Message:
		s.Conversation = append(slices.Clip(s.Conversation), b.Message)
	case event.ModelResponse:
		s.Conversation = append(slices.Clip(s.Conversation), model.Message{Role: model.Assistant, Text: b.Text})
	}
	return s
}
