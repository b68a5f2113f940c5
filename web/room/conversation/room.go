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
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/drafts"
	"lily/web/html"
	"lily/web/live"
	"lily/web/state"
)

// Room is what the conversation needs of the page, and what it remembers of each session
// while another one is shown.
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
