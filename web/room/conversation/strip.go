package conversation

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
)

// Pane is the middle place: the open sessions, the bar of the moment that is
// shown, and one conversation.
type Pane struct {
	app.Compo
	Store *Room
	Rev   int

	session string // that was shown at the last look
}

// Render implements [app.Composer].
func (p *Pane) Render() app.UI {
	s := p.Store
	if id := s.Sessions.Session; id != p.session {
		s.refocus, p.session = writing(), id // who is writing goes on writing there
	}
	return html.El("section").Class("pane chat").ID("chat").Aria("labelledby", "chat-title").Body(
		html.El("h2").Class("quiet").ID("chat-title").Text("Conversation"),
		p.strip(),
		&bar{Store: s, Rev: s.Loop.Rev()},
		&chat{Store: s, Session: s.Sessions.Session, Rev: s.Loop.Rev()},
	)
}

// strip is the row of open sessions, as the ARIA pattern for tabs has it.
func (p *Pane) strip() app.UI {
	s := p.Store
	return html.With("div", "strip",
		html.El("div").Class("tabs", "open-sessions").Role("tablist").Aria("label", "Open sessions").OnKeyDown(p.key).Body(
			app.Range(s.Sessions.Open).Slice(func(i int) app.UI { return p.tab(s.Sessions.Open[i]) }),
		),
		html.With("div", "strip-acts",
			app.If(len(s.Sessions.Open) > 1, func() app.UI {
				return html.Button("Close session", "Close session "+s.Sessions.Name(s.Sessions.Session)+" here; the list of sessions has it still", func(app.Context) { s.Sessions.Leave(s.Sessions.Session); html.Focus(tabOf(s.Sessions.Session)) }, "small")
			}),
			html.Button("New", "New session", func(app.Context) { s.Sessions.New(true) }, "small"),
			html.Button("Step", "Step through the events (Alt+,)", func(app.Context) { s.Sessions.Step(0); html.Focus(SliderID) }, "small"),
		),
	)
}

func tabOf(id string) string { return "session-" + id }

func (p *Pane) tab(id string) app.UI {
	s, v := p.Store, p.Store.Sessions.View(id)
	state := ""
	switch {
	case v.Asked != nil:
		state = "asks you"
	case v.Busy:
		state = "working"
	}
	b := html.El("button").Attr("type", "button").ID(tabOf(id)).Role("tab").Attr("dir", "auto").Aria("selected", s.Sessions.Session == id).
		OnClick(func(app.Context, app.Event) { s.Sessions.GoTo(id); html.Focus(tabOf(id)) }, app.EventScope(id)).
		Body(app.Text(s.Sessions.Name(id)+" "), app.If(state != "", func() app.UI { return html.Badge("active", state) }))
	if s.Sessions.Session != id {
		return b.TabIndex(-1)
	}
	return b.TabIndex(0).Aria("controls", "conversation")
}

// key moves between the sessions; Delete closes one.
func (p *Pane) key(_ app.Context, e app.Event) {
	s := p.Store
	i, n := slices.Index(s.Sessions.Open, s.Sessions.Session), len(s.Sessions.Open)
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
		s.Sessions.Leave(s.Sessions.Session)
		i, n = slices.Index(s.Sessions.Open, s.Sessions.Session), len(s.Sessions.Open)
	default:
		return
	}
	e.PreventDefault()
	s.Sessions.GoTo(s.Sessions.Open[i%n])
	html.Focus(tabOf(s.Sessions.Session))
}

// writing reports whether the message box has the focus.
func writing() bool {
	has := app.Window().Get("document").Get("activeElement")
	return has.Truthy() && has.Get("id").String() == BoxID
}
