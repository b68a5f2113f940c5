package core

import (
	"context"
	"errors"

	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/world"
)

// Difference is the first place where a replay came to something else (EV-4).
// A side that ended before holds an empty line.
type Difference struct {
	Seq       int
	Got, Want string // the events' lines
}

// Replay runs the engine again over a session's events and returns what comes of
// it (EV-4). The person's lines, answers and choices, the models' replies and the
// tools' results are taken from the events, and everything else is worked out
// anew. The events must be those of one session from its beginning, as an engine
// recorded them: what their digests name is taken from them too.
func Replay(tools tool.Registry, events []event.Event) ([]event.Event, error) {
	return Rerun(context.Background(), tools, events, func(int) {})
}

// Rerun is [Replay] for long sessions: on is told after every turn how many events
// there are, and the context ends it, with its error.
func Rerun(ctx context.Context, tools tool.Registry, events []event.Event, on func(done int)) ([]event.Event, error) {
	r, err := newReplay(tools, events)
	if err != nil {
		return nil, err
	}
	for ctx.Err() == nil && r.step() {
		on(r.next)
	}
	_, got := r.engine.State(r.id)
	return got, ctx.Err()
}

// Compare returns the first difference between what a replay came to and what was
// recorded; nil when they are the same to the byte.
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

// replay feeds an engine with what was recorded.
type replay struct {
	engine *Engine
	id     string
	events []event.Event
	next   int                // the recorded event that the engine comes to next
	stop   context.CancelFunc // of the turn under way

	cuts     map[int]cutoff // where turns were cut off that were settled, and why
	settling bool
}

func newReplay(tools tool.Registry, events []event.Event) (*replay, error) {
	if len(events) < 2 {
		return nil, errors.New("a session begins with session_created and skill_catalog_updated")
	}
	created, ok := events[0].Body.(event.SessionCreated)
	if !ok || events[0].World == nil {
		return nil, errors.New("the events do not begin as a session does, with its world")
	}
	r := &replay{id: events[0].Session, events: events, stop: func() {}, cuts: cuts(events)}
	r.engine = New(world.World{}, tools, Ports{
		Model: replies{r, created.Model}, Models: r.model, Approve: r.consent, Recall: r.recall, Refresh: r.refresh, Watch: r.watch, Name: r.name,
	})
	r.engine.idle, r.engine.muted = r.idle, r.muted
	_, err := r.engine.open(event.SessionCreated{Owner: created.Owner, Model: created.Model, Window: created.Window, Kept: created.Kept}, r.engine.refresh())
	return r, err
}

// watch follows the session, and not those that it opens. Where the person had
// stopped the turn, it stops here too.
func (r *replay) watch(e event.Event) {
	if e.Session != r.id {
		return
	}
	if r.next++; r.next >= len(r.events) {
		return
	}
	switch b := r.events[r.next].Body.(type) {
	case event.Error:
		r.stopIf(b.Code)
	case event.CallRefused:
		r.stopIf(b.Code)
	}
	if r.cuts[r.next] != "" {
		r.stop()
	}
}

func (r *replay) stopIf(c command.Code) {
	if c == command.Cancelled {
		r.stop()
	}
}

// step gives the engine what the person did next, and reports whether there was
// something that a person does.
func (r *replay) step() bool {
	if r.next >= len(r.events) {
		return false
	}
	before := r.next
	switch b := r.events[r.next].Body.(type) {
	case event.ModelSelected:
		return r.engine.Choose(r.id, b.Model) == nil && r.next > before
	case event.SessionKept:
		return r.engine.Settle(r.id) == nil && r.next > before
	case event.Branched:
		if r.next+1 == len(r.events) {
			return false
		}
		return r.turn(b.From, r.events[r.next+1].Body)
	default:
		return r.turn(0, b)
	}
}

// turn answers a line again, where it is one.
func (r *replay) turn(from int, b event.Body) bool {
	line, do := "", (*turn).dispatch
	if from > 0 && r.cuts[r.next+1] != "" {
		line = "." // cut off before there was one
	}
	switch b := b.(type) {
	case event.Command:
		line = b.Input
	case event.Message:
		line, do = ".", func(t *turn, _ string) (Result, error) { return t.talk(model.Message{Role: b.Role, Text: b.Text}) }
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	r.stop = stop
	before := r.next
	if from > 0 {
		r.engine.again(ctx, r.id, from, line, do)
	} else {
		r.engine.turn(ctx, r.id, line, do)
	}
	r.settle()
	return r.next > before
}
