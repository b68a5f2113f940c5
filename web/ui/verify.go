package ui

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/replay"
	"lily/web/html"
	"lily/web/words"
)

// proof is a verification under way.
type proof struct {
	done, total int
	cancel      func()
}

// differs is the first difference that a replay came to.
type differs struct {
	session string
	total   int
	replay.Difference
}

// pause is how long a verification works before the page may answer.
const pause = 40 * time.Millisecond

// verify runs the engine again over what is shown, away from the UI goroutine, and
// says whether it came to the same events, or where it did not first (EV-4).
func (s *Store) verify() {
	v, events := s.here(), s.recorded()
	if v.proof != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := &proof{total: len(events), cancel: cancel}
	v.proof, s.Status = p, "Verifying"
	s.changed()
	go func() {
		defer cancel()
		got, err := replay.Run(ctx, s.Engine.Tools(), events, s.ticks(p))
		var d *replay.Difference
		if err == nil {
			d = replay.Compare(got, events)
		}
		s.Post(func() {
			v.proof = nil
			s.verified(v.id, len(events), d, err)
		})
	}()
}

// cancelProof ends the verification of the session that is shown.
func (s *Store) cancelProof() {
	if p := s.here().proof; p != nil {
		p.cancel()
	}
}

// ticks tells how far a verification is, and lets the page answer meanwhile: it has
// one thread only.
func (s *Store) ticks(p *proof) func(done int) {
	told := time.Now()
	return func(done int) {
		if time.Since(told) < pause {
			return
		}
		s.Post(func() { p.done = done; s.changed() })
		time.Sleep(time.Millisecond)
		told = time.Now()
	}
}

func (s *Store) verified(id string, n int, d *replay.Difference, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		s.Notice = Notice{Text: "The verification was cancelled."}
	case err != nil:
		s.Notice = Notice{Text: "The session cannot be replayed: " + words.Endless(err) + ".", Bad: true}
	case d != nil:
		s.Differs = &differs{id, n, *d}
		s.Notice = Notice{Text: fmt.Sprintf("The replay differs first at event %d.", d.Seq), Bad: true}
	default:
		s.Notice = Notice{Text: "Identical, " + answer.Number(n, "event") + ": the replay came to what is recorded, byte for byte the same."}
	}
	s.Status = s.Notice.Text
	s.changed()
}

const differsID = "differs"

// differsDialog shows the first difference side by side.
type differsDialog struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (d *differsDialog) Render() app.UI {
	s := d.Store
	return html.With("div", "", app.If(s.Differs != nil, func() app.UI {
		return &html.Dialog{ID: differsID, Title: "The replay differs", Rev: s.rev, Shut: func() { s.Differs = nil; s.changed() }, Content: d.content}
	}))
}

func (d *differsDialog) content() []app.UI {
	s, b := d.Store, d.Store.Differs
	if b == nil {
		return nil
	}
	return []app.UI{
		html.Text("p", "lead", fmt.Sprintf("The engine was run again over %s of %s. Event %d is the first that came out differently: what is recorded was changed, or was made by another version of Lily.",
			answer.Number(b.total, "event"), s.nameOf(b.session), b.Seq)),
		html.With("div", "sides", d.side("Got, from the replay", b.Got), d.side("Want, as it is recorded", b.Want)),
		html.With("div", "row-of-acts", app.If(b.Seq <= b.total, func() app.UI {
			return html.Button("Go to the event", "", func(app.Context) { s.goToDifference() }, "main")
		})),
	}
}

// goToDifference shows the session after the event that came out differently.
func (s *Store) goToDifference() {
	if b := s.Differs; b != nil {
		html.Shut(differsID)
		s.Differs = nil
		s.goTo(b.session)
		s.stepTo(b.Seq)
	}
}

// maxSide is how much of a line is shown, in code points.
const maxSide = 20_000

func (d *differsDialog) side(label, line string) app.UI {
	text := "Nothing: this side had ended."
	if line != "" {
		text = words.Clip(words.Visible(pretty(line)), maxSide)
	}
	return html.With("div", "", html.Text("h3", "", label), html.El("pre").Class("source").TabIndex(0).Role("region").Aria("label", label).Text(text))
}
