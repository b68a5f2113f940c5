// Package conversation is the middle of the page: the open sessions, the moment of one that
// is shown, its turns, and the message box.
//
// It promises that a long conversation costs no more than its last turn, and that a session
// is where it was when a person comes back to it. It knows no other part of the page: how a
// question is shown is given to it.
//
//	&conversation.Pane{Store: &conversation.Room{Store: s, Drafts: d, Live: l, Hand: h}}
package conversation

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/drafts"
	"lily/web/html"
	"lily/web/live"
	"lily/web/state"
)

// Room is what the conversation needs of the page, and remembers of the sessions not shown.
type Room struct {
	*state.Store
	Drafts   *drafts.Drafts
	Live     *live.Replies
	Hand     *html.Hand
	Approval func(*state.Asked) app.UI // shows what a person is asked

	scrolls map[string]*scroll // by session
	refocus bool               // the message box takes the focus when it is made
}

// scroll is how far the turns of a session are looked at.
type scroll struct {
	foot  html.Foot
	older int // turns beyond those that are shown by themselves
	asked int // the number of the question that was shown from its head, 0 for none
}

func (r *Room) scroll(session string) *scroll {
	if r.scrolls == nil {
		r.scrolls = map[string]*scroll{}
	}
	if r.scrolls[session] == nil {
		r.scrolls[session] = &scroll{}
	}
	return r.scrolls[session]
}

// Pane is the middle place: the open sessions, the bar of the moment, and one conversation.
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
	return html.With("section", "pane chat",
		html.Text("h2", "quiet", "Conversation").ID("chat-title"),
		p.strip(),
		&bar{Store: s, Rev: s.Loop.Rev()},
		&chat{Store: s, Session: s.Sessions.Session, Rev: s.Loop.Rev()},
	).ID("chat").Aria("labelledby", "chat-title")
}

// strip is the row of open sessions, as the ARIA pattern for tabs has it.
func (p *Pane) strip() app.UI {
	s := p.Store.Sessions
	leave := func() { s.Leave(s.Session); html.Focus(tabOf(s.Session)) }
	return html.With("div", "strip",
		html.With("div", "tabs open-sessions", app.Range(s.Open).Slice(func(i int) app.UI { return p.tab(s.Open[i]) })).
			Role("tablist").Aria("label", "Open sessions").OnKeyDown(p.key),
		html.With("div", "strip-acts",
			app.If(len(s.Open) > 1, func() app.UI {
				return html.Button("Close session", "Close session "+s.Name(s.Session)+" here; the list of sessions has it still", leave, "small")
			}),
			html.Button("New", "New session", func() { s.New(true) }, "small"),
			html.Button("Step", "Step through the events (Alt+,)", func() { s.Step(0); html.Focus(SliderID) }, "small"),
		),
	)
}

func tabOf(id string) string { return "session-" + id }

func (p *Pane) tab(id string) app.UI {
	s, v := p.Store.Sessions, p.Store.Sessions.View(id)
	state := ""
	switch {
	case v.Asked != nil:
		state = "asks you"
	case v.Busy:
		state = "working"
	}
	b := html.With("button", "", html.Name(s.Name(id)+" "), app.If(state != "", func() app.UI { return html.Badge("active", state) })).
		Attr("type", "button").ID(tabOf(id)).Role("tab").Attr("dir", "auto").Aria("selected", s.Session == id).
		OnClick(func(app.Context, app.Event) { s.GoTo(id); html.Focus(tabOf(id)) }, app.EventScope(id))
	if s.Session != id {
		return b.TabIndex(-1)
	}
	return b.TabIndex(0).Aria("controls", "conversation")
}

// key moves between the sessions; Delete closes one.
func (p *Pane) key(_ app.Context, e app.Event) {
	s := p.Store.Sessions
	i, n := slices.Index(s.Open, s.Session), len(s.Open)
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
		s.Leave(s.Session)
		i, n = slices.Index(s.Open, s.Session), len(s.Open)
	default:
		return
	}
	e.PreventDefault()
	s.GoTo(s.Open[i%n])
	html.Focus(tabOf(s.Session))
}

func writing() bool {
	has := app.Window().Get("document").Get("activeElement")
	return has.Truthy() && has.Get("id").String() == BoxID
}
