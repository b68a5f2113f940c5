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
	"lily/core/call"
	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/network"
	"lily/core/persona"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/scope"
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
// keeps it, and until it is kept nobody could have said what the recording says.
func marked(got, events []event.Event) []event.Event {
	if created, _ := events[0].Body.(event.SessionCreated); created.Kept > 0 && len(got) > 0 {
		first, _ := got[0].Body.(event.SessionCreated)
		first.Kept = created.Kept
		got = slices.Clone(got)
		got[0].Body = first
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

// Watch follows the session, and not those that it opens. Where the person had stopped the
// turn, or something else interrupted it, it stops here too.
func (r *replay) Watch(e event.Event) {
	if e.Session != r.id || r.cut {
		return
	}
	if r.next++; r.next >= len(r.events) {
		return
	}
	if r.cut = r.cuts[r.next] > 0; r.cut || r.failed() == command.Cancelled {
		r.stop()
	}
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

func (r *replay) Name() string {
	if r.next == 0 {
		return r.id
	}
	if opened, ok := upcoming[event.SessionOpened](r); ok {
		return opened.ID
	}
	return r.id + "+" // of a turn that was cut off
}

// Refresh gives the world that the next recorded event came of: what reads the world records
// at once what came of that (EV-6).
func (r *replay) Refresh(w world.World) (world.World, error) {
	e := r.now()
	in := e.World
	if r.next == 0 {
		e = r.events[1] // the session begins in the world of its first snapshot
	}
	switch b := e.Body.(type) {
	case event.SkillCatalogUpdated:
		if len(b.Input.Roots) > 0 {
			in = &b.Input
		}
	case event.ToolResult, event.NetworkRequest:
		in = nil // it is recalled, and the faults that were told stand before it
	}
	if in == nil {
		w.Faults = nil
		return w, nil
	}
	return in.World, nil
}

func (r *replay) Approve(context.Context, call.Question) policy.Consent {
	a, _ := upcoming[event.Approval](r)
	return a.Consent
}

func (*replay) Can() []string { return nil }

// Run is never asked for: every result is recalled.
func (*replay) Run(_ context.Context, s program.Spec, _ func(program.Stream, []byte)) (program.Exit, error) {
	return program.Exit{Files: s.Files}, errors.New("a replay runs no program")
}

func (r *replay) Result(event.ToolCall) event.ToolResult {
	t, _ := upcoming[event.ToolResult](r)
	return t
}

// Request is the next event where that is one: then the program asked for it.
func (r *replay) Request() (b event.NetworkRequest, asked bool) {
	b, asked = r.now().Body.(event.NetworkRequest)
	return b, asked && r.next < len(r.events)
}

// Send gives the answer that was recorded: a replay has no network.
func (r *replay) Send(context.Context, network.Request) (network.Answer, error) {
	b, ok := upcoming[event.NetworkAnswer](r)
	switch {
	case !ok:
		return network.Answer{}, errors.New("no answer was recorded")
	case b.Error != "":
		return network.Answer{}, errors.New(b.Error)
	}
	return network.Answer{Status: b.Status, Header: b.Header, Body: []byte(b.Body)}, nil
}

// Named is nothing that a record has: it is for a person alone.
func (*replay) Named(context.Context, string) bool { return false }

// Approval is the next event where that is one: then the call that is under way was asked about.
func (r *replay) Approval() (a event.Approval, asked bool) {
	a, asked = r.now().Body.(event.Approval)
	return a, asked
}

// Idle reports whether the program that is about to start could not: then the next that was
// recorded is that failure.
func (r *replay) Idle() bool { return r.failed() == command.ToolFailed }

// failed is the code of the next event, where that is of something that failed.
func (r *replay) failed() command.Code {
	switch b := r.now().Body.(type) {
	case event.Error:
		return b.Code
	case event.CallRefused:
		return b.Code
	}
	return ""
}

// Find finds every model but one whose proposal did not hold.
func (r *replay) Find(name string) (model.Model, error) {
	if p, ok := r.now().Body.(event.Proposal); ok && !p.Applied {
		return nil, errors.New("it was not there")
	}
	return replies{r, name}, nil
}

type replies struct {
	r    *replay
	name string
}

func (m replies) Name() string { return m.name }

// Toolless is as it was when the request was recorded.
func (m replies) Toolless() bool {
	b, _ := upcoming[event.ModelRequest](m.r)
	return scope.Textual(b)
}

// Window is as it was when the model was chosen or proposed, first or later.
func (m replies) Window() int {
	switch b := m.r.now().Body.(type) {
	case event.SessionCreated:
		return b.Window
	case event.ModelSelected:
		return b.Window
	case event.Proposal:
		return b.Window
	}
	return 0
}

func (m replies) Reply(_ context.Context, _ model.Request, on func(model.Delta)) (model.Reply, error) {
	b, ok := upcoming[event.ModelResponse](m.r)
	if !ok {
		return model.Reply{}, errors.New("no reply was recorded")
	}
	on(model.Delta{Text: b.Text})
	reply := model.Reply{Text: b.Text, Calls: b.Calls, Finish: b.Finish, Usage: b.Usage, Retries: b.Retries}
	if b.Error == "" {
		return reply, nil
	}
	failed, _ := upcoming[event.Error](m.r)
	return reply, said{b.Error, failed.Code}
}

// said is a recorded error, of the kind that gives its code again.
type said struct {
	text string
	code command.Code
}

func (s said) Error() string { return s.text }

func (s said) Unwrap() error {
	switch s.code {
	case command.Cancelled:
		return context.Canceled
	case command.Timeout:
		return context.DeadlineExceeded
	}
	return nil
}
