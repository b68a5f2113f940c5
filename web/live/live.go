// Package live is what has arrived of the replies that are under way.
//
// It promises that it may be written and read by any goroutine, and that whoever shows a
// reply is told once until it has looked: a fast model costs no more looks than frames.
//
//	l.Watch("s1", reply, func() { … }) // called when more has arrived
package live

import (
	"strings"
	"sync"

	"lily/core/model"
)

// Replies are those that are under way, one in each session (CV-7).
type Replies struct {
	mu      sync.Mutex
	streams map[string]*stream // by session
}

type stream struct {
	text, thinking strings.Builder
	note           string
	told           bool   // the page knows that there is more
	show           func() // lets the page look; nil while it shows no such reply
	owner          any    // whose show that is
}

func (l *Replies) of(session string) *stream { // the lock is held
	if l.streams == nil {
		l.streams = map[string]*stream{}
	}
	if l.streams[session] == nil {
		l.streams[session] = &stream{}
	}
	return l.streams[session]
}

// Arrived is what has arrived at one moment.
type Arrived struct{ Text, Thinking, Note string }

// Begin forgets the last reply of a session.
func (l *Replies) Begin(session string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.of(session)
	n.note, n.told = "", false
	n.text.Reset()
	n.thinking.Reset()
}

// Stream takes what arrives of a reply, and lets only that reply look again, once until
// it has looked. It is called away from the UI goroutine, for every piece.
func (l *Replies) Stream(session string, d model.Delta) {
	l.mu.Lock()
	n := l.of(session)
	n.text.WriteString(d.Text)
	n.thinking.WriteString(d.Thinking)
	if d.Note != "" || d.Text != "" {
		n.note = d.Note
	}
	tells := n.show != nil && !n.told
	n.told = n.told || tells
	show := n.show
	l.mu.Unlock()
	if tells {
		show()
	}
}

// Look is what has arrived of a session's reply.
func (l *Replies) Look(session string) Arrived {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.of(session)
	n.told = false
	return Arrived{n.text.String(), n.thinking.String(), n.note}
}

// Watch lets the owner of a session's reply be told by show, or with a nil show no longer.
func (l *Replies) Watch(session string, owner any, show func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.of(session)
	switch {
	case show != nil:
		n.owner, n.show, n.told = owner, show, false
	case n.owner == owner:
		n.owner, n.show = nil, nil
	}
}
