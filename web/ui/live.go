package ui

import (
	"strings"
	"sync"

	"lily/core/event"
	"lily/core/model"
)

// live is what has arrived of the replies that are under way, one in each session (CV-7). It is written
// away from the UI goroutine and read on it.
type live struct {
	mu      sync.Mutex
	streams map[string]*stream // by session
}

// stream is what has arrived in one session.
type stream struct {
	text     strings.Builder
	thinking strings.Builder
	note     string
	told     bool   // the page knows that there is more
	show     func() // lets the page look; nil while it shows no such reply
	owner    *reply // whose show that is
}

// of is the stream of a session. The lock is held.
func (l *live) of(session string) *stream {
	if l.streams == nil {
		l.streams = map[string]*stream{}
	}
	if l.streams[session] == nil {
		l.streams[session] = &stream{}
	}
	return l.streams[session]
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
	n := l.of(session)
	n.note, n.told = "", false
	n.text.Reset()
	n.thinking.Reset()
}

// add returns how to tell the page, once until it has looked.
func (l *live) add(session string, d model.Delta) (show func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.of(session)
	n.text.WriteString(d.Text)
	n.thinking.WriteString(d.Thinking)
	if d.Note != "" || d.Text != "" {
		n.note = d.Note
	}
	if n.told {
		return nil
	}
	n.told = n.show != nil
	return n.show
}

// look is what has arrived of a session's reply.
func (l *live) look(session string) arrived {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.of(session)
	n.told = false
	return arrived{n.text.String(), n.thinking.String(), n.note}
}

// watch makes a reply the one of its session that is told, or with a nil show no
// longer.
func (l *live) watch(r *reply, show func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.of(r.Session)
	switch {
	case show != nil:
		n.owner, n.show, n.told = r, show, false
	case n.owner == r:
		n.owner, n.show = nil, nil
	}
}
