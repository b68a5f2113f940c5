package call

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"lily/core/event"
	"lily/core/network"
	"lily/core/policy"
	"lily/core/session"
	"lily/core/tree"
)

// line is the way of one program to the network, for as long as it runs: each request is recorded, judged, asked about
// where the policy asks, and sent, one after the other.
type line struct {
	call *Call
	turn Turn

	busy    sync.Mutex
	granted []session.Grant // while it ran, too
	asked   int             // requests
	bytes   int             // of bodies, both ways
	over    bool            // the program has ended
}

func (c *Call) line(t Turn) *line { return &line{call: c, turn: t, granted: c.state.Granted} }

// close lets nothing be recorded any more. What is under way, which a runner ends before it returns, it waits for.
func (l *line) close() {
	l.busy.Lock()
	defer l.busy.Unlock()
	l.over = true
}

// fetch is [program.Spec.Fetch].
func (l *line) fetch(ctx context.Context, r network.Request) (network.Answer, error) {
	l.busy.Lock()
	defer l.busy.Unlock()
	l.asked++
	l.bytes += len(r.Body)
	switch {
	case ctx.Err() != nil || l.over:
		return network.Answer{}, errStopped
	case l.asked > network.MaxRequests:
		return network.Answer{}, fmt.Errorf("a program may ask %d times while it runs, and this one did", network.MaxRequests)
	case l.bytes > network.MaxBytes:
		return network.Answer{}, fmt.Errorf("a program may send and get %d MiB while it runs, and this one did", network.MaxBytes>>20)
	}
	a, err := l.call.exchange(ctx, l, r)
	l.bytes += len(a.Body)
	return a, err
}

var errStopped = errors.New("the program was stopped before the answer came")

// exchange takes a request to its answer, and records both.
func (c *Call) exchange(ctx context.Context, l *line, r network.Request) (network.Answer, error) {
	d, ask := c.judge(l, r)
	t := l.turn
	t.Record(event.NetworkRequest{
		Call: c.ID, Method: r.Method, URL: r.URL, Header: r.Header, Left: r.Left,
		Size: len(r.Body), Digest: tree.Sum(r.Body), Rule: d.Rule, Body: string(r.Body),
	})
	var err error
	switch {
	case ask:
		err = c.consent(ctx, l, r, d.Rule)
	case !d.Allowed:
		err = errors.New(strings.TrimSuffix(d.Message, "."))
	}
	a := network.Answer{Header: []network.Field{}}
	if err == nil {
		a, err = send(ctx, t.Network(), r)
	}
	done := event.NetworkAnswer{Call: c.ID, Status: a.Status, Header: a.Header, Size: len(a.Body), Digest: tree.Sum(a.Body), Body: string(a.Body)}
	if err != nil {
		done.Error = event.Text(err.Error())
	}
	t.Record(done)
	return a, err
}

// judge decides about a request by the policy of the session.
func (c *Call) judge(l *line, r network.Request) (d policy.Decision, ask bool) {
	_, digest := c.about()
	reach := policy.Reach{
		Origin: r.Origin(), Granted: slices.Contains(l.granted, session.Reaching(r.Origin(), digest)),
		Trust: c.trust(), Always: c.Skill != nil && c.Skill.Skill().AlwaysAsk,
	}
	if c.foreign {
		reach.Trust = policy.TrustNone
	}
	return c.state.Policy.Reach(reach)
}

// consent asks the person about a request, while the program waits.
func (c *Call) consent(ctx context.Context, l *line, r network.Request, rule string) error {
	name, digest := c.about()
	q := Question{Session: c.state.ID, Call: c.ID, Tool: c.Tool.Name, Skill: name, Digest: digest, Rule: rule}
	port := l.turn.Network()
	q.Request = &Request{Request: r, Program: c.program.Argv[0], Warning: c.trust().Warning(), Named: port != nil && port.Named(ctx, r.Origin())}
	consent := l.turn.Ask(ctx, q)
	granted := consent == policy.Once || consent == policy.Digest
	l.turn.Record(event.Approval{
		Call: c.ID, Tool: c.Tool.Name, Skill: name, Digest: digest,
		Granted: granted, Consent: consent, Rule: rule, Origin: r.Origin(),
	})
	switch {
	case consent == policy.Digest:
		l.granted = append(slices.Clip(l.granted), session.Reaching(r.Origin(), digest))
	case consent == policy.Nobody:
		return fmt.Errorf("the policy (%s) wants a person's approval before a program asks %s, and there is nobody to ask here", rule, r.Origin())
	case !granted:
		return fmt.Errorf("the request to %s was not approved", r.Origin())
	}
	return nil
}

// send gives a request to the port. What comes back is bounded and without cookies, whatever the port says.
func send(ctx context.Context, port network.Port, r network.Request) (network.Answer, error) {
	none := network.Answer{Header: []network.Field{}}
	if port == nil {
		return none, errors.New("there is no network here")
	}
	a, err := port.Send(ctx, r)
	if err == nil {
		a = a.Bare()
		err = a.Check()
	}
	if ctx.Err() != nil {
		err = errStopped
	}
	if err != nil {
		return none, err
	}
	return a, nil
}

// recall takes the requests that a recorded program made to their recorded answers.
func (c *Call) recall(ctx context.Context, t Turn, from Recall) {
	l := c.line(t)
	for b, ok := from.Request(); ok && c.program != nil; b, ok = from.Request() {
		r, err := network.New(b.Method, b.URL, b.Header, []byte(b.Body))
		if err != nil {
			return // no program can have asked for it
		}
		r.Left = b.Left
		_, _ = c.exchange(ctx, l, r) // what came of it is recorded
	}
}
