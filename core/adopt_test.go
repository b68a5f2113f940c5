package core_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"lily/core"
	"lily/core/event"
	"lily/core/tool"
	"lily/core/tree"
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

// VF-4, VF-5: an edit takes effect as it was kept, with what others changed; one
// that cannot be kept has not happened, and what others changed is there.
func TestSave(t *testing.T) {
	var e *core.Engine
	theirs := func(w core.World) core.World {
		w.Tree, _ = w.Tree.Put("workspace/theirs", []byte("x"))
		return w
	}
	full := errors.New("full")
	fail := error(nil)
	e, _ = engine(t, core.Ports{Save: func(was, next core.World) (core.World, error) {
		if fail != nil {
			return theirs(was), fail
		}
		return theirs(next), nil
	}})
	has := func(path string) bool { _, ok := e.World().Tree.File(path); return ok }
	put(t, e, "workspace/mine", "1")
	if !has("workspace/mine") || !has("workspace/theirs") {
		t.Errorf("got %v, want both", tree.Diff(tree.Tree{}, e.World().Tree))
	}
	fail = full
	before := e.World().Tree
	err := e.Edit(func(w core.World) (core.World, error) {
		w.Tree, _ = w.Tree.Put("workspace/mine", []byte("2"))
		return w, nil
	})
	if !errors.Is(err, full) || e.World().Tree.Digest() != before.Digest() {
		t.Errorf("got %v and %v, want the edit refused", err, tree.Diff(before, e.World().Tree))
	}
	if err := e.Follow(func() (core.World, error) { return theirs(core.World{}), full }); !errors.Is(err, full) || !has("workspace/mine") {
		t.Errorf("got %v, want the world as it was", err)
	}
	if err := e.Follow(func() (core.World, error) { return theirs(core.World{}), nil }); err != nil || has("workspace/mine") {
		t.Errorf("got %v, want the other world", err)
	}
}

// VF-5: a session that another program writes is refused here, with why, and
// nothing is recorded.
func TestReadOnly(t *testing.T) {
	var elsewhere error
	e, id := engine(t, core.Ports{Writer: func(string) error { return elsewhere }, Name: func() string { return "s7" }})
	elsewhere = errors.New("another tab writes it")
	r := e.Turn(context.Background(), id, "/skills")
	if _, events := e.State(id); id != "s7" || r.Code() != "read_only" || len(events) != 2 {
		t.Errorf("got %s and %d events in %s", r.Output(), len(events), id)
	}
	if err := e.Choose(id, "offline"); err == nil {
		t.Error("got no error, want a choice refused, too")
	}
}
