package state

import (
	"context"

	"lily/core"
	"lily/core/call"
	"lily/core/command"
	"lily/core/order"
	"lily/core/policy"
	"lily/web/words"
)

// Talk gives lines to the engine, and asks the person what the policy asks.
type Talk struct {
	part
	Line string // for the message box to take over

	shown *Shown
	asks  int // how many approvals were asked for
}

// Send gives a line to the engine.
func (t *Talk) Send(line string) {
	if v := t.sessions.Here(); !v.Busy && !t.Refuses(t.sessions.Mute()) {
		v.Recalled = append(v.Recalled, line)
		t.begin(v, t.engine.Turn, line)
	}
}

// Again takes the conversation back to before the turn that an event began, and answers a
// line there: a retry, or an edited message.
func (t *Talk) Again(seq int, line string) {
	if v := t.sessions.Here(); !v.Busy && !t.Refuses(t.sessions.Mute()) {
		v.Editing = 0
		t.begin(v, func(ctx context.Context, id, line string) core.Result { return t.engine.Again(ctx, id, seq, line) }, line)
	}
}

// begin answers a line away from the UI goroutine. Several sessions may have turns at once.
func (t *Talk) begin(v *View, turn func(ctx context.Context, id, line string) core.Result, line string) {
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	v.Busy, v.cancel, v.over, t.Status = true, cancel, over, "Generating"
	t.Changed()
	go func() {
		r := core.Result{Session: v.ID}
		if err := t.sessions.port.Open(v.ID); err != nil {
			r.Err = command.Errorf(command.ReadOnly, "This session cannot be written here: %s.", words.Endless(err))
		} else { // where nobody writes it any more, this tab does from now on (VF-5)
			r = turn(ctx, v.ID, line)
		}
		close(over)
		stopped := ctx.Err() != nil
		cancel()
		t.Post(func() { t.done(v, r, stopped, line) })
	}()
}

// done ends a turn of a session. Who has gone to another one meanwhile stays there,
// and is told. A line that was not taken is given back.
func (t *Talk) done(v *View, r core.Result, stopped bool, line string) {
	v.Busy, t.Status = false, words.Either(stopped, "Stopped", "Response complete")
	here := t.sessions.Session == v.ID
	if !here {
		t.Status += " in " + t.sessions.Name(v.ID)
	}
	if r.Session != v.ID {
		t.Notice = Notice{Text: r.Output()}
		if here {
			t.sessions.GoTo(r.Session)
		}
	}
	t.sessions.Relist()
	t.Changed()
	if r.Code() != command.ReadOnly {
		return
	}
	if t.Refuses(words.Endless(r.Err)); t.sessions.Session == v.ID && v.Box == "" {
		t.Line = line
	}
}

// Draft puts a line into the message box and moves there.
func (t *Talk) Draft(line string) {
	if !t.Refuses(t.sessions.Mute()) {
		t.Line = line
		t.shown.Talk()
	}
}

// Revise puts an earlier message into the message box.
func (t *Talk) Revise(seq int, input string) {
	if !t.Refuses(t.sessions.Mute()) {
		t.sessions.Here().Editing, t.Status = seq, "Editing an earlier message"
		t.Draft(input)
	}
}

// LeaveEdit gives the message box back to what stood there before an earlier message.
func (t *Talk) LeaveEdit() {
	t.sessions.Here().Editing, t.Status = 0, "The message is not edited any more."
	t.Changed()
}

// Stop ends the request that is under way in the session that is shown. What waits for its end waits no more.
func (t *Talk) Stop() {
	v := t.sessions.Here()
	v.Waits = false
	v.stop()
}

// Asked is a question of the policy, and where its answer goes.
type Asked struct {
	call.Question
	N     int // a number of its own
	Reply chan<- policy.Consent
}

// Approve asks the person, and waits for the answer or the end of the request (PO-6). It is
// called away from the UI goroutine.
func (t *Talk) Approve(ctx context.Context, q call.Question) policy.Consent {
	reply := make(chan policy.Consent, 1)
	asked := &Asked{Question: q, Reply: reply}
	t.Post(func() { t.Ask(asked) })
	defer t.Post(func() { t.withdraw(asked) })
	select {
	case consent := <-reply:
		return consent
	case <-ctx.Done():
		return policy.Deny
	}
}

// Ask shows a question.
func (t *Talk) Ask(q *Asked) {
	t.asks++
	q.N = t.asks
	t.sessions.View(q.Session).Asked, t.Status = q, "Approval needed"
	if q.Session != t.sessions.Session {
		t.Status += " in " + t.sessions.Name(q.Session)
	}
	t.Changed()
}

// withdraw takes a question away that has its answer, or needs none any more.
func (t *Talk) withdraw(q *Asked) bool {
	v := t.sessions.View(q.Session)
	if v.Asked != q {
		return false
	}
	v.Asked = nil
	t.Changed()
	return true
}

// Answer answers a question, once and while it is the one that is asked.
func (t *Talk) Answer(q *Asked, consent policy.Consent) {
	if t.withdraw(q) {
		t.Status = "Generating"
		q.Reply <- consent
	}
}

// Asked are the questions that wait: first that of the session that is shown, then as they came.
func (t *Talk) Asked() []*Asked {
	var list []*Asked
	for _, v := range t.sessions.views {
		if v.Asked != nil {
			list = append(list, v.Asked)
		}
	}
	order.Func(list, func(a, b *Asked) int {
		switch t.sessions.Session {
		case a.Session:
			return -1
		case b.Session:
			return 1
		}
		return a.N - b.N
	})
	return list
}

// GoToAsked shows a question.
func (t *Talk) GoToAsked(q *Asked) {
	t.sessions.GoTo(q.Session)
	t.sessions.Here().At = 0
	t.shown.Talk()
}
