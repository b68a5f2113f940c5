package core

import (
	"context"
	"errors"
	"slices"

	"lily/core/answer"
	"lily/core/call"
	"lily/core/command"
	"lily/core/event"
	"lily/core/ground"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/network"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/scope"
	"lily/core/session"
	"lily/core/tree"
	"lily/core/world"
)

// Result is what a turn came to.
type Result struct {
	Session string // to go on with: another one after /new
	Answer  answer.Answer
	Err     *command.Error // nil when it went well
	Faults  []world.Fault  // of the world, that did not stop it (CM-10)
}

// Output is the result as text: the answer, or the error's sentence, and beside it the faults.
func (r Result) Output() string {
	text := r.Answer.Text()
	if r.Err != nil {
		text = answer.Clean(r.Err.Error())
	}
	for _, f := range r.Faults {
		text += "\n" + f.String()
	}
	return text
}

// Code is the error's code, empty when it went well.
func (r Result) Code() command.Code {
	if r.Err != nil {
		return r.Err.Code
	}
	return ""
}

// turn is one message being answered. Everything it does is recorded.
type turn struct {
	*Engine
	ctx   context.Context
	l     *log
	id    string
	scope scope.Scope   // of the request, folded from what is recorded
	saw   *loader.Input // the world that what is recorded now came of; nil for the world as it is
	told  []world.Fault // of the world
}

// Turn answers one message in a session. A blank message does nothing. Every failure is a
// result with a code, and leaves the session usable.
func (e *Engine) Turn(ctx context.Context, id, input string) Result {
	return e.turn(ctx, id, 0, input, false)
}

// turn answers a message, from an event on where there is one; said is no command, whatever
// it begins with.
func (e *Engine) turn(ctx context.Context, id string, from int, input string, said bool) Result {
	t, err := e.begin(ctx, id)
	if err != nil {
		return Result{Session: id, Err: err}
	}
	defer t.l.turn.Unlock()
	switch {
	case command.Trim(input) == "" && !said:
		return Result{Session: id}
	case from != 0 && !slices.ContainsFunc(t.state().Trail, func(m session.Mark) bool { return m.Seq == from }):
		return Result{Session: id, Err: command.Errorf(command.InvalidArguments, "The event %d begins no turn.", from)}
	case from != 0:
		t.Record(event.Branched{From: from})
	}
	r, fault := t.dispatch(event.Text(input), said)
	if fault != nil {
		failed := asError(fault)
		t.Record(event.Error{Code: failed.Code, Message: failed.Error()})
		r = Result{Session: t.id, Err: failed}
	}
	r.Faults = t.told
	return r
}

// enter waits until a session is free and takes it. It looks again after waiting: the session
// may have been forgotten, adopted anew or given to another program meanwhile.
func (e *Engine) enter(ctx context.Context, id string) (*turn, *command.Error) {
	l, err := e.writable(id)
	for err == nil {
		l.turn.Lock()
		now, why := e.writable(id)
		if why == nil && now == l {
			return &turn{Engine: e, ctx: ctx, l: l, id: id}, nil
		}
		l.turn.Unlock()
		l, err = now, why
	}
	return nil, err
}

// writable is the log of a session that is written here.
func (e *Engine) writable(id string) (*log, *command.Error) {
	l := e.log(id)
	if l == nil {
		return nil, command.Errorf(command.SessionNotFound, "There is no session %q.", id)
	}
	if err := e.ports.Sessions.Writer(id); err != nil {
		return nil, command.Errorf(command.ReadOnly, "This session cannot be written here: %s.", err)
	}
	return l, nil
}

func (e *Engine) log(id string) *log {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sessions[id]
}

// asError gives every error a code; one without is a model's or the context's.
func asError(err error) *command.Error {
	var failed *command.Error
	switch {
	case errors.As(err, &failed):
		return failed
	case errors.Is(err, context.Canceled):
		return command.Errorf(command.Cancelled, "The request was cancelled.")
	case errors.Is(err, context.DeadlineExceeded):
		return command.Errorf(command.Timeout, "The request took too long and was stopped.")
	}
	return command.Errorf(command.ModelFailed, "The model did not answer: %s.", err)
}

func (t *turn) dispatch(input string, said bool) (Result, error) {
	line, ok := command.Parse(input)
	switch {
	case said:
		return t.talk(model.Message{Role: model.User, Text: input})
	case !ok:
		return t.talk(model.Message{Role: model.User, Text: command.Trim(input)})
	}
	t.Record(event.Command{Input: command.Trim(input), Name: line.Name, Args: line.Args})
	b, ok := find(line.Name)
	if err := scope.Command(t.state(), line, ok); err != nil {
		return Result{}, err
	}
	if !ok {
		return t.alias(line)
	}
	if err := b.Check(line.Args); err != nil {
		return Result{}, err
	}
	return b.run(t, line.Args)
}

