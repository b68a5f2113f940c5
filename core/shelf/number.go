package shelf

import (
	"errors"
	"strconv"
	"strings"

	"lily/core/store"
)

// Name is the engine's port of that name: an id that no session had before, of this
// program or of another one on the same store.
func (s *Shelf) Name() string {
	for {
		n := s.last() + 1
		err := s.keep(nil, store.Change{Refs: []store.Set{s.set(lastRef, []byte(strconv.Itoa(n)))}, Relaxed: true})
		if moved := new(store.Conflict); errors.As(err, &moved) && s.look() == nil {
			continue
		}
		s.count(n)
		return "s" + strconv.Itoa(n)
	}
}

// count remembers a number that could not be kept.
func (s *Shelf) count(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.numbered = max(s.numbered, n)
}

// last is the greatest number of a session so far.
func (s *Shelf) last() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	most, _ := strconv.Atoi(string(s.refs[lastRef]))
	most = max(most, s.numbered)
	for id := range s.sessions {
		if n, err := strconv.Atoi(strings.TrimPrefix(id, "s")); err == nil {
			most = max(most, n)
		}
	}
	return most
}
