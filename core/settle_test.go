package core_test

import (
	"context"
	"fmt"
	"testing"

	"lily/core"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/model/modeltest"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/script"
	"lily/core/settle"
	"lily/core/tool"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/wasm/which"
)

// picky is a model that refuses a conversation in which a call has not just one
// answer, before anyone else speaks.
type picky struct{ name string }

func (p picky) Name() string { return p.name }

func (p picky) Reply(_ context.Context, r model.Request, _ func(model.Delta)) (model.Reply, error) {
	open := map[string]bool{}
	for i, m := range r.Messages {
		if m.Role == model.Tool && !open[m.Call] {
			return model.Reply{}, fmt.Errorf("message %d answers %q, which nobody asked", i, m.Call)
		}
		if m.Role != model.Tool && len(open) > 0 {
			return model.Reply{}, fmt.Errorf("message %d comes before the answers to %v", i, open)
		}
		delete(open, m.Call)
		for _, c := range m.Calls {
			open[c.ID] = true
		}
	}
	if len(open) > 0 {
		return model.Reply{}, fmt.Errorf("there are no answers to %v", open)
	}
	return model.Reply{Text: "Fine.", Finish: model.Stop}, nil
}

// goesOn checks that a session that was cut off can be used: the next turn is
// answered, and all of it comes again. It returns the events with that turn.
func goesOn(t *testing.T, cut []event.Event) []event.Event {
	t.Helper()
	if n := len(settle.After(cut, event.Closed)); n > 0 {
		t.Errorf("got %d events more to settle", n)
	}
	last := cut[len(cut)-1]
	w := world.World{Tree: last.World.Tree, Roots: last.World.Roots, Profile: last.World.Profile, Policy: last.World.Policy, Origins: last.World.Origins}
	e := core.New(w, tool.Builtin(), core.Ports{Model: picky{"picky"}, Models: modeltest.Finder(modeltest.Finder(func(name string) (model.Model, error) { return picky{name}, nil }))})
	e.Adopt(last.Session, cut)
	if r := e.Turn(context.Background(), last.Session, "Go on."); r.Output() != "Fine." {
		t.Errorf("got %s %s", r.Code(), r.Output())
	}
	_, events := e.State(last.Session)
	comesAgain(t, events)
	return events
}

// cutAnywhere cuts a session off after every event; with -short, after every third.
func cutAnywhere(t *testing.T, events []event.Event) {
	t.Helper()
	step := 1
	if testing.Short() {
		step = 3
	}
	for n := 1; n <= len(events) && !t.Failed(); n += step {
		cut := settle.Whole(events[:n])
		if half := len(events) / 2; n <= half && half < n+step {
			replays(t, cut)
		}
		if goesOn(t, cut); t.Failed() {
			t.Errorf("cut off after %d of %d events, %s; settled by %d", n, len(events), events[n-1].Body.Type(), len(cut)-n)
		}
	}
}

// EV-1, EV-4, CV-7: wherever a program is killed, what was recorded is a session
// that can be used, and that comes again.
func TestSettle(t *testing.T) {
	t.Run("rich", func(t *testing.T) { cutAnywhere(t, rich(t)) })
	t.Run("programs", func(t *testing.T) {
		k := running(t, kits(), core.Ports{Person: always(policy.Once)}, calls("kit__show", `{"file":"a.txt"}`, "nope", "{}"), calls("kit__say", `{"text":"b"}`, "kit__show", `{"file":"nowhere"}`), says("done"))
		for _, line := range []string{"Show me.", "/skill kit say x", "/skill ours y", "/skill ours say"} {
			k.line(t, line)
		}
		_, events := k.State(k.id)
		cutAnywhere(t, events)
	})
	t.Run("stopped", func(t *testing.T) {
		k := newTalk(t, nil, "", "once", calls("list", "{}", "list", "{}"), says("late"), says("then"))
		ctx, stop := context.WithCancel(context.Background())
		k.model.before = func(n int) {
			if n == 1 {
				stop()
			}
		}
		k.Turn(ctx, k.id, "List.")
		k.Again(context.Background(), k.id, 3, "List again.")
		_, events := k.State(k.id)
		cutAnywhere(t, events)
	})
	eachScript(t, func(t *testing.T, _ string, s *script.Script) {
		d, err := script.NewEngine(s, skills.Files(), persona.Files(), profile.Browser("linux", which.Programs()))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := script.Run(s, d); err != nil {
			t.Fatal(err)
		}
		_, events := d.State(d.Session)
		cutAnywhere(t, events)
	})
}

// A session that is killed in every turn is a session all the same.
func TestSettleOften(t *testing.T) {
	events := rich(t)
	events = events[:len(events)-1]
	for i := range 6 {
		events = goesOn(t, settle.Whole(events))
		events = events[:len(events)-1-i%3]
	}
	closed := 0
	for _, e := range events {
		if e.Body == (event.Interrupted{Why: event.Closed}) {
			closed++
		}
	}
	if closed != 5 { // the sixth was cut off with its message
		t.Errorf("got %d turns that were settled, want 5", closed)
	}
}

// Engine.Settle records what Settle says, once.
func TestEngineSettles(t *testing.T) {
	events := rich(t)
	for n := 2; n < len(events); n++ {
		var seen []event.Event
		e := core.New(world.World{}, tool.Builtin(), core.Ports{Model: picky{"up/m"}, Sessions: coretest.Sessions{Watches: func(ev event.Event) { seen = append(seen, ev) }}})
		e.Adopt(events[0].Session, events[:n])
		want := len(settle.After(events[:n], event.Closed))
		for range 2 {
			if err := e.Settle(events[0].Session); err != nil || len(seen) != want {
				t.Fatalf("got %d events, %v, want %d", len(seen), err, want)
			}
		}
	}
	e := core.New(world.World{}, tool.Builtin(), core.Ports{Model: picky{"m"}})
	if err := e.Settle("nowhere"); err == nil {
		t.Error("got no error for a session that is not there")
	}
}
