package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// notice is what was said last, on a line that is kept free for it. One that is longer than the
// line unfolds over what is below, and pushes nothing.
type notice struct {
	app.Compo
	Store *Store
	Rev   int

	of    string // the text that was unfolded or measured
	cut   bool   // it is longer than its line
	whole bool   // it is unfolded
}

const noticeID = "notice"

// OnMount measures the text.
func (n *notice) OnMount(ctx app.Context) { n.measure(ctx) }

// OnUpdate measures another text.
func (n *notice) OnUpdate(ctx app.Context) { n.measure(ctx) }

// OnResize measures it in another window.
func (n *notice) OnResize(ctx app.Context) { n.measure(ctx) }

func (n *notice) measure(ctx app.Context) {
	ctx.Defer(func(ctx app.Context) {
		el := app.Window().GetElementByID(noticeID)
		if n.whole || !el.Truthy() {
			return
		}
		if cut := el.Get("scrollWidth").Int() > el.Get("clientWidth").Int(); cut != n.cut {
			n.cut = cut
			ctx.Update()
		}
	})
}

// Render implements [app.Composer].
func (n *notice) Render() app.UI {
	l := n.Store.Loop
	now, role, class := l.Notice, "status", "notice"
	if now.Text != n.of {
		n.of, n.cut, n.whole = now.Text, false, false
	}
	if now.Bad {
		role, class = "alert", "notice bad"
	}
	return html.With("div", "notices", app.If(now.Text != "", func() app.UI {
		return html.With("div", class,
			html.Text("span", "", now.Text).ID(noticeID),
			html.When(n.cut, func() app.UI {
				return html.IconButton("", "down", words.Either(n.whole, "Fold the notice", "Show all of the notice"), func() { n.whole = !n.whole }, "small", "unfold").
					Aria("expanded", n.whole)
			}),
			html.When(now.Undo != nil, func() app.UI {
				return html.Button("Undo", "", html.Leaving(func() { l.Notice.Undo() }))
			}),
			html.Button("Dismiss", "Dismiss this notice", html.Leaving(func() { l.Notice = state.Notice{}; l.Changed() })),
		).Class(words.Either(n.whole, "whole", "line"))
	})).Role(role)
}