// alias answers /name for a name that is no built-in command.
func (t *turn) alias(line command.Line) (Result, error) {
	list := t.state().Snapshot.Alias(line.Name)
	switch {
	case len(list) == 0:
		return Result{}, command.Errorf(command.UnknownCommand, "/%s is not a command.", line.Name)
	case len(list) > 1:
		err := command.Errorf(command.AliasAmbiguous,
			"/%s is declared by %d skills and resolves to none of them; use /skill with a name.", line.Name, len(list))
		for _, c := range list {
			detail := c.Name + " at " + c.Path
			if c.State != loader.Available {
				detail += ", which is excluded: " + c.State.Word()
			}
			err.Details = append(err.Details, detail)
		}
		return Result{}, err
	case list[0].State != loader.Available:
		return Result{}, excluded(list[0])
	}
	return t.invoke(list[0], line.Args)
}

func (t *turn) find(name string) (*loader.Candidate, error) {
	c := t.state().Snapshot.Find(name)
	switch {
	case c == nil:
		return nil, command.Errorf(command.SkillNotFound, "There is no skill %q in the snapshot.", name)
	case c.State != loader.Available:
		return nil, excluded(c)
	}
	return c, nil
}

func excluded(c *loader.Candidate) error {
	err := command.Errorf(command.SkillExcluded, "The skill %q is excluded: %s.", c.Name, c.State.Word())
	for _, r := range c.Reasons {
		err.Details = append(err.Details, r.Message)
	}
	return err
}

func (t *turn) answer(a answer.Answer) (Result, error) {
	t.Record(event.Answer{Blocks: a})
	return Result{Session: t.id, Answer: a}, nil
}

// Record records what happened, from which follows what the request may use next.
func (t *turn) Record(body event.Body) {
	before := t.state()
	t.Engine.record(t.l, t.id, body, t.saw)
	t.scope = t.scope.Apply(before, body)
}

func (t *turn) state() session.State {
	s, _ := t.State(t.id)
	return s
}

// reread brings the world up to date and returns it, for what this turn reads of it. What is
// recorded next came of just this world, so that a replay reads the same, whoever changes
// it meanwhile (EV-6). The faults that matter are the error; the others are told, once in a turn.
func (t *turn) reread(of needs) (*loader.Input, error) {
	in := t.refresh()
	t.saw = in
	rest, stop := of.split(in.Faults)
	for _, f := range rest {
		if !slices.Contains(t.told, f) {
			t.told = append(t.told, f)
			t.Record(event.WorldFault{Part: f.Part, Message: f.Message})
		}
	}
	return in, stop
}

// What a call needs of its turn ([call.Turn]).

func (t *turn) Events() []event.Event {
	_, events := t.State(t.id)
	return events
}

// Write changes the world by what a request wrote, which has its origin from then on (PO-5).
func (t *turn) Write(by origin.Origin, change func(world.World) (world.World, error)) error {
	return t.edit(change, func(was, next world.World) world.World { return next.Written(was, by) })
}

// Reread lets no fault of the world keep a tool from running (CM-10), and what follows happens
// in the world as it is then.
func (t *turn) Reread() {
	_, _ = t.reread(needs{})
	t.saw = nil
}

func (t *turn) Ask(ctx context.Context, q call.Question) policy.Consent {
	return t.ports.Person.Approve(ctx, q)
}

func (t *turn) Paced(ctx context.Context, work func(tree.Tick)) { t.ports.Work.Paced(ctx, work) }

func (t *turn) Runner() program.Runner { return t.ports.Runner }

func (t *turn) Network() network.Port { return t.ports.Network }

func (t *turn) Project() ground.Project { return t.ports.Project }

// Bring makes files of the project part of the world, as they are now: so they are recorded with what came of them, and
// what changes is told from what was read.
func (t *turn) Bring(paths []string) error {
	p := t.ports.Project
	if p == nil || len(paths) == 0 {
		return nil
	}
	hold := func() {}
	err := t.edit(func(w world.World) (world.World, error) {
		next, done, err := p.Bring(w.Tree, paths)
		if err == nil {
			w.Tree, hold = next, done
		}
		return w, err
	}, func(_, next world.World) world.World { return next })
	if err == nil {
		hold()
	}
	return err
}
