package state_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"lily/core"
	"lily/core/event"
	"lily/core/model"
	"lily/core/session"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/port"
	"lily/web/state/statetest"
	"lily/web/turns"
)

// stepped is a session with a few turns and edits between them.
func stepped(t *testing.T) *statetest.Page {
	t.Helper()
	s := statetest.Small(t)
	s.Say(t, "/skills")
	s.Put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\n---\nDo.\n")
	s.Say(t, "/reload_skills")
	s.Say(t, "Hello")
	s.Edits.Disable(true, "plain")
	s.Say(t, "/agent otto")
	return s
}

// EV-4: at every event the page shows the fold of the events before it, and no more.
func TestStepping(t *testing.T) {
	s := stepped(t)
	all := s.Sessions.Recorded()
	for _, seq := range []int{1, 2, 5, len(all), 4, 3, len(all) - 1} {
		s.Sessions.StepTo(seq)
		if got := len(s.Sessions.Events()); got != seq {
			t.Errorf("event %d: got %d events", seq, got)
		}
		want := session.Fold(all[:seq])
		if got := s.Sessions.State(); got.Agent != want.Agent || got.Seq != seq || !reflect.DeepEqual(got.Conversation, want.Conversation) {
			t.Errorf("event %d: got %+v", seq, got)
		}
		var whole turns.Talk
		whole.Take(all[:seq])
		if got := s.Sessions.Turns(); !reflect.DeepEqual(got, whole.List) {
			t.Errorf("event %d: got %d turns that are not those of %d", seq, len(got), len(whole.List))
		}
		if got := s.Sessions.World().Tree.Digest(); got != all[seq-1].World.Tree.Digest() {
			t.Errorf("event %d: the world is another one", seq)
		}
	}
	s.Sessions.Now()
	if len(s.Sessions.Events()) != len(all) || s.Sessions.State().Agent != "otto" {
		t.Error("now is not now")
	}
}

// Nothing can be changed from the past, and why is said.
func TestThePastIsReadOnly(t *testing.T) {
	s := stepped(t)
	s.Sessions.StepTo(3)
	before, n := s.Engine.World().Tree.Digest(), len(s.Sessions.Recorded())
	s.Put("workspace/x", "x")
	s.Talk.Send("/skills")
	s.Talk.Again(n, "x")
	s.Edits.Disable(true, "choosy")
	if s.Engine.World().Tree.Digest() != before || len(s.Sessions.Recorded()) != n || s.Sessions.Busy() || !strings.Contains(s.Loop.Notice.Text, "after event 3") {
		t.Errorf("got %+v, want all of it refused", s.Loop.Notice)
	}
	for range 3 {
		s.Sessions.Step(-1)
	}
	if s.Sessions.Here().At != 1 {
		t.Errorf("got event %d, want the first", s.Sessions.Here().At)
	}
	s.Sessions.StepTo(1 << 20)
	if s.Sessions.Here().At != n {
		t.Errorf("got event %d, want the last of %d", s.Sessions.Here().At, n)
	}
}

// Turns that are the same at two moments are the same values, which are not shown
// anew.
func TestSteppingKeepsTurns(t *testing.T) {
	s := statetest.Small(t)
	for i := range 20 {
		s.Say(t, fmt.Sprint("Line ", i))
	}
	s.Sessions.Turns()
	s.Sessions.StepTo(len(s.Sessions.Recorded()) - 1)
	was := s.Sessions.Turns()
	s.Sessions.StepTo(len(s.Sessions.Recorded()) - 20)
	now := s.Sessions.Turns()
	for i := range len(now) - 1 {
		if now[i] != was[i] {
			t.Fatalf("turn %d is another one", i)
		}
	}
	if len(now) >= len(was) {
		t.Errorf("got %d turns, want fewer than %d", len(now), len(was))
	}
}

// BenchmarkStep is one step in a session of as many events, and all that folds with it.
func BenchmarkStep(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { step(b, n) })
	}
}

func step(b *testing.B, n int) {
	var list []event.Event
	for i := range n / 4 {
		for j, body := range []event.Body{
			event.Message{Message: model.Message{Role: model.User, Text: "Line"}},
			event.ModelRequest{Model: "m"},
			event.ModelResponse{Model: "m", Finish: "stop", Text: "Yes."},
			event.SkillWarning{Name: "x"},
		} {
			list = append(list, event.Event{Seq: 4*i + j + 1, Session: "x", Body: body})
		}
	}
	s := statetest.Of(b, core.New(world.World{}, tool.Builtin(), core.Ports{Model: model.Offline{}}))
	s.Sessions.OpenRecording(port.Bundle{Events: list})
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		s.Sessions.StepTo(1 + i*777%n)
		s.Sessions.State()
		s.Sessions.Turns()
	}
}
