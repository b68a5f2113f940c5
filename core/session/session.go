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
)

// State is all that a session knows.
type State struct {
	ID           string           // session_id
	Agent        string           // active_agent
	Owner        bool             // holds the owner's token (PO-4)
	Model        string           // model_config: the model's name
	Persona      persona.Persona  // as it was last read (PE-2)
	Snapshot     *loader.Snapshot // skill_snapshot
	Conversation []model.Message  // conversation_state
	Seq          int              // of the last event
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
		s.Snapshot = b.Snapshot
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
