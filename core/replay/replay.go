// Package replay runs a recorded session again and compares what comes of it (EV-4).
//
// The person's lines, answers and choices, the models' replies, the tools' results and what
// interrupted turns are taken from the events, and everything else is worked out anew by an
// engine. The package promises that a session that this engine recorded comes again to the
// byte; one of another version may not, and [Compare] says where. It runs no tool and asks
// nobody:
//
//	got, err := replay.Run(ctx, tool.Builtin(), events, nil)
//	difference := replay.Compare(got, events)
package replay

import (
	"context"
	"errors"
	"slices"

	"lily/core"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/persona"
	"lily/core/settle"
	"lily/core/tool"
	"lily/core/world"
)

// Difference is the first place where a replay came to something else (EV-4).
// A side that ended before holds an empty line.
type Difference struct {
	Seq       int
	Got, Want string // the events' lines
}

// Run runs the engine again over a session's events and returns what comes of it. The
// events must be those of one session from its beginning, as an engine recorded them: what
// their digests name is taken from them too. on is told after every turn how many events
// there are; it may be nil. The context ends it, with its error.
func Run(ctx context.Context, tools tool.Registry, events []event.Event, on func(done int)) ([]event.Event, error) {
	r, err := begin(tools, events)
	if err != nil {
		return nil, err
	}
	for ctx.Err() == nil && r.step() {
		if on != nil {
			on(r.next)
		}
	}
	_, got := r.engine.State(r.id)
	return marked(got, events), ctx.Err()
}

// Compare returns the first difference; nil when both are the same to the byte.
func Compare(got, want []event.Event) *Difference {
	for i := range max(len(got), len(want)) {
		g, w := encoded(got, i), encoded(want, i)
		if g != w {
			return &Difference{i + 1, g, w}
		}
	}
	return nil
}

func encoded(events []event.Event, i int) string {
	if i >= len(events) {
		return ""
	}
	return string(event.Encode(events[i]))
}

type replay struct {
	core.Memory
	engine *core.Engine
	id     string
	events []event.Event
	next   int                // the recorded event that the engine comes to next
	stop   context.CancelFunc // of the turn under way

	cuts map[int]int // where what interrupted a turn begins in the events, and where it ends
	cut  bool        // the turn under way has come to such a place: what more it does never happened
}

func begin(tools tool.Registry, events []event.Event) (*replay, error) {
	if len(events) < 2 {
		return nil, errors.New("a session begins with session_created and skill_catalog_updated")
	}
	created, ok := events[0].Body.(event.SessionCreated)
	if !ok || events[0].World == nil {
		return nil, errors.New("the events do not begin as a session does, with its world")
	}
	r := &replay{id: events[0].Session, events: events, stop: func() {}, cuts: cuts(events)}
	w, _ := r.Refresh(world.World{})
	r.engine = core.New(w, tools, core.Ports{
		Model: replies{r, created.Model}, Models: r, Runner: r, Person: r, Source: r, Sessions: r, Network: r,
	})
	if _, err := r.engine.Open(created.Owner); err != nil {
		return nil, err
	}
	return r, nil
}

// marked are the events that came, with how often the session was kept: that is told by whoever
// keeps it, and until it is kept nobody could have said what the recording says. Requests that
// were recorded when each named all its parts do so here.
func marked(got, events []event.Event) []event.Event {
	got = slices.Clone(got)
	for i := range min(len(got), len(events)) {
		switch was := events[i].Body.(type) {
		case event.SessionCreated:
			if b, ok := got[i].Body.(event.SessionCreated); ok {
				b.Kept = was.Kept
				got[i].Body = b
			}
		case event.ModelRequest:
			if b, ok := got[i].Body.(event.ModelRequest); ok && was.Earlier == (event.Earlier{}) {
				got[i].Body = b.Whole()
			}
		}
	}
	return got
}

// cuts are the places of interruptions in recorded events.
func cuts(events []event.Event) map[int]int {
	found := map[int]int{}
	for i, e := range events {
		_, cut := e.Body.(event.Interrupted)
		_, failed := e.Body.(event.Error)
		if cut || failed && settle.Told(e.Body) != "" {
			from := i
			for from > 2 && settle.Told(events[from-1].Body) != "" {
				from--
			}
			found[from] = i + 1
		}
	}
	return found
}

// step gives the engine what the person did next, and reports whether there was something.
func (r *replay) step() bool {
	if r.next >= len(r.events) {
		return false
	}
	r.cut = false
	before := r.next
	switch b := r.events[r.next].Body.(type) {
	case event.ModelSelected:
		return r.engine.Choose(r.id, b.Model) == nil && r.next > before
	case event.AgentSwitched, event.SkillCatalogUpdated, event.SkillWarning, event.SessionKept:
		return r.takeOver(b)
	case event.Branched:
		if r.next+1 == len(r.events) {
			return false
		}
		r.turn(b.From, r.events[r.next+1].Body)
	default:
		r.turn(0, b)
	}
	return r.next > before
}

// turn answers a line again, in a branch where there is an event that it is from.
func (r *replay) turn(from int, b event.Body) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	r.stop = stop
	switch b := b.(type) {
	case event.Message:
		r.engine.Say(ctx, r.id, from, b.Text)
	case event.Command:
		if from > 0 {
			r.engine.Again(ctx, r.id, from, b.Input)
		} else {
			r.engine.Turn(ctx, r.id, b.Input)
		}
	default:
		if from > 0 { // it was interrupted before there was a line
			r.engine.Again(ctx, r.id, from, ".")
		}
	}
	if r.cut {
		r.resume()
	}
}

// takeOver works out an event that no line asked for: one of those that made the session someone
// else's own. Each comes by itself, since the program may have been closed between any two.
func (r *replay) takeOver(b event.Body) bool {
	w, _ := r.Refresh(world.World{})
	s, got := r.engine.State(r.id)
	switch was := b.(type) {
	case event.AgentSwitched:
		p, err := persona.Load(w.Tree, persona.Default)
		if err != nil {
			return false
		}
		b = event.AgentSwitched{Agent: p.Agent, Persona: p}
	case event.SkillCatalogUpdated:
		snap, err := loader.Load(was.Input, s.Snapshot)
		if err != nil {
			return false
		}
		b = event.Catalog(snap, was.Input)
	case event.SkillWarning:
		left := settle.After(got, event.Closed)
		if len(left) == 0 {
			return false
		}
		b = left[0]
	}
	e := r.events[r.next]
	e.Body = b
	r.engine.Adopt(r.id, append(slices.Clone(got), e))
	r.next++
	return true
}

// resume goes on behind an interruption, with what was recorded until there and nothing
// of what the turn has done afterwards.
func (r *replay) resume() {
	_, got := r.engine.State(r.id)
	end := r.cuts[r.next]
	r.engine.Adopt(r.id, append(slices.Clone(got[:r.next]), r.events[r.next:end]...))
	r.next = end
}

// now is the event that the engine comes to next, the last one at the end.
func (r *replay) now() event.Event { return r.events[min(r.next, len(r.events)-1)] }

// upcoming is the next recorded event of a kind.
func upcoming[B event.Body](r *replay) (b B, ok bool) {
	for _, e := range r.events[min(r.next, len(r.events)):] {
		if b, ok = e.Body.(B); ok {
			return b, true
		}
	}
	return b, false
}
