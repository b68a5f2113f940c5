package session

import (
	"reflect"
	"slices"
	"testing"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/persona"
	"lily/core/policy"
	"lily/core/world"
)

// touches names the fields that each event may change, besides the place in the
// session (EV-1, CM-7).
var touches = []struct {
	body   event.Body
	fields []string
}{
	{event.SessionCreated{Agent: "x", Owner: false, Model: "m2", Window: 5, Kept: 1, Persona: persona.Persona{Agent: "x"}}, []string{"Agent", "Owner", "Model", "Window", "Persona", "Foreign"}},
	{event.SkillCatalogUpdated{Snapshot: &loader.Snapshot{Version: 7}, Input: loader.Input{World: world.World{Policy: policy.Policy{Asks: "always"}}}}, []string{"Snapshot", "Policy"}},
	{event.AgentSwitched{Agent: "x", Persona: persona.Persona{Agent: "x"}}, []string{"Agent", "Persona"}},
	{event.PersonaReloaded{Persona: persona.Persona{Agent: "x"}}, []string{"Persona"}},
	{event.Message{Message: model.Message{Role: model.User, Text: "x"}}, []string{"Conversation", "Trail"}},
	{event.ModelResponse{Text: "x"}, []string{"Conversation"}},
	{event.ModelResponse{Calls: []model.Call{{ID: "c"}}}, []string{"Conversation", "Open"}},
	{event.ModelResponse{Finish: model.Interrupted, Error: "cut"}, nil},
	{event.ModelSelected{Model: "m2", Window: 5}, []string{"Model", "Window"}},
	{event.SessionKept{}, []string{"Granted", "Foreign"}}, // Owner is true already
	{event.Branched{From: 3}, []string{"Conversation"}},
	{event.CallRefused{Call: "c", Message: "no"}, []string{"Conversation"}},
	{event.Proposal{Skill: "x", Applied: true}, nil},
	{event.Approval{Tool: "t", Granted: true, Consent: policy.Digest}, []string{"Granted"}},
	{event.Approval{Tool: "t", Granted: true, Consent: policy.Once}, nil},
	{event.Approval{Tool: "t", Consent: policy.Deny}, nil},
	{event.SkillSelected{Name: "x"}, nil},
	{event.SkillLoaded{Name: "x"}, nil},
	{event.SkillLoaded{Name: "x", Call: "c", Content: "body"}, []string{"Conversation"}},
	{event.SkillInvoked{Name: "x"}, nil},
	{event.SkillWarning{Name: "x"}, nil},
	{event.Command{Name: "x"}, []string{"Trail"}},
	{event.Answer{}, nil},
	{event.ModelRequest{Model: "x"}, []string{"Asked", "Open"}},
	{event.ToolCall{Tool: "x"}, []string{"Open"}},
	{event.Interrupted{Why: event.Closed}, nil},
	{event.ToolResult{Tool: "x"}, nil},
	{event.ToolResult{Tool: "x", Call: "c"}, []string{"Conversation"}},
	{event.SessionOpened{ID: "x"}, nil},
	{event.WorldFault{Part: "policy"}, nil},
	{event.Error{Code: "x"}, nil},
}

func start() []event.Event {
	bodies := []event.Body{
		event.SessionCreated{Agent: "lily", Owner: true, Model: "m", Persona: persona.Persona{Agent: "lily"}},
		event.SkillCatalogUpdated{Snapshot: &loader.Snapshot{Version: 1}, Input: loader.Input{World: world.World{Policy: policy.Default()}}},
		event.Message{Message: model.Message{Role: model.User, Text: "hello"}},
		event.ModelResponse{Text: "good day"},
	}
	var list []event.Event
	for i, b := range bodies {
		list = append(list, event.Event{Seq: i + 1, Session: "s1", Body: b})
	}
	return list
}

func TestApply(t *testing.T) {
	granted := event.Event{Seq: 5, Session: "s1", Body: event.Approval{Tool: "r", Consent: policy.Digest}}
	before := Fold(append(start(), granted))
	for _, tt := range touches {
		after := before.Apply(event.Event{Seq: before.Seq + 1, Session: "s1", Body: tt.body})
		want := append([]string{"Seq"}, tt.fields...)
		slices.Sort(want)
		if got := differ(before, after); !slices.Equal(got, want) {
			t.Errorf("%s: got the fields %q changed, want %q", tt.body.Type(), got, want)
		}
	}
	if again := Fold(append(start(), granted)); !reflect.DeepEqual(again, before) {
		t.Errorf("the state that events were applied to: got %+v, want %+v", before, again)
	}
}

func differ(a, b State) []string {
	list := []string{}
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			list = append(list, x.Type().Field(i).Name)
		}
	}
	slices.Sort(list)
	return list
}

// EV-1: two states that grow from one never see each other's.
func TestBranches(t *testing.T) {
	base := Fold(start())
	say := func(s State, text string) State {
		return s.Apply(event.Event{Seq: s.Seq + 1, Session: s.ID, Body: event.Message{Message: model.Message{Text: text}}})
	}
	a, b := say(base, "a"), say(base, "b")
	if got := a.Conversation[2].Text + b.Conversation[2].Text; got != "ab" || len(base.Conversation) != 2 {
		t.Errorf("got %q and %d messages, want ab and 2", got, len(base.Conversation))
	}
	grant := func(s State, name string) State {
		return s.Apply(event.Event{Seq: s.Seq + 1, Session: s.ID, Body: event.Approval{Tool: name, Granted: true, Consent: policy.Digest}})
	}
	c := grant(base, "first")
	d, e := grant(c, "d"), grant(c, "e")
	if d.Granted[1].Tool != "d" || e.Granted[1].Tool != "e" {
		t.Errorf("got %v and %v", d.Granted, e.Granted)
	}
}

// A long session is folded at the cost of its events: its marks share the conversation, and do not have one each.
func TestMarksShareTheConversation(t *testing.T) {
	var events []event.Event
	for i := range 1000 {
		events = append(events, event.Event{Seq: i + 1, Body: event.Message{Message: model.Message{Role: model.User, Text: "x"}}})
	}
	arrays := map[*model.Message]bool{}
	for _, m := range Fold(events).Trail[1:] {
		arrays[&m.Conversation[0]] = true
	}
	if len(arrays) > 30 {
		t.Errorf("got %d lists of messages after %d turns, want as many as doubling one takes", len(arrays), len(events))
	}
}

// EV-1: what was read of a state stays as it was when the session goes on, and what is made of it is apart.
func TestTakeLeavesWhatWasRead(t *testing.T) {
	says := func(seq int, text string) event.Event {
		return event.Event{Seq: seq, Body: event.Message{Message: model.Message{Role: model.User, Text: text}}}
	}
	var s State
	for i := range 10 { // at some of which there is room in the list
		was := s
		other := was.Apply(says(i+1, "elsewhere"))
		s.Take(says(i+1, "here"))
		again := was.Apply(says(i+1, "again"))
		for want, got := range map[string]State{"elsewhere": other, "here": s, "again": again} {
			if n := len(got.Conversation); n != i+1 || got.Conversation[i].Text != want || len(got.Trail) != i+1 || len(got.Trail[i].Conversation) != i {
				t.Errorf("after %d turns got %d messages, the last %q, want it %q", i, n, got.Conversation[n-1].Text, want)
			}
		}
	}
}
