package conversation

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/port"
	"lily/web/state"
)

const SliderID = "moment"

// bar goes to other moments of the session (EV-4).
type bar struct {
	app.Compo
	Store *Room
	Rev   int
}

// OnUpdate moves the slider past what go-app knows of it.
func (b *bar) OnUpdate(ctx app.Context) {
	ctx.Defer(func(app.Context) {
		at := strconv.Itoa(b.Store.Sessions.Here().At)
		if box := app.Window().GetElementByID(SliderID); box.Truthy() && box.Get("value").String() != at {
			box.Set("value", at)
		}
	})
}

// OnMount moves it, too.
func (b *bar) OnMount(ctx app.Context) { b.OnUpdate(ctx) }

func (b *bar) Render() app.UI {
	s, v := b.Store, b.Store.Sessions.Here()
	return html.With("div", "",
		html.When(v.At > 0, b.stepping),
		html.When(v.Proof != nil, func() app.UI {
			return html.With("div", "moment",
				html.El("p").Class("where").Textf("Verifying: %d of %d events", v.Proof.Done, v.Proof.Total),
				html.Meter("Events verified", v.Proof.Done, v.Proof.Total),
				html.Button("Cancel", "Cancel the verification", s.Proofs.Cancel, "small"),
			).Role("group").Aria("label", "Verifying")
		}),
	)
}

func (b *bar) stepping() app.UI {
	s, v := b.Store.Sessions, b.Store.Sessions.Here()
	n, said := len(s.Recorded()), s.Moment()
	// The slider goes where it is now, not where it was when it told.
	slid := func(ctx app.Context, _ app.Event) {
		if seq, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil && s.Here().At > 0 {
			s.StepTo(seq)
		}
	}
	return html.With("section", "moment",
		html.With("p", "where in-line", html.Text("strong", "", said)).Title("%s", sight.Show(said)),
		html.When(v.Bundle != nil, func() app.UI { return opened(v.Bundle) }),
		html.Void("input").Attr("type", "range").ID(SliderID).Attr("min", 1).Attr("max", n).Aria("label", "Event").Aria("valuetext", sight.Show(said)).OnInput(slid),
		html.With("div", "row-of-acts",
			b.leads("First", "First event", 1, v.At > 1),
			b.leads("Previous", html.Keys("Previous event (Alt+,)"), v.At-1, v.At > 1),
			b.leads("Next", html.Keys("Next event (Alt+.)"), v.At+1, v.At < n),
			b.leads("Last", "Last event", n, v.At < n),
			html.With("span", "", b.acts(v)...),
		),
	).Aria("label", "Stepping through the session")
}

func (b *bar) acts(v *state.View) []app.UI {
	s := b.Store.Sessions
	fork := func() { s.ForkAt(s.Here().At) }
	verify := html.Button("Verify", "Verify: run it again and compare", b.Store.Proofs.Verify, "small")
	if v.Bundle != nil {
		return []app.UI{
			html.Button("Keep as a session", "Keep as a session: a session goes on from this event, under your own rules", fork, "small", "main"),
			verify,
			html.Button("Close recording", "", func() { s.CloseRecording(s.Session) }, "small"),
		}
	}
	return []app.UI{
		html.Button("Back to now", html.Keys("Back to now (Alt+0)"), func() { s.Now(); html.Focus(BoxID) }, "small", "main"),
		html.Button("Fork here", "Fork here: another session goes on from this event", fork, "small"),
		verify,
	}
}

// leads is a button to a moment. One that leads nowhere keeps the focus.
func (b *bar) leads(text, label string, seq int, can bool) app.UI {
	return html.Text("button", "small", text).Attr("type", "button").Title("%s", sight.Show(label)).Aria("disabled", !can).
		OnClick(func(app.Context, app.Event) {
			if can {
				b.Store.Sessions.StepTo(seq)
			}
		}, app.EventScope(text, seq, can))
}

func opened(r *port.Bundle) app.UI {
	return html.With("div", "",
		html.Text("p", "hint", "A recording, opened to be read. Nothing in it can act here."),
		html.When(len(r.Problems) > 0, func() app.UI {
			said := answer.Number(len(r.Problems), "problem") + " in the recording"
			return html.With("details", "fold", html.Text("summary", "", said), html.Problems(r.Problems))
		}),
	)
}
