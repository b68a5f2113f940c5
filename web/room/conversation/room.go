// Package conversation is one session: the moment of it that is shown, its turns, and the
// message box.
//
// It promises that a long conversation costs no more than its last turn, and that a session
// is where it was when a person comes back to it. It knows no other part of the page: how a
// question is shown is given to it.
//
//	&conversation.Doc{Store: &conversation.Room{Store: s, Drafts: d, Live: l, Hand: h}, Session: "s1"}
package conversation

import (
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
	Welcome  func() app.UI             // stands where nothing was said yet

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

// Doc is the conversation of a session: the bar of its moment, its turns and the message box.
type Doc struct {
	app.Compo
	Store   *Room
	Session string
	Rev     int

	session string // that was shown at the last look
}

// Render implements [app.Composer]. The message box comes before the turns, so that no turn
// stands between the top of the page and it; the style puts it below them.
func (p *Doc) Render() app.UI {
	s := p.Store
	if id := s.Sessions.Session; id != p.session {
		s.refocus, p.session = writing(), id // who is writing goes on writing there
	}
	if p.Session != s.Sessions.Session {
		return html.With("div", "chat", html.Text("p", "empty", "The session is being read."))
	}
	return html.With("div", "chat",
		&chat{Store: s, Session: p.Session, Rev: s.Loop.Rev()},
		&bar{Store: s, Rev: s.Loop.Rev()},
	).ID("chat")
}

// What a session may be at.
const (
	Asks  = "asks you"
	Works = "working"
)

// State says in a word or two what a session is at, empty for nothing.
func State(s *state.Sessions, id string) string {
	switch v := s.View(id); {
	case v.Asked != nil:
		return Asks
	case v.Busy:
		return Works
	}
	return ""
}

func writing() bool {
	has := app.Window().Get("document").Get("activeElement")
	return has.Truthy() && has.Get("id").String() == BoxID
}
