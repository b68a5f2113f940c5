package ui

import (
	"strings"
	"sync"

	"lily/core/event"
	"lily/core/model"
)

// live is what has arrived of the reply that is under way (CV-7). It is written
// away from the UI goroutine and read on it.
type live struct {
	mu       sync.Mutex
	session  string
	text     strings.Builder
	thinking strings.Builder
	note     string
	told     bool   // the page knows that there is more
	show     func() // lets the page look; nil while it shows no such reply
	owner    *reply // whose show that is
	away     bool   // the person has scrolled up
}

// arrived is what has arrived at one moment.
type arrived struct{ text, thinking, note string }

// Stream takes what arrives of a reply, and lets only that reply look again. It
// is called away from the UI goroutine, for every piece.
func (s *Store) Stream(session string, d model.Delta) {
	if show := s.live.add(session, d); show != nil {
		show()
	}
}

// Watch takes an event as it happens: the page looks again. It is called away
// from the UI goroutine.
func (s *Store) Watch(e event.Event) {
	if _, ok := e.Body.(event.ModelRequest); ok {
		s.live.begin(e.Session)
	}
	s.Post(s.changed)
}

// begin forgets the last reply.
func (l *live) begin(session string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session, l.note, l.told = session, "", false
	l.text.Reset()
	l.thinking.Reset()
}

// add returns how to tell the page, once until it has looked.
func (l *live) add(session string, d model.Delta) (show func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.session != session {
		return nil
	}
	l.text.WriteString(d.Text)
	l.thinking.WriteString(d.Thinking)
	if d.Note != "" || d.Text != "" {
		l.note = d.Note
	}
	if l.told {
		return nil
	}
	l.told = l.show != nil
	return l.show
}

// look is what has arrived of a session's reply.
func (l *live) look(session string) arrived {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.told = false
	if l.session != session {
		return arrived{}
	}
	return arrived{l.text.String(), l.thinking.String(), l.note}
}

// watch makes a reply the one that is told, or with a nil show no longer.
func (l *live) watch(r *reply, show func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case show != nil:
		l.owner, l.show, l.told = r, show, false
	case l.owner == r:
		l.owner, l.show = nil, nil
	}
}
