package persist

import (
	"errors"

	"lily/core/event"
	"lily/core/model"
	"lily/core/record"
	"lily/core/store"
	"lily/core/tree"
)

// Watch is the engine's port of that name. It returns when what the person would miss is kept, which
// is what the person said and answered and what it was judged by; what follows from that is kept
// soon (VF-4). A session in which nobody has said anything yet is not kept at all.
func (s *Sessions) Watch(e event.Event) {
	s.mu.Lock()
	b := s.books.book(e.Session)
	b.queue, b.open = append(b.queue, e), true
	b.touch(e)
	strictly := b.begun && strict(e)
	soon := b.begun && !strictly && !b.scheduled
	b.scheduled = b.scheduled || soon
	s.mu.Unlock()
	switch {
	case strictly:
		s.flush(b)
	case soon:
		s.blobs.tell(func(st *Status) { st.Saving++ }) // before anyone can see the event
		go func() {
			if s.Pause != nil {
				s.Pause()
			}
			s.flush(b)
			s.blobs.tell(func(st *Status) { st.Saving-- })
		}()
	}
}

// strict reports whether an event is kept before anything follows from it.
func strict(e event.Event) bool {
	switch b := e.Body.(type) {
	case event.Message:
		return b.Role == model.User
	case event.SessionKept, event.Command, event.Approval, event.SkillCatalogUpdated, event.Branched, event.ModelSelected, event.NetworkRequest:
		return true
	}
	return false
}

// Flush keeps all that is not kept yet, and returns when it is.
func (s *Sessions) Flush() {
	s.mu.Lock()
	var list []*book
	for _, b := range s.books {
		if b.begun && len(b.queue) > 0 {
			list = append(list, b)
		}
	}
	s.mu.Unlock()
	for _, b := range list {
		s.flush(b)
	}
}

// flush appends what waits of one session. What cannot be kept waits on, in memory, and the next event tries again.
func (s *Sessions) flush(b *book) {
	b.write.Lock()
	defer b.write.Unlock()
	for s.append(b) {
	}
}

// append keeps what waits now; again reports whether to look once more.
func (s *Sessions) append(b *book) (again bool) {
	s.mu.Lock()
	list, meta, was := b.queue, b.Session, b.ref
	b.scheduled = false
	stop := b.closed != nil || len(list) == 0
	s.mu.Unlock()
	if stop {
		return false
	}
	s.worlds.begin()
	fresh, c := s.change(b, meta, was, list)
	err := s.blobs.keep(fresh, c)
	moved := new(store.Conflict)
	switch {
	case err == nil:
		locked(&s.mu, func() { b.queue, b.Events, b.ref = b.queue[len(list):], b.Events+len(list), c.Refs[0].Now })
		s.Moved(b.ID)
		return true
	case !errors.As(err, &moved):
		return false
	case moved.Name == logs+b.ID:
		s.Close(b.ID, errors.New(s.blobs.Terms.Other+" went on with it; open it again to see how"))
		return false
	}
	return s.Look() == nil
}

// change is the commit of events: their records, the blobs that these name and that are not
// kept yet, and what the list says of the session then.
func (s *Sessions) change(b *book, m Session, was []byte, list []event.Event) (fresh []tree.Blob, c store.Change) {
	w := record.Writer{Whole: s.blobs.whole, Last: &b.last, Keep: func(blob tree.Blob) {
		if !s.blobs.has(blob) {
			fresh = append(fresh, blob)
		}
	}}
	more := store.Append{Log: logs + m.ID, After: m.Events}
	c.Relaxed = true
	for _, e := range list {
		more.Records = append(more.Records, seal(w.Write(e).Bytes()))
		c.Relaxed = c.Relaxed && !strict(e)
	}
	m.Events += len(list)
	c.Refs = []store.Set{{Name: prefix + m.ID, Was: was, Now: encoded(m)}}
	c.Append = []store.Append{more}
	return fresh, c
}

// Writer is the engine's port of that name.
func (s *Sessions) Writer(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.books[id]; b != nil {
		return b.closed
	}
	return nil
}

// Close keeps a session from being written here, and says why; nil lets it be written again.
func (s *Sessions) Close(id string, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books.book(id).closed = why
}
