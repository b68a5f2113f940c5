package core

import (
	"context"

	"lily/core/call"
	"lily/core/event"
	"lily/core/ground"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/network"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/tree"
	"lily/core/world"
)

// Ports are what the engine needs from outside. Only Model is required. Each is an
// interface with a suite that every implementation passes: those of models and programs
// beside their packages, the others in core/coretest.
type Ports struct {
	Model    model.Model    // that a session begins with
	Models   model.Finder   // finds another one; nil knows none
	Runner   program.Runner // runs the programs of skills (TS-7); nil cannot, and says so
	Person   Person         // nil is nobody
	Source   Source         // nil is a world that only [Engine.Edit] changes
	Keeper   Keeper         // nil keeps nothing
	Sessions Sessions       // nil keeps nothing
	Work     Work           // nil does it at a stretch
	Network  network.Port   // sends what programs ask; nil cannot, and says so
	Project  ground.Project // the person's project below /workspace; nil is none beyond the world's files
}

// Person is who uses the engine.
type Person interface {
	// Approve asks whether a tool may run (PO-6), and returns soon after the context is
	// done. [policy.Nobody] is that nobody is there to ask, which denies.
	Approve(ctx context.Context, q call.Question) policy.Consent
	// Stream is told what arrives of a model's reply, as it arrives (CV-7).
	Stream(session string, d model.Delta)
}

// Source is where a world lives that others change, as on a disk.
type Source interface {
	// Refresh reads the world again, before whatever reads it anew: a reload, a switch of
	// agent, a new session, a tool. What it cannot read is a fault of the world that it
	// returns, and an error is one of all its files (CM-10).
	Refresh(w world.World) (world.World, error)
}

// Keeper keeps the world, and takes its snapshots.
type Keeper interface {
	// Save keeps an edit before it takes effect (VF-4): it is told what the world was and
	// what it is to be, and returns the world as it is kept then, which holds what others
	// have changed meanwhile too. With an error the edit is refused, and the world is what
	// it returns all the same.
	Save(was, next world.World) (world.World, error)
	// Take takes a snapshot, and comes to what [loader.Load] comes to.
	Take(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error)
}

// Sessions names the sessions and watches over them.
type Sessions interface {
	// Name gives the id of the next session; empty lets the engine count s1, s2, s3 …
	Name() string
	// Writer says why a session cannot be written here (VF-5); nil where it can.
	Writer(session string) error
	// Watch is told of every event as it happens, in order.
	Watch(e event.Event)
	// Now gives the milliseconds since 1970 that an event is stamped with; 0 for none.
	Now() int64
}

// Work is how a tool that takes long lets others go on.
type Work interface {
	// Paced does work, and returns when it is over. Its tick lets others go on, and says to stop once the context is done.
	Paced(ctx context.Context, work func(tree.Tick))
}

// Memory keeps nothing beyond the engine, and has nobody to ask: it is the [Person], the
// [Keeper], the [Sessions] and the [Work] of an engine without others. Who has only some of their
// methods embeds it.
type Memory struct{}

// Approve implements [Person].
func (Memory) Approve(context.Context, call.Question) policy.Consent { return policy.Nobody }

// Stream implements [Person].
func (Memory) Stream(string, model.Delta) {}

// Save implements [Keeper].
func (Memory) Save(_, next world.World) (world.World, error) { return next, nil }

// Take implements [Keeper].
func (Memory) Take(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
	return loader.Load(in, prev)
}

// Paced implements [Work].
func (Memory) Paced(ctx context.Context, work func(tree.Tick)) {
	work(func(int, int) bool { return ctx.Err() == nil })
}

// Name implements [Sessions].
func (Memory) Name() string { return "" }

// Writer implements [Sessions].
func (Memory) Writer(string) error { return nil }

// Watch implements [Sessions].
func (Memory) Watch(event.Event) {}

// Now implements [Sessions].
func (Memory) Now() int64 { return 0 }
