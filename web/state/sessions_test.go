package state_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"lily/core"
	"lily/core/event"
	"lily/core/model"
	"lily/core/tool"
	"lily/web/port"
	"lily/web/state/statetest"
)

// slow is a model that answers when it is let.
type slow struct{ let chan string }

func (slow) Name() string { return "slow" }

func (m slow) Reply(ctx context.Context, _ model.Request, on func(model.Delta)) (model.Reply, error) {
	select {
	case text := <-m.let:
		on(model.Delta{Text: text})
		return model.Reply{Text: text, Finish: "stop"}, nil
	case <-ctx.Done():
		return model.Reply{}, ctx.Err()
	}
}

// posted is a page whose goroutine is the test: it runs what comes until done says so.
func posted(t *testing.T, s *statetest.Page) (until func(done func() bool)) {
	t.Helper()
	more := make(chan func(), 1000)
	s.Loop.Lanes.Post = func(f func()) { more <- f }
	return func(done func() bool) {
		for !done() {
			(<-more)()
		}
	}
}

// A session that is deleted in the middle of a turn is stopped first, and brings back
// what was recorded until then.
func TestDeletedWhileItWorks(t *testing.T) {
	s := statetest.Of(t, core.New(statetest.Small(t).Engine.World(), tool.Builtin(), core.Ports{Model: slow{make(chan string)}}))
	s.Sessions.New(true)
	until := posted(t, s)
	v := s.Sessions.Here()
	s.Talk.Send("Hello")
	s.Loop.Lanes.Aside = func(f func()) { go f() }
	s.Sessions.Delete("s2")
	until(func() bool { return !slices.Contains(s.Sessions.Open(), "s2") && !v.Busy })
	if slices.Contains(s.Engine.Sessions(), "s2") {
		t.Fatal("the session is there still")
	}
	s.Loop.Notice.Undo()
	until(func() bool { return s.Sessions.Session == "s2" })
	last := s.Sessions.Recorded()[len(s.Sessions.Recorded())-1]
	if b, ok := last.Body.(event.Error); !ok || b.Code != "cancelled" {
		t.Errorf("got the last event %s, want that the turn was stopped", last.Body.Type())
	}
}

// A deleted session is gone from the strip, and Undo brings it back as it was.
func TestDeletedSessions(t *testing.T) {
	s := statetest.Small(t)
	s.Say(t, "Hello")
	before := string(event.Lines(s.Sessions.Recorded()))
	s.Sessions.New(true)
	s.Sessions.Delete("s1")
	if slices.Contains(s.Sessions.Open(), "s1") || slices.Contains(s.Engine.Sessions(), "s1") {
		t.Fatalf("got %v open", s.Sessions.Open())
	}
	s.Loop.Notice.Undo()
	if s.Sessions.Session != "s1" || string(event.Lines(s.Sessions.Recorded())) != before {
		t.Errorf("got %s, want s1 back with its events", s.Sessions.Session)
	}
	for _, id := range s.Engine.Sessions() {
		s.Sessions.Delete(id)
	}
	if len(s.Sessions.Open()) != 1 || len(s.Engine.Sessions()) != 1 || s.Sessions.State().ID != s.Sessions.Session {
		t.Errorf("got %v open, want a new one", s.Sessions.Open())
	}
}

func TestForks(t *testing.T) {
	s := stepped(t)
	s.Sessions.StepTo(8)
	s.Sessions.ForkAt(8)
	if s.Sessions.Session != "s2" || s.Sessions.Here().At != 0 || len(s.Sessions.Recorded()) < 8 || s.Sessions.Mute() != "" {
		t.Errorf("got %s with %d events", s.Sessions.Session, len(s.Sessions.Recorded()))
	}
	s.Sessions.ForkAt(0)
	if s.Sessions.Session != "s2" || !s.Loop.Notice.Bad {
		t.Errorf("got %s and %+v, want it refused", s.Sessions.Session, s.Loop.Notice)
	}
	s.Sessions.Fork("s1")
	if s.Sessions.Session != "s3" {
		t.Errorf("got %s", s.Sessions.Session)
	}
}

// VF-5: the events of a session may be others than those that were shown: another tab has
// taken it over before all of them were kept.
func TestOtherEventsAreShown(t *testing.T) {
	s := statetest.Small(t)
	for _, line := range []string{"/skills", "/help", "/skills"} {
		s.Engine.Turn(t.Context(), s.Sessions.Session, line)
	}
	all := s.Sessions.Recorded()
	s.Sessions.Turns()
	s.Sessions.StepTo(len(all) - 1)
	s.Sessions.State()
	s.Sessions.Turns()
	s.Engine.Adopt(s.Sessions.Session, all[:4])
	if at := len(s.Sessions.Events()); at > 4 || s.Sessions.State().Snapshot.Version != 1 {
		t.Errorf("got %d events and version %d", at, s.Sessions.State().Snapshot.Version)
	}
	s.Sessions.Here().At = 0
	if got := s.Sessions.Turns(); len(got) != 1 {
		t.Errorf("got %d turns, want the one that is left", len(got))
	}
	was := s.Sessions.Turns()[0]
	s.Engine.Adopt(s.Sessions.Session, slices.Clone(all))
	if got := s.Sessions.Turns(); len(got) != 3 || got[0] != was {
		t.Errorf("got %d turns, want the first as it was and the two that are new", len(got))
	}
}

// written is a page's memory with a session that another tab writes.
type written struct{ port.Sessions }

func (written) Open(string) error { return errors.New("it was deleted, in another tab perhaps") }

// VF-5: a line that is not taken is said to be, and given back.
func TestARefusedLineIsGivenBack(t *testing.T) {
	s := statetest.Small(t, func(p *port.Ports) { p.Sessions = written{p.Sessions} })
	until := posted(t, s)
	v := s.Sessions.Here()
	s.Talk.Send("Hello")
	until(func() bool { return !v.Busy })
	if !s.Loop.Notice.Bad || !strings.Contains(s.Loop.Notice.Text, "it was deleted, in another tab perhaps") || s.Talk.Line != "Hello" {
		t.Errorf("got %+v and the line %q", s.Loop.Notice, s.Talk.Line)
	}
}
