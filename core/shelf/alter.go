package shelf

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"lily/core/answer"
	"lily/core/store"
)

// Rename gives a session a title; an empty one gives it that of its first line
// again.
func (s *Shelf) Rename(id, title string) error {
	return s.alter(id, func(m *Session) {
		m.Title, m.Named = answer.Line(strings.TrimSpace(title)), strings.TrimSpace(title) != ""
	})
}

// Delete takes a session off the list. It is there until the next start, and
// [Shelf.Restore] brings it back until then.
func (s *Shelf) Delete(id string) error {
	return s.alter(id, func(m *Session) { m.Deleted = true })
}

// Restore brings back a session that was deleted.
func (s *Shelf) Restore(id string) error {
	return s.alter(id, func(m *Session) { m.Deleted = false })
}

// Seize makes this program the one that writes a session: whoever wrote it so far can
// keep nothing more of it, even before they hear of it (VF-5). The session is to be
// loaded after that.
func (s *Shelf) Seize(id string) error {
	return s.alter(id, func(m *Session) { m.Seized++ })
}

var errSeized = errors.New("another tab has taken it over")

// ErrNoSession is a session that is not on the shelf.
var ErrNoSession = errors.New("there is no such session")

// alter changes what the list says of a session. Where someone else has changed it
// meanwhile, it is made in what they wrote.
func (s *Shelf) alter(id string, change func(*Session)) error {
	for {
		s.mu.Lock()
		b := s.sessions[id]
		if b == nil {
			s.mu.Unlock()
			return ErrNoSession
		}
		meta, begun, was := b.Session, b.begun, s.refs[prefix+id]
		change(&meta)
		s.mu.Unlock()
		var err error
		if begun {
			err = s.keep(nil, store.Change{Refs: []store.Set{{Name: prefix + id, Was: was, Now: encoded(meta)}}})
		}
		if moved := new(store.Conflict); !errors.As(err, &moved) {
			s.mu.Lock()
			b.Title, b.Named, b.Deleted, b.Seized = meta.Title, meta.Named, meta.Deleted, meta.Seized // the list may have been read anew meanwhile
			s.mu.Unlock()
			s.moved(id)
			return nil
		}
		if err := s.look(); err != nil {
			return err
		}
	}
}

func encoded(m Session) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(m); err != nil {
		panic(err) // strings, numbers and booleans always encode
	}
	return seal(bytes.TrimSpace(b.Bytes()))
}
