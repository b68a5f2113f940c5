package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/event"
	"lily/web/desk"
	"lily/web/drafts"
	"lily/web/folder"
	"lily/web/guide"
	"lily/web/html"
	"lily/web/live"
	"lily/web/others"
	"lily/web/port"
	"lily/web/room/approval"
	"lily/web/room/conversation"
	"lily/web/state"
)

// Store is all that the page shows: its state, and what it notes of the person's hand.
type Store struct {
	*state.Store
	Drafts *drafts.Drafts
	Folder *folder.Folder
	Live   *live.Replies
	Guide  *guide.Guide

	talk   conversation.Room // the conversation
	others *others.Others
	hand   html.Hand
}

// NewStore returns the state of a page just opened: see [state.New].
func NewStore(e *core.Engine, p port.Ports) (*Store, error) {
	s, err := state.New(e, p)
	if err != nil {
		return nil, err
	}
	page := &Store{Store: s, Drafts: drafts.New(s, p.Drafts), Folder: folder.New(s, p.Mount), Live: &live.Replies{}, Guide: guide.New(s.Loop, p.Manual), others: others.New(s, p.Second)}
	page.Drafts.Editors = p.Editors
	page.Shown.Low = page.Shown.Low || len(page.Drafts.Left()) > 0 // before the first look, so that nothing moves
	page.talk = conversation.Room{Store: s, Drafts: page.Drafts, Live: page.Live, Hand: &page.hand, Approval: func(q *state.Asked) app.UI {
		return &approval.Card{Store: s, Asked: q}
	}, Welcome: func() app.UI {
		return html.When(!page.Shown.Shows(desk.Doc{Kind: "start"}), func() app.UI { return startDoc(page, "") })
	}}
	return page, nil
}

// Watch takes an event as it happens, away from the UI goroutine: the page looks again.
func (s *Store) Watch(e event.Event) {
	if _, ok := e.Body.(event.ModelRequest); ok {
		s.Live.Begin(e.Session)
	}
	s.Loop.Post(s.Loop.Changed)
}
