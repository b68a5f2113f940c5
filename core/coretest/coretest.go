// Package coretest holds the conformance suites of the engine's own ports ([core.Ports]), and
// implementations of them that are functions, for tests.
//
// It promises that an implementation which passes keeps every promise of its port that can
// be seen through it. Only tests import it:
//
//	coretest.TestKeeper(t, core.Memory{}, w)
package coretest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// Person is a [core.Person] who answers by a function.
type Person func(context.Context, call.Question) policy.Consent

// Approve implements [core.Person].
func (p Person) Approve(ctx context.Context, q call.Question) policy.Consent { return p(ctx, q) }

// Stream implements [core.Person].
func (Person) Stream(string, model.Delta) {}

// Source is a [core.Source] that reads by a function.
type Source func(world.World) (world.World, error)

// Refresh implements [core.Source].
func (s Source) Refresh(w world.World) (world.World, error) { return s(w) }

// Keeper is [core.Memory] but for the functions that it has.
type Keeper struct {
	core.Memory
	Saves func(was, next world.World) (world.World, error)
	Takes func(loader.Input, *loader.Snapshot) (*loader.Snapshot, error)
}

// Save implements [core.Keeper].
func (k Keeper) Save(was, next world.World) (world.World, error) {
	if k.Saves == nil {
		return k.Memory.Save(was, next)
	}
	return k.Saves(was, next)
}

// Take implements [core.Keeper].
func (k Keeper) Take(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
	if k.Takes == nil {
		return k.Memory.Take(in, prev)
	}
	return k.Takes(in, prev)
}

// Sessions is [core.Memory] but for the functions that it has.
type Sessions struct {
	core.Memory
	Names   func() string
	Writes  func(session string) error
	Watches func(event.Event)
	Nows    func() int64
}

// Name implements [core.Sessions].
func (s Sessions) Name() string {
	if s.Names == nil {
		return s.Memory.Name()
	}
	return s.Names()
}

// Writer implements [core.Sessions].
func (s Sessions) Writer(id string) error {
	if s.Writes == nil {
		return s.Memory.Writer(id)
	}
	return s.Writes(id)
}

// Watch implements [core.Sessions].
func (s Sessions) Watch(e event.Event) {
	if s.Watches != nil {
		s.Watches(e)
	}
}

// Now implements [core.Sessions].
func (s Sessions) Now() int64 {
	if s.Nows == nil {
		return s.Memory.Now()
	}
	return s.Nows()
}

