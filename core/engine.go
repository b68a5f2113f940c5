// Package core is Lily's engine: one turn, from a line to its events.
//
// It holds what a person can change, the [world.World] of files and rules, and the
// sessions that were opened on it. A session keeps the snapshot it took: the
// world may change under it and nothing in the session does, until a command
// says so (SN-1).
//
// core promises to be pure but for its ports: it reads no clock, no network,
// no disk and no randomness. The same world and the same lines give the same
// events, byte for byte, on every platform (CM-9, EV-5). An engine may be used
// from several goroutines; the turns of one session run one after the other.
package core

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"lily/core/call"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/persona"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/session"
	"lily/core/settle"
	"lily/core/tool"
	"lily/core/world"
)

// Ports are what the engine needs from outside. Only Model is required.
type Ports struct {
	// Model is the one that a session begins with.
	Model model.Model
	// Models finds another model by its name; nil knows none.
	Models func(name string) (model.Model, error)
	// Stream is told what arrives of a reply, as it arrives (CV-7).
	Stream func(session string, d model.Delta)
	// Approve asks the person (PO-6); nil is nobody to ask, which denies.
	Approve func(context.Context, call.Question) policy.Consent
	// Runner runs the programs of skills (TS-7); nil cannot, and says so.
	Runner program.Runner
	// Recall has the results of calls, which then do not run (EV-4); nil runs every tool.
	Recall call.Recall
	// Refresh reads the world again from wherever it lives, before whatever
	// reads it anew: a reload, a switch of agent, a new session, a tool. What it
	// cannot read is a fault of the world that it returns, and an error is one of
	// all its files (CM-10). Nil is a world that only Edit changes.
	Refresh func(world.World) (world.World, error)
	// Load takes a snapshot; nil is [loader.Load], to whose result any other must
	// come.
	Load func(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error)
	// Save keeps an edit before it takes effect (VF-4): it is told what the world
	// was and what it is to be, and returns the world as it is kept then, which
	// holds what others have changed meanwhile too. With an error the edit is
	// refused, and the world is what it returns all the same. Nil keeps nothing.
	Save func(was, next world.World) (world.World, error)
	// Name gives the id of the next session; nil counts s1, s2, s3 …
	Name func() string
	// Writer says why a session cannot be written here (VF-5); nil lets every
	// session be written.
	Writer func(session string) error
	// Now gives the milliseconds since 1970 that events are stamped with.
	Now func() int64
	// Watch is told of every event as it happens, in order.
	Watch func(event.Event)
}

// Engine runs sessions on one world.
type Engine struct {
	tools tool.Registry
	ports Ports

	edits sync.Mutex // held during an edit: the world has one writer

	mu       sync.Mutex
	world    world.World
	now      *loader.Input // what a load would see of the world
	sessions map[string]*log
	order    []string
}

// log is one session: its events and the state that they fold to.
type log struct {
	turn sync.Mutex // held during a turn: a session has one writer

	events []event.Event
	state  session.State
}

// New returns an engine without sessions.
func New(w world.World, tools tool.Registry, ports Ports) *Engine {
	e := &Engine{tools: tools, ports: ports, sessions: map[string]*log{}}
	if ports.Load == nil {
		e.ports.Load = loader.Load
	}
	e.set(w)
	return e
}

func (e *Engine) set(w world.World) {
	in := e.input(w)
	e.world, e.now = w, &in
}

// World returns the world as it is now.
func (e *Engine) World() world.World {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.world
}

// Edit replaces the world by what change makes of it. When change fails, or the
// world cannot be kept, the edit has not happened. No session sees the change
// before it reloads. It may wait for whatever keeps the world.
func (e *Engine) Edit(change func(world.World) (world.World, error)) error {
	e.edits.Lock()
	defer e.edits.Unlock()
	was := e.World()
	next, err := change(was)
	if err != nil {
		return err
	}
	if e.ports.Save != nil {
		next, err = e.ports.Save(was, next)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.set(next)
	return err
}

// Follow takes over the world that read returns, which someone else has changed
// and kept already (VF-5). With an error the world stays as it was.
func (e *Engine) Follow(read func() (world.World, error)) error {
	e.edits.Lock()
	defer e.edits.Unlock()
	next, err := read()
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.set(next)
	return nil
}

// Input returns what a load would see now.
func (e *Engine) Input() loader.Input { return e.input(e.World()) }

func (e *Engine) input(w world.World) loader.Input {
	return loader.Input{World: w, Tools: e.tools.Names(), Params: e.tools.Params(), Reserved: Reserved()}
}

// seen is what a load would see now, shared by all that see the same.
func (e *Engine) seen() *loader.Input {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.now
}

// Tools returns the registered tools.
func (e *Engine) Tools() tool.Registry { return e.tools }

// Sessions returns the ids of all sessions in the order they were opened.
func (e *Engine) Sessions() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string{}, e.order...)
}

// State returns what a session knows, and its events so far.
func (e *Engine) State(id string) (session.State, []event.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.sessions[id]; l != nil {
		return l.state, l.events[:len(l.events):len(l.events)]
	}
	return session.State{}, nil
}

// Open opens a session: it reads the persona and takes the first snapshot.
// owner says whether the session holds the owner's token (PO-4). An error
// opens nothing.
func (e *Engine) Open(owner bool) (id string, err error) {
	in := e.seen()
	if _, err := split(in.Faults, always); err != nil {
		return "", err
	}
	return e.open(event.SessionCreated{Owner: owner, Model: e.ports.Model.Name(), Window: model.Window(e.ports.Model)}, in)
}

func (e *Engine) open(created event.SessionCreated, in *loader.Input) (id string, err error) {
	p, err := persona.Load(in.Tree, persona.Default)
	if err != nil {
		return "", err
	}
	s, err := e.ports.Load(*in, nil)
	if err != nil {
		return "", err
	}
	l := &log{}
	id = e.register(l)
	created.Agent, created.Persona = p.Agent, p
	e.record(l, id, created, in)
	e.snapshot(l, id, s, in)
	return id, nil
}

func (e *Engine) register(l *log) string {
	id := ""
	if e.ports.Name != nil {
		id = e.ports.Name()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for n := len(e.order) + 1; id == ""; n++ {
		if free := fmt.Sprintf("s%d", n); e.sessions[free] == nil {
			id = free
		}
	}
	e.sessions[id] = l
	e.order = append(e.order, id)
	return id
}

// record appends one event; the state changes only here. The event holds the world that
// it came of, and without one the world as it is (EV-6).
func (e *Engine) record(l *log, id string, body event.Body, of *loader.Input) {
	e.mu.Lock()
	ev := event.Event{Seq: len(l.events) + 1, Session: id, Body: body, World: cmp.Or(of, e.now)}
	if e.ports.Now != nil {
		ev.At = e.ports.Now()
	}
	l.events = append(l.events, ev)
	l.state = l.state.Apply(ev)
	e.mu.Unlock()
	if e.ports.Watch != nil {
		e.ports.Watch(ev)
	}
}

// snapshot records a snapshot, and a warning for each clash it settled.
func (e *Engine) snapshot(l *log, id string, s *loader.Snapshot, in *loader.Input) {
	e.record(l, id, event.Catalog(s, *in), in)
	for _, body := range settle.Clashes(s) {
		e.record(l, id, body, in)
	}
}
