package shelf

import (
	"bytes"
	"errors"

	"lily/core/store"
	"lily/core/world"
)

// Save is the engine's port of that name. Where the store fails, the edit is in
// memory only, the status says so, and the next one tries again.
func (s *Shelf) Save(was, next world.World) (world.World, error) {
	for {
		err := s.put(next, s.seen())
		if moved := new(store.Conflict); !errors.As(err, &moved) {
			s.tell(func(st *Status) { st.Why = why(st.Why, err) })
			return next, nil
		}
		theirs, err := s.Follow()
		if err != nil {
			s.tell(func(st *Status) { st.Why = why(st.Why, err) })
			return next, nil
		}
		merged, clash := theirs.With(next)
		if clash != nil {
			before, _ := theirs.With(was) // what is in memory only stays
			return before, clash
		}
		next, was = merged, theirs.World
	}
}

// seen is the value of the world's ref that this program knows the files of.
func (s *Shelf) seen() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

// Followed is a world that someone else kept, and the one that was known before.
type Followed struct {
	world.World
	was world.World
}

// With is that world with what mine has changed since the one that was known. Where
// both changed the same, and differently, it is theirs, with a [*Clash].
func (f Followed) With(mine world.World) (world.World, error) {
	next, places := f.Merge(f.was, mine)
	if len(places) > 0 {
		return next, &Clash{places}
	}
	return next, nil
}

// Follow reads the world again that another program may have kept meanwhile.
func (s *Shelf) Follow() (Followed, error) {
	if err := s.look(); err != nil {
		return Followed{}, err
	}
	s.mu.Lock()
	was, at, value := s.world, s.at, s.refs[worldRef]
	s.mu.Unlock()
	if value == nil || bytes.Equal(value, at) {
		return Followed{was, was}, nil
	}
	w, lost, err := s.read(value)
	if err != nil {
		return Followed{}, err
	}
	s.adopt(w, value, len(lost) > 0)
	return Followed{w, was}, nil
}
