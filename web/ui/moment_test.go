package ui

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/event"
	"lily/core/session"
	"lily/core/tool"
	"lily/core/world"
)

// stepped is a session with a few turns and edits between them.
func stepped(t *testing.T) *Store {
	t.Helper()
	s := smallPage(t)
	say(t, s, "/skills")
	s.put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\n---\nDo.\n")
	say(t, s, "/reload_skills")
	say(t, s, "Hello")
	s.disable("plain", true)
	say(t, s, "/agent otto")
	return s
}

// EV-4: at every event the page shows the fold of the events before it, and no more.
func TestStepping(t *testing.T) {
	s := stepped(t)
	all := s.recorded()
	for _, seq := range []int{1, 2, 5, len(all), 4, 3, len(all) - 1} {
		s.stepTo(seq)
		if got := len(s.events()); got != seq {
			t.Errorf("event %d: got %d events", seq, got)
		}
		want := session.Fold(all[:seq])
		if got := s.state(); got.Agent != want.Agent || got.Seq != seq || !reflect.DeepEqual(got.Conversation, want.Conversation) {
			t.Errorf("event %d: got %+v", seq, got)
		}
		if got, want := told(s.turns()), told(turns(all[:seq])); got != want {
			t.Errorf("event %d: got\n%s\nwant\n%s", seq, got, want)
		}
		if got := s.world().Tree.Digest(); got != all[seq-1].World.Tree.Digest() {
			t.Errorf("event %d: the world is another one", seq)
		}
	}
	s.now()
	if len(s.events()) != len(all) || s.state().Agent != "otto" {
		t.Error("now is not now")
	}
}

// EV-4: every pane shows the moment.
func TestPanesShowTheMoment(t *testing.T) {
	s := stepped(t)
	mine := "workspace/skills/mine/SKILL.md"
	s.File = mine
	s.stepTo(2)
	has(t, seen(&snapshotPane{Store: s}), "Snapshot v1", "as it was then")
	has(t, seen(&contextPane{Store: s}), "Nothing was sent")
	has(t, seen(&filesPane{Store: s}), "There is no such file now.")
	has(t, seen(&policyPane{Store: s}), "No skill is disabled.", " readonly")
	has(t, seen(&personaPane{Store: s}), "agent lily")
	has(t, seen(&profilePane{Store: s}), " readonly")
	has(t, seen(&eventsPane{Store: s}), "shown-event", "skill_catalog_updated", "agent_switched")
	has(t, seen(&bar{Store: s}), "Event 2 of ", "skill_catalog_updated", "Back to now", "Fork here", "Verify", `type="range"`)
	has(t, seen(&composer{Store: s, Session: s.Session}), "The page shows the session after event 2", "disabled")
	has(t, seen(&Page{Store: s}), "v1, ")
	s.stepTo(len(s.recorded()))
	has(t, seen(&filesPane{Store: s}), "Delete")
	has(t, seen(&personaPane{Store: s}), "agent otto")
}

// Nothing can be changed from the past, and why is said.
func TestThePastIsReadOnly(t *testing.T) {
	s := stepped(t)
	s.stepTo(3)
	before, n := s.Engine.World().Tree.Digest(), len(s.recorded())
	s.put("workspace/x", "x")
	s.send("/skills")
	s.again(n, "x")
	s.disable("choosy", true)
	if s.Engine.World().Tree.Digest() != before || len(s.recorded()) != n || s.busy() || !strings.Contains(s.Notice.Text, "after event 3") {
		t.Errorf("got %+v, want all of it refused", s.Notice)
	}
	for range 3 {
		s.step(-1)
	}
	if s.here().at != 1 {
		t.Errorf("got event %d, want the first", s.here().at)
	}
	s.stepTo(1 << 20)
	if s.here().at != n {
		t.Errorf("got event %d, want the last of %d", s.here().at, n)
	}
}

// Turns that are the same at two moments are the same values, which are not shown
// anew.
func TestSteppingKeepsTurns(t *testing.T) {
	s := smallPage(t)
	for i := range 20 {
		say(t, s, fmt.Sprint("Line ", i))
	}
	s.turns()
	s.stepTo(len(s.recorded()) - 1)
	was := s.turns()
	s.stepTo(len(s.recorded()) - 20)
	now := s.turns()
	for i := range len(now) - 1 {
		if now[i] != was[i] {
			t.Fatalf("turn %d is another one", i)
		}
	}
	if len(now) >= len(was) {
		t.Errorf("got %d turns, want fewer than %d", len(now), len(was))
	}
}

// Events that do not begin as a session does, or have no world, break nothing.
func TestSteppingThroughNonsense(t *testing.T) {
	s := smallPage(t)
	s.openBundle(Bundle{Title: "odd", Events: []event.Event{{Seq: 1, Session: "x", Body: event.Answer{}}, {Seq: 2, Session: "x", Body: event.Branched{From: 9}}}})
	e := app.NewTestEngine()
	for _, tab := range tabs {
		s.Tab = tab.ID
		for _, seq := range []int{1, 2} {
			s.stepTo(seq)
			if err := e.Load(&Page{Store: s}); err != nil {
				t.Fatal(err)
			}
			e.ConsumeAll()
		}
	}
}

// The rows of events around a moment hold it, and as many as are shown at most.
func TestAround(t *testing.T) {
	for _, n := range []int{1, 7, eventRows, eventRows + 1, 1999} {
		for i := range n {
			first, last := around(i, n)
			if first < 0 || last > n || i < first || i >= last || last-first != min(n, eventRows) {
				t.Fatalf("row %d of %d: got %d to %d", i, n, first, last)
			}
		}
	}
}

// BenchmarkStep is one step in a session of 2,000 events, and all that folds with it.
func BenchmarkStep(b *testing.B) {
	var list []event.Event
	for i := range 500 {
		for j, body := range []event.Body{said1("Line"), event.ModelRequest{Model: "m"}, replied("stop", "Yes."), event.SkillWarning{Name: "x"}} {
			list = append(list, event.Event{Seq: 4*i + j + 1, Session: "x", Body: body})
		}
	}
	s := &Store{Session: "x", views: map[string]*view{"x": {id: "x", bundle: &Bundle{Events: list}}}, Engine: core.New(world.World{}, tool.Builtin(), core.Ports{})}
	s.post = func(f func()) { f() }
	i := 0
	for b.Loop() {
		i++
		s.stepTo(1 + i*777%2000)
		s.state()
		s.turns()
	}
}