// TestPerson checks the promises of [core.Person]. open returns a person who will answer the
// next question so.
func TestPerson(t *testing.T, open func(t *testing.T, answer policy.Consent) core.Person) {
	t.Helper()
	q := call.Question{Session: "s1", Tool: "write"}
	for _, answer := range []policy.Consent{policy.Once, policy.Digest, policy.Deny} {
		p := open(t, answer)
		p.Stream("s1", model.Delta{Text: "some"})
		p.Stream("nowhere", model.Delta{Thinking: "some", Note: "Said."})
		if got := p.Approve(t.Context(), q); got != answer && got != policy.Nobody {
			t.Errorf("got %s, want %s", got, answer)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if got := open(t, "").Approve(ctx, q); got == policy.Once || got == policy.Digest {
		t.Errorf("after the end of the request: got %s", got)
	}
}

// TestSource checks the promises of [core.Source] on the world that it was read into before.
func TestSource(t *testing.T, s core.Source, w world.World) {
	t.Helper()
	once, err := s.Refresh(w)
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.Refresh(once)
	if err != nil || !again.Tree.Equal(once.Tree) || len(again.Roots) != len(once.Roots) {
		t.Errorf("got another world when it was read again: %v, %v", tree.Diff(once.Tree, again.Tree), err)
	}
	made := again
	if made.Tree, err = again.Tree.Put("workspace/skills/made/note.txt", []byte("made")); err != nil {
		t.Fatal(err)
	}
	if kept, err := s.Refresh(made); err != nil || !kept.Tree.Equal(made.Tree) {
		t.Errorf("got %v, %v, want what a tool wrote", tree.Diff(made.Tree, kept.Tree), err)
	}
}

// TestKeeper checks the promises of [core.Keeper] on the world that it keeps, which nobody else writes.
func TestKeeper(t *testing.T, k core.Keeper, w world.World) {
	t.Helper()
	save := func(was, next world.World) world.World {
		t.Helper()
		kept, err := k.Save(was, next)
		same := kept.Policy.Digest() == next.Policy.Digest() && kept.Profile.Digest() == next.Profile.Digest()
		if err != nil || !same || !kept.Tree.Equal(next.Tree) {
			t.Errorf("got %v, %v, want the edit", tree.Diff(next.Tree, kept.Tree), err)
		}
		return kept
	}
	next, err := w, error(nil)
	next.Profile = profile.Browser("linux", []string{"cat"})
	if next.Tree, err = w.Tree.Put("workspace/a.txt", []byte("one")); err != nil {
		t.Fatal(err)
	}
	kept := save(w, next)
	kept = save(kept, kept)
	gone := kept
	if gone.Tree, err = kept.Tree.Remove("workspace/a.txt"); err != nil {
		t.Fatal(err)
	}
	kept = save(kept, gone)
	takes(t, k, core.New(kept, tool.Builtin(), core.Ports{Model: model.Offline{}}).Input())
}

func takes(t *testing.T, k core.Keeper, in loader.Input) {
	t.Helper()
	var prev *loader.Snapshot
	for range 2 {
		want, err := loader.Load(in, prev)
		if err != nil {
			t.Fatal(err)
		}
		got, err := k.Take(in, prev)
		if err != nil || got.Digest != want.Digest || got.Version != want.Version {
			t.Fatalf("got %v, %v, want the loader's snapshot", got, err)
		}
		prev = got
	}
	in.Roots = append(slices.Clone(in.Roots), world.Root{Source: world.User, Path: "nowhere", Scan: world.Children})
	_, want := loader.Load(in, prev)
	if _, err := k.Take(in, prev); (err == nil) != (want == nil) {
		t.Errorf("got %v, want %v", err, want)
	}
}

// TestSessions checks the promises of [core.Sessions], by an engine whose sessions all happen at once.
func TestSessions(t *testing.T, s core.Sessions, w world.World) {
	t.Helper()
	e := core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}, Sessions: s})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			id, err := e.Open(true)
			if err != nil {
				t.Error(err)
			}
			for _, line := range []string{"/skills", "Hello."} {
				if r := e.Turn(t.Context(), id, line); r.Err != nil {
					t.Errorf("%s in %s: got %s", line, id, r.Output())
				}
			}
		})
	}
	all.Wait()
	if ids := e.Sessions(); len(ids) != 4 || strings.Contains(strings.Join(ids, "\n"), "\n\n") {
		t.Errorf("got the sessions %q", ids)
	}
	for _, id := range e.Sessions() {
		_, events := e.State(id)
		if !slices.IsSortedFunc(events, func(a, b event.Event) int { return int(a.At - b.At) }) {
			t.Errorf("%s: got times that go back", id)
		}
	}
}

// TestWork checks the promises of [core.Work]: work is over when it returns, others go on meanwhile, and what is stopped
// hears so by its tick.
func TestWork(t *testing.T, w core.Work) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := 0
	w.Paced(ctx, func(tick tree.Tick) {
		for done < 100_000 && tick(done, 100_000) {
			done++
		}
	})
	if done != 100_000 {
		t.Errorf("got %d done, want all", done)
	}
	w.Paced(ctx, func(tick tree.Tick) {
		stop()
		if tick(0, 1) {
			t.Error("it goes on though it is stopped")
		}
	})
}
