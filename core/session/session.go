// Package session folds events into a session's state (EV-1).
//
// A state changes in no other way than by [State.Take], and [State.Apply] is pure: the
// same events give the same state. What a state refers to is never written again,
// so two sessions can never see each other's.
package session

import (
	"slices"
	"strings"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/persona"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/program"
	"lily/core/tool"
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
	Asked        event.Asked      // what the next request need not name again
	Foreign      int              // session_kept that are to come yet: with one, the session is someone else's
}

// Mark is the conversation as it stood before a turn that the event Seq began.
type Mark struct {
	Seq          int
	Conversation []model.Message
}

// Grant is one approval: a tool, for a skill's digest, and of a command that someone wrote out
// for just its words (PO-6).
type Grant struct {
	Tool   string
	Digest tree.Digest
	Files  tree.Digest // that it runs and that are not of the skill's folder; zero for none
	words  string
	origin string // whom programs of it may ask over the network; then it is for no call
}

// NewGrant returns what an approval grants; argv is empty where it is for whatever words the tool has.
func NewGrant(tool string, digest tree.Digest, argv []string) Grant {
	return Grant{Tool: tool, Digest: digest, words: strings.Join(argv, "\x00")} // no word holds a NUL
}

// Reaching returns what an approval of whom programs may ask grants.
func Reaching(origin string, digest tree.Digest) Grant { return Grant{Digest: digest, origin: origin} }

// Covers reports whether another grant is for the same call, whatever files that would run.
func (g Grant) Covers(h Grant) bool {
	h.Files = g.Files
	return g == h
}

// Fold returns the state that events lead to.
func Fold(events []event.Event) State { return State{}.Apply(events...) }

// Apply returns the state after more events.
func (s State) Apply(events ...event.Event) State {
	s.Granted, s.Conversation, s.Trail = slices.Clip(s.Granted), slices.Clip(s.Conversation), slices.Clip(s.Trail)
	s.Asked = s.Asked.Own()
	for _, e := range events {
		s.Take(e)
	}
	return s
}

// Take makes the state the one after one more event. Each kind touches only the fields that the contract says it may
// (CM-7). It is for who follows one session and never goes back: the lists grow in place, where with [State.Apply]
// each event copies them. What was read of the state before stays as it was.
func (s *State) Take(e event.Event) {
	open := s.Open
	s.ID, s.Seq, s.Open = e.Session, e.Seq, open.Apply(e.Body)
	s.Asked.Take(e.Seq, e.Body)
	switch b := e.Body.(type) {
	case event.SessionCreated:
		s.Agent, s.Owner, s.Model, s.Window, s.Persona = b.Agent, b.Owner, b.Model, b.Window, b.Persona
		s.Foreign = b.Kept
	case event.SessionKept:
		s.Owner, s.Granted, s.Foreign = true, nil, s.Foreign-1
	case event.SkillCatalogUpdated:
		s.Snapshot, s.Policy, s.Profile = b.Snapshot, b.Input.Policy, b.Input.Profile
	case event.Approval:
		if b.Consent == policy.Digest {
			g := NewGrant(b.Tool, b.Digest, b.Argv)
			if g.Files = b.Files; b.Origin != "" {
				g = Reaching(b.Origin, b.Digest)
			}
			s.Granted = append(s.Granted, g)
		}
	case event.AgentSwitched:
		s.Agent, s.Persona = b.Agent, b.Persona
	case event.PersonaReloaded:
		s.Persona = b.Persona
	case event.ModelSelected:
		s.Model, s.Window = b.Model, b.Window
	case event.Interrupted:
		for _, body := range open.Ends(b.Why) {
			s.Conversation = append(s.Conversation, says(body)...)
		}
	case event.Branched:
		if i := slices.IndexFunc(s.Trail, func(m Mark) bool { return m.Seq == b.From }); i >= 0 {
			s.Conversation = s.Trail[i].Conversation
		}
	case event.Command:
		s.Trail = append(s.Trail, Mark{e.Seq, slices.Clip(s.Conversation)})
	default:
		if m, ok := b.(event.Message); ok && m.Role == model.User { // a turn that no command begins
			s.Trail = append(s.Trail, Mark{e.Seq, slices.Clip(s.Conversation)})
		}
		s.Conversation = append(s.Conversation, says(e.Body)...)
	}
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
		m := model.Message{Role: model.Tool, Call: b.Call, Text: b.Result.Text()}
		switch {
		case b.Call == "":
			return nil
		case b.Program: // the envelope, whose duration is sent and counts for nothing (TS-6, EV-3)
			m.Text, m.Sent = b.Result.Timeless(), b.Result.JSON()
		}
		return []model.Message{m}
	case event.CallRefused:
		return []model.Message{{Role: model.Tool, Call: b.Call, Text: b.Message}}
	}
	return nil
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

// Open is what is under way in a turn. The zero Open is nothing.
type Open struct {
	request *event.ModelRequest
	running *event.ToolCall
	calls   []model.Call // of the last reply, that have no answer yet
}

// Apply returns what is under way after one more event.
func (o Open) Apply(body event.Body) Open {
	switch b := body.(type) {
	case event.Command, event.Branched, event.Answer, event.Error, event.Interrupted:
		return Open{}
	case event.ModelRequest:
		o.request = &b
	case event.ModelResponse:
		o.request, o.calls = nil, b.Calls
	case event.ToolCall:
		o.running = &b
	case event.ToolResult:
		return o.answered(b.Call)
	case event.CallRefused:
		return o.answered(b.Call)
	case event.SkillLoaded:
		return o.answered(b.Call)
	}
	return o
}

// answered takes a call of the model out of those that are open.
func (o Open) answered(call string) Open {
	o.running = nil
	if i := slices.IndexFunc(o.calls, func(c model.Call) bool { return c.ID == call }); i >= 0 {
		o.calls = slices.Delete(slices.Clone(o.calls), i, i+1)
	}
	return o
}

// Ends is how all of it ends with an interruption, told by the events that it would have ended
// with by itself: each call gets its answer, so that a model takes the conversation afterwards.
func (o Open) Ends(why event.Why) (list []event.Body) {
	if o.request != nil {
		failed := strings.TrimSuffix(why.String(), ".")
		list = append(list, event.ModelResponse{Model: o.request.Model, Finish: model.Interrupted, Error: failed})
	}
	if c := o.running; c != nil {
		list = append(list, event.ToolResult{
			Call: c.Call, Tool: c.Tool, Program: c.Argv != nil, Code: command.Cancelled,
			Result: tool.Envelope{ExitCode: program.ExitCancelled, Error: why.Call()}, Changes: []tree.Change{},
		})
		o = o.answered(c.Call)
	}
	err := command.Errorf(command.Cancelled, "%s", why)
	for _, c := range o.calls {
		list = append(list, event.CallRefused{Call: c.ID, Tool: c.Name, Args: c.Args, Code: err.Code, Message: err.Error()})
	}
	return append(list, event.Error{Code: err.Code, Message: err.Error()})
}
