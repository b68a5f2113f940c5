package state

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lily/core/answer"
	"lily/core/replay"
	"lily/web/words"
)

// Proofs runs the engine again over what is recorded, and compares (EV-4).
type Proofs struct {
	part
	Differs *Differs // the first difference that a replay came to; nil while it is shut
}

// Proof is a verification under way.
type Proof struct {
	Progress
	cancel func()
}

// Differs is the first difference that a replay came to.
type Differs struct {
	Session string
	Total   int
	replay.Difference
}

// Verify runs the engine again over what is shown, and says where it came to another event first.
func (p *Proofs) Verify() {
	v, events := p.sessions.Here(), p.sessions.Recorded()
	if v.Proof != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.Proof, p.Status = &Proof{Progress{Total: len(events)}, cancel}, "Verifying"
	p.Changed()
	tick := p.ticks(v.Proof)
	go func() {
		defer cancel()
		got, err := replay.Run(ctx, p.engine.Tools(), events, tick)
		var d *replay.Difference
		if err == nil {
			d = replay.Compare(got, events)
		}
		p.Post(func() {
			v.Proof = nil
			p.verified(v.ID, len(events), d, err)
		})
	}()
}

// Cancel ends the verification of the session that is shown.
func (p *Proofs) Cancel() {
	if proof := p.sessions.Here().Proof; proof != nil {
		proof.cancel()
	}
}

// ticks tells how far a verification is, and lets the page answer: it has one thread only.
func (p *Proofs) ticks(proof *Proof) func(done int) {
	const pause = 40 * time.Millisecond // for which it works before the page may answer
	told := time.Now()
	return func(done int) {
		if time.Since(told) < pause {
			return
		}
		p.Post(func() { proof.Done = done; p.Changed() })
		time.Sleep(time.Millisecond)
		told = time.Now()
	}
}

func (p *Proofs) verified(id string, n int, d *replay.Difference, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		p.Say("The verification was cancelled.")
	case err != nil:
		p.Warn("The session cannot be replayed: " + words.Endless(err) + ".")
	case d != nil:
		p.Differs = &Differs{id, n, *d}
		p.Warn(fmt.Sprintf("The replay differs first at event %d.", d.Seq))
	default:
		p.Say("Identical, " + answer.Number(n, "event") + ": the replay came to what is recorded, byte for byte the same.")
	}
	p.Status = p.Notice.Text
}

// Dismiss puts the difference away.
func (p *Proofs) Dismiss() {
	p.Differs = nil
	p.Changed()
}

// GoTo shows the session after the event that came out differently.
func (p *Proofs) GoTo(d *Differs) {
	p.Dismiss()
	p.sessions.GoTo(d.Session)
	p.sessions.StepTo(d.Seq)
}
