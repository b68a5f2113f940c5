package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
)

// talkPane is the middle place: the open sessions, the bar of the moment that is
// shown, and one conversation.
type talkPane struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (p *talkPane) Render() app.UI {
	s := p.Store
	return html.El("section").Class("pane chat").ID("chat").Aria("labelledby", "chat-title").Body(
		html.El("h2").Class("quiet").ID("chat-title").Text("Conversation"),
		p.strip(),
		&bar{Store: s, Rev: s.rev},
		&chatPane{Store: s, Session: s.Session, Rev: s.rev},
	)
}

// strip is the row of open sessions, as the ARIA pattern for tabs has it.
func (p *talkPane) strip() app.UI {
	s := p.Store
	return html.With("div", "strip",
		html.El("div").Class("tabs", "open-sessions").Role("tablist").Aria("label", "Open sessions").OnKeyDown(p.key).Body(
			app.Range(s.open).Slice(func(i int) app.UI { return p.tab(s.open[i]) }),
		),
		html.With("div", "strip-acts",
			app.If(len(s.open) > 1, func() app.UI {
				return html.Button("Close session", "Close session "+s.nameOf(s.Session)+" here; the list of sessions has it still", func(app.Context) { s.leave(s.Session); html.Focus(tabOf(s.Session)) }, "small")
			}),
			html.Button("New", "New session", func(app.Context) { s.newSession() }, "small"),
			html.Button("Step", "Step through the events (Alt+,)", func(app.Context) { s.step(0); html.Focus(sliderID) }, "small"),
		),
	)
}

func tabOf(id string) string { return "session-" + id }

func (p *talkPane) tab(id string) app.UI {
	s, v := p.Store, p.Store.view(id)
	state := ""
	switch {
	case v.asked != nil:
		state = "asks you"
	case v.busy:
		state = "working"
	}
	b := html.El("button").Attr("type", "button").ID(tabOf(id)).Role("tab").Attr("dir", "auto").Aria("selected", s.Session == id).
		OnClick(func(app.Context, app.Event) { s.goTo(id); html.Focus(tabOf(id)) }, app.EventScope(id)).
		Body(app.Text(s.nameOf(id)+" "), app.If(state != "", func() app.UI { return html.Badge("active", state) }))
	if s.Session != id {
		return b.TabIndex(-1)
	}
	return b.TabIndex(0).Aria("controls", "conversation")
}

// key moves between the sessions; Delete closes one.
func (p *talkPane) key(_ app.Context, e app.Event) {
	s := p.Store
	i, n := slices.Index(s.open, s.Session), len(s.open)
	switch e.Get("key").String() {
	case "ArrowRight":
		i++
	case "ArrowLeft":
		i += n - 1
	case "Home":
		i = 0
	case "End":
		i = n - 1
	case "Delete":
		s.leave(s.Session)
		i, n = slices.Index(s.open, s.Session), len(s.open)
	default:
		return
	}
	e.PreventDefault()
	s.goTo(s.open[i%n])
	html.Focus(tabOf(s.Session))
}
