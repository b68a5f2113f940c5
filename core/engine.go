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
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/persona"
	"lily/core/scope"
	"lily/core/session"
	"lily/core/settle"
	"lily/core/tool"
	"lily/core/world"
)

// Engine runs sessions on one world.
type Engine struct {
	tools tool.Registry
	ports Ports
	edits sync.Mutex // held during an edit: the world has one writer

	mu       sync.Mutex
	now      *loader.Input // what a load would see of the world, shared by all that see the same
	sessions map[string]*log
	order    []string
}

// log is one session: its events and the state that they fold to.
type log struct {
	turn   sync.Mutex // held during a turn: a session has one writer
	events []event.Event
	state  session.State
	listed listed
	past   scope.Past // of its requests; written in a turn
}

// New returns an engine without sessions.
func New(w world.World, tools tool.Registry, ports Ports) *Engine {
	ports.Person = cmp.Or[Person](ports.Person, Memory{})
	ports.Keeper = cmp.Or[Keeper](ports.Keeper, Memory{})
	ports.Sessions = cmp.Or[Sessions](ports.Sessions, Memory{})
	ports.Work = cmp.Or[Work](ports.Work, Memory{})
	e := &Engine{tools: tools, ports: ports, sessions: map[string]*log{}}
	e.set(w)
	return e
}

func (e *Engine) set(w world.World) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now = &loader.Input{World: w, Tools: e.tools.Names(), Params: e.tools.Params(), Reserved: Reserved()}
}

// World returns the world as it is now.
func (e *Engine) World() world.World { return e.seen().World }

// Edit replaces the world by what the person's change makes of it. When change fails, or the world
// cannot be kept, the edit has not happened. It may wait for whatever keeps the world.
func (e *Engine) Edit(change func(world.World) (world.World, error)) error {
	return e.edit(change, func(was, next world.World) world.World { return next.Copied(was) })
}

// edit is an edit, and what it says of where files came from (PO-5).
func (e *Engine) edit(change func(world.World) (world.World, error), from func(was, next world.World) world.World) error {
	e.edits.Lock()
	defer e.edits.Unlock()
	was := e.World()
	next, err := change(was)
	if err != nil {
		return err
	}
	next, err = e.ports.Keeper.Save(was, from(was, next))
	e.set(next)
	return err
}

// Follow takes over the world that read returns, which someone else has changed and kept already
// (VF-5). With an error the world stays as it was.
func (e *Engine) Follow(read func() (world.World, error)) error {
	e.edits.Lock()
	defer e.edits.Unlock()
	next, err := read()
	if err == nil {
		e.set(next)
	}
	return err
}

// Input returns what a load would see now.
func (e *Engine) Input() loader.Input { return *e.seen() }

func (e *Engine) seen() *loader.Input {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.now
}

// refresh reads the world again, where it lives somewhere. When that fails the world stays,
// and the failure is a fault of what is seen of it.
func (e *Engine) refresh() *loader.Input {
	if e.ports.Source == nil {
		return e.seen()
	}
	err := e.edit(e.ports.Source.Refresh, func(_, next world.World) world.World { return next })
	in := e.seen()
	if err != nil {
		of := *in
		said := event.Text("the files cannot be read again: " + err.Error())
		of.Faults = append(slices.Clip(of.Faults), world.Fault{Part: "files", Message: said})
		in = &of
	}
	return in
}

// needs is what something depends on of the world.
type needs struct{ persona, skills bool }

// split takes the faults that matter for something out of the others, as one error.
func (n needs) split(faults []world.Fault) (rest []world.Fault, stop error) {
	var list []string
	for _, f := range faults {
		if persona := f.Part == world.PersonaPart; persona && n.persona || !persona && n.skills {
			list = append(list, f.Message)
		} else {
			rest = append(rest, f)
		}
	}
	if len(list) > 0 {
		stop = errors.New(strings.Join(list, "; "))
	}
	return rest, stop
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

// Open opens a session: it reads the persona and takes the first snapshot. owner says
// whether the session holds the owner's token (PO-4). An error opens nothing.
func (e *Engine) Open(owner bool) (id string, err error) {
	in := e.seen()
	if _, err := (needs{persona: true, skills: true}).split(in.Faults); err != nil {
		return "", err
	}
	return e.open(event.SessionCreated{Owner: owner, Model: e.ports.Model.Name(), Window: model.Window(e.ports.Model)}, in)
}

func (e *Engine) open(created event.SessionCreated, in *loader.Input) (id string, err error) {
	p, err := persona.Load(in.Tree, persona.Default)
	if err != nil {
		return "", err
	}
	s, err := e.ports.Keeper.Take(*in, nil)
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
	id := e.ports.Sessions.Name()
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
	at := e.ports.Sessions.Now()
	ev := event.Event{Seq: len(l.events) + 1, Session: id, Body: body, At: at, World: cmp.Or(of, e.now)}
	l.events = append(l.events, ev)
	l.state.Take(ev)
	e.mu.Unlock()
	e.ports.Sessions.Watch(ev)
}

func (e *Engine) snapshot(l *log, id string, s *loader.Snapshot, in *loader.Input) {
	e.record(l, id, event.Catalog(s, *in), in)
	for _, body := range settle.Clashes(s) {
		e.record(l, id, body, in)
	}
}
