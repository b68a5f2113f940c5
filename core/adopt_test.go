package core_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"lily/core"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// EV-1: an engine that adopts a session's events goes on with it as the one that
// recorded them would, event for event.
func TestAdopt(t *testing.T) {
	first, id := engine(t, core.Ports{})
	first.Turn(context.Background(), id, "/tally one two")
	_, recorded := first.State(id)
	second := core.New(first.World(), tool.Builtin(), core.Ports{Model: fake(echo)})
	second.Adopt(id, recorded)
	for _, e := range []*core.Engine{first, second} {
		e.Turn(context.Background(), id, "Hello")
	}
	_, want := first.State(id)
	_, got := second.State(id)
	if string(event.Lines(got)) != string(event.Lines(want)) || !slices.Equal(second.Sessions(), []string{id}) {
		t.Errorf("got\n%s\nwant\n%s", event.Lines(got), event.Lines(want))
	}
	second.Forget(id)
	if r := second.Turn(context.Background(), id, "Hello"); r.Code() != "session_not_found" || len(second.Sessions()) != 0 {
		t.Errorf("got %s, want a session that was let go of gone", r.Output())
	}
}

// VF-5: a turn looks again once it has its session: what was adopted meanwhile is what
// it goes on with, and a session that was given away meanwhile is not written.
func TestTurnLooksAgain(t *testing.T) {
	first, id := engine(t, core.Ports{})
	first.Turn(context.Background(), id, "/tally one two")
	_, recorded := first.State(id)
	var meanwhile func() error
	second := core.New(first.World(), tool.Builtin(), core.Ports{Model: fake(echo), Sessions: coretest.Sessions{Writes: func(string) error { return meanwhile() }}})
	second.Adopt(id, recorded[:3])
	calls := 0
	meanwhile = func() error {
		if calls++; calls == 1 {
			defer second.Adopt(id, recorded)
		}
		return nil
	}
	second.Turn(context.Background(), id, "Hello")
	if _, got := second.State(id); len(got) <= len(recorded) || string(event.Lines(got[:len(recorded)])) != string(event.Lines(recorded)) {
		t.Errorf("got\n%s\nwant the turn after what was adopted", event.Lines(got))
	}
	calls = 0
	meanwhile = func() error {
		if calls++; calls == 1 {
			return nil
		}
		return errors.New("it was given away")
	}
	if r := second.Turn(context.Background(), id, "Hello"); r.Code() != "read_only" {
		t.Errorf("got %s, want it refused", r.Output())
	}
}

// VF-5: what replaces a session waits for the turn that is under way.
func TestAdoptWaits(t *testing.T) {
	began, let := make(chan struct{}), make(chan struct{})
	e, id := engine(t, core.Ports{Model: fake(func(context.Context, model.Request) (model.Reply, error) {
		close(began)
		<-let
		return model.Reply{Text: "Late.", Finish: model.Stop}, nil
	})})
	_, recorded := e.State(id)
	said, adopted := make(chan core.Result), make(chan int)
	go func() { said <- e.Turn(context.Background(), id, "Hello") }()
	<-began
	go func() {
		e.Rest(id)()
		_, events := e.State(id)
		e.Adopt(id, recorded)
		adopted <- len(events)
	}()
	for range 100 {
		runtime.Gosched()
	}
	close(let)
	r, n := <-said, <-adopted
	if _, events := e.State(id); r.Output() != "Late." || n != len(recorded)+3 || len(events) != len(recorded) {
		t.Errorf("got %q, %d events at rest and %d adopted", r.Output(), n, len(events))
	}
}

// VF-4, VF-5: an edit takes effect as it was kept, with what others changed; one
// that cannot be kept has not happened, and what others changed is there.
func TestSave(t *testing.T) {
	var e *core.Engine
	theirs := func(w world.World) world.World {
		w.Tree, _ = w.Tree.Put("workspace/theirs", []byte("x"))
		return w
	}
	full := errors.New("full")
	fail := error(nil)
	e, _ = engine(t, core.Ports{Keeper: coretest.Keeper{Saves: func(was, next world.World) (world.World, error) {
		if fail != nil {
			return theirs(was), fail
		}
		return theirs(next), nil
	}}})
	has := func(path string) bool { _, ok := e.World().Tree.File(path); return ok }
	put(t, e, "workspace/mine", "1")
	if !has("workspace/mine") || !has("workspace/theirs") {
		t.Errorf("got %v, want both", tree.Diff(tree.Tree{}, e.World().Tree))
	}
	fail = full
	before := e.World().Tree
	err := e.Edit(func(w world.World) (world.World, error) {
		w.Tree, _ = w.Tree.Put("workspace/mine", []byte("2"))
		return w, nil
	})
	if !errors.Is(err, full) || e.World().Tree.Digest() != before.Digest() {
		t.Errorf("got %v and %v, want the edit refused", err, tree.Diff(before, e.World().Tree))
	}
	if err := e.Follow(func() (world.World, error) { return theirs(world.World{}), full }); !errors.Is(err, full) || !has("workspace/mine") {
		t.Errorf("got %v, want the world as it was", err)
	}
	if err := e.Follow(func() (world.World, error) { return theirs(world.World{}), nil }); err != nil || has("workspace/mine") {
		t.Errorf("got %v, want the other world", err)
	}
}

// VF-5: a session that another program writes is refused here, with why, and
// nothing is recorded.
func TestReadOnly(t *testing.T) {
	var elsewhere error
	e, id := engine(t, core.Ports{Sessions: coretest.Sessions{Writes: func(string) error { return elsewhere }, Names: func() string { return "s7" }}})
	elsewhere = errors.New("another tab writes it")
	r := e.Turn(context.Background(), id, "/skills")
	if _, events := e.State(id); id != "s7" || r.Code() != "read_only" || len(events) != 2 {
		t.Errorf("got %s and %d events in %s", r.Output(), len(events), id)
	}
	if err := e.Choose(id, "offline"); err == nil {
		t.Error("got no error, want a choice refused, too")
	}
}
