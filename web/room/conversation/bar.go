package conversation

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/html"
	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
)

const SliderID = "moment"

// bar says which moment of the session is shown, and goes to others (EV-4); or why
// the session cannot be written here.
type bar struct {
	app.Compo
	Store *Room
	Rev   int
}

// OnUpdate moves the slider past what go-app knows of it.
func (b *bar) OnUpdate(ctx app.Context) { ctx.Defer(func(app.Context) { b.slide() }) }

// OnMount moves the slider, too.
func (b *bar) OnMount(ctx app.Context) { ctx.Defer(func(app.Context) { b.slide() }) }

func (b *bar) slide() {
	at := strconv.Itoa(b.Store.Sessions.Here().At)
	if box := app.Window().GetElementByID(SliderID); box.Truthy() && box.Get("value").String() != at {
		box.Set("value", at)
	}
}

// Render implements [app.Composer].
func (b *bar) Render() app.UI {
	s, v := b.Store, b.Store.Sessions.Here()
	return html.With("div", "",
		html.When(v.At > 0, b.stepping),
		html.When(v.At == 0 && s.Sessions.Mute() != "", b.elsewhere),
		html.When(v.Proof != nil, b.proving),
	)
}

func (b *bar) stepping() app.UI {
	s, v := b.Store, b.Store.Sessions.Here()
	n := len(s.Sessions.Recorded())
	return html.El("section").Class("moment").Aria("label", "Stepping through the session").Body(
		html.El("p").Class("where", "in-line").Title("%s", s.Sessions.Moment()).Body(html.Text("strong", "", s.Sessions.Moment())),
		html.When(v.Bundle != nil, func() app.UI { return b.problems(v.Bundle) }),
		html.Void("input").Attr("type", "range").ID(SliderID).Attr("min", 1).Attr("max", n).Aria("label", "Event").Aria("valuetext", s.Sessions.Moment()).
			OnInput(func(ctx app.Context, _ app.Event) { b.slid(ctx.JSSrc().Get("value").String()) }),
		html.With("div", "row-of-acts",
			b.go1("First", "First event", 1, v.At > 1),
			b.go1("Previous", "Previous event (Alt+,)", v.At-1, v.At > 1),
			b.go1("Next", "Next event (Alt+.)", v.At+1, v.At < n),
			b.go1("Last", "Last event", n, v.At < n),
			html.With("span", "", b.acts(v)...),
		),
	)
}

func (b *bar) acts(v *state.View) []app.UI {
	s := b.Store
	if v.Bundle != nil {
		return []app.UI{
			html.Button("Keep as a session", "Keep as a session: a session goes on from this event, under your own rules", func(app.Context) { s.Sessions.ForkAt(s.Sessions.Here().At) }, "small", "main"),
			html.Button("Verify", "Verify: run it again and compare", func(app.Context) { s.Proofs.Verify() }, "small"),
			html.Button("Close recording", "", func(app.Context) { s.Sessions.CloseRecording(s.Sessions.Session) }, "small"),
		}
	}
	return []app.UI{
		html.Button("Back to now", "Back to now (Alt+0)", func(app.Context) { s.Sessions.Now(); html.Focus(BoxID) }, "small", "main"),
		html.Button("Fork here", "Fork here: another session goes on from this event", func(app.Context) { s.Sessions.ForkAt(s.Sessions.Here().At) }, "small"),
		html.Button("Verify", "Verify: run it again and compare", func(app.Context) { s.Proofs.Verify() }, "small"),
	}
}

// go1 is a button to a moment. One that leads nowhere keeps the focus.
func (b *bar) go1(text, label string, seq int, can bool) app.UI {
	e := html.El("button").Attr("type", "button").Class("small").Text(text).Title(label).Aria("disabled", !can)
	return e.OnClick(func(app.Context, app.Event) {
		if can {
			b.Store.Sessions.StepTo(seq)
		}
	}, app.EventScope(text, seq, can))
}

// slid goes where the slider is now, not where it was when it told.
func (b *bar) slid(value string) {
	if seq, err := strconv.Atoi(value); err == nil && b.Store.Sessions.Here().At > 0 {
		b.Store.Sessions.StepTo(seq)
	}
}

func (b *bar) problems(r *port.Bundle) app.UI {
	return html.With("div", "",
		html.Text("p", "hint", "A recording, opened to be read. Nothing in it can act here."),
		html.When(len(r.Problems) > 0, func() app.UI {
			return html.With("details", "fold", html.Text("summary", "", answer.Number(len(r.Problems), "problem")+" in the recording"), html.Problems(r.Problems))
		}),
	)
}

// elsewhere says why a session takes no line, and what can be done.
func (b *bar) elsewhere() app.UI {
	s := b.Store
	return html.El("section").Class("moment").Aria("label", "Read-only session").Body(
		html.Text("p", "where", words.Title(s.Sessions.Mute())+"."),
		html.With("div", "row-of-acts",
			app.If(s.Sessions.Listed(s.Sessions.Session).Where == port.Elsewhere, func() app.UI {
				return html.ButtonFor(s.Sessions.Session, "Take over", "Take over: this tab writes the session from now on", func(app.Context) { s.Sessions.Take(s.Sessions.Session) }, "small", "main")
			}),
			html.ButtonFor(s.Sessions.Session, "Fork", "Fork: another session goes on from the last event", func(app.Context) { s.Sessions.ForkAt(len(s.Sessions.Recorded())) }, "small"),
		),
	)
}

func (b *bar) proving() app.UI {
	s, p := b.Store, b.Store.Sessions.Here().Proof
	return html.El("div").Class("moment").Role("group").Aria("label", "Verifying").Body(
		html.El("p").Class("where").Textf("Verifying: %d of %d events", p.Done, p.Total),
		html.El("progress").Aria("label", "Events verified").Attr("max", float64(p.Total)).Attr("value", float64(p.Done)),
		html.Button("Cancel", "Cancel the verification", func(app.Context) { s.Proofs.Cancel() }, "small"),
	)
}
