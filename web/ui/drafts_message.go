package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// messageOf is what the draft of a message is of, before the id of its session.
const messageOf = "message/"

// typedMessage takes what stands in the message box of a session. A message is a draft
// until it is sent.
func (s *Store) typedMessage(session, text string) {
	of := messageOf + session
	s.view(session).box = text
	if text == "" {
		s.undraft(of)
		return
	}
	t := s.drafts[of]
	if t == nil {
		t = &draft{}
		s.drafts[of] = t
	}
	t.text = text
	s.keepSoon()
}

// hearMessage takes what was typed into the message box and not told yet.
func (s *Store) hearMessage() {
	box := app.Window().GetElementByID(boxID)
	if !box.Truthy() || box.Get("disabled").Bool() {
		return
	}
	if text := box.Get("value").String(); text != s.here().box {
		s.typedMessage(s.Session, text)
	}
}

// session is that of a message.
func (o older) session() (id string, ok bool) { return strings.CutPrefix(o.of, messageOf) }

// openMessage puts an older message into the box of its session, where that can be opened.
func (s *Store) openMessage(o older, id string) {
	s.later(func() (string, error) { return id, s.Ports.Sessions.Open(id) }, func(string) {
		s.swapIn(o)
		o.text.left = false
		s.view(id).box = o.text.text
		s.draft(o.text.text)
	})
}
