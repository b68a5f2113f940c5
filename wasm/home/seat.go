//go:build js && wasm

package home

import (
	"context"
	"errors"
	"sync"
	"time"

	"lily/wasm/tabs"
)

// oneTab begins the name of a session's lock.
const oneTab = "lily-session-"

// Why a session is not written here.
var (
	errElsewhere = errors.New("another tab writes it; take it over, or open another one")
	errTaken     = errors.New("another tab has taken it over")
)

// seat is where the tab that writes a session sits: one at a time.
type seat struct {
	id   string
	door sync.Mutex // held while it changes who sits here

	mu      sync.Mutex
	lock    *tabs.Lock // nil while it is not this tab
	leaving bool       // it is this tab, and about to be another one
	waiting bool       // this tab waits to hear that the seat is free
}

func (h *Home) seat(session string) *seat {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.seats[session]
	if s == nil {
		s = &seat{id: session}
		h.seats[session] = s
	}
	return s
}

// enter lets one at a time change who sits.
func (s *seat) enter() (leave func()) {
	s.door.Lock()
	return s.door.Unlock
}

// holds is the lock of this tab, nil where it does not sit.
func (s *seat) holds() *tabs.Lock {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lock
}

func (s *seat) writes() bool { return s.holds() != nil }

// set changes what is known of the seat.
func (s *seat) set(lock *tabs.Lock, leaving bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lock, s.leaving = lock, leaving
}

// release gives a lock back, if it is the one of this tab.
func (s *seat) release(l *tabs.Lock) {
	s.mu.Lock()
	if s.lock == l {
		s.lock, s.leaving = nil, false
	}
	s.mu.Unlock()
	if l != nil {
		l.Release()
	}
}

// wait begins or ends that this tab waits, and reports whether it did not before.
func (s *seat) wait(on bool) (begins bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	begins = on && !s.waiting
	s.waiting = on
	return begins
}

// claim takes the lock of a session, which is not written before it is loaded. Where
// another tab has it, the session is only read here; a browser without locks leaves it
// to the store to notice. Its caller has entered the seat, unless the session is new.
func (h *Home) claim(ctx context.Context, s *seat, c tabs.Claim) error {
	if s.writes() {
		return nil
	}
	l, err := tabs.Hold(ctx, oneTab+s.id, c)
	if errors.Is(err, tabs.ErrHeld) || ctx.Err() != nil {
		h.keeper.Sessions.Close(s.id, errElsewhere)
		return errElsewhere
	}
	s.set(&l, false)
	if l.Lost() != nil {
		go h.robbed(s, &l)
	}
	return nil
}

// patience is how long another tab may take to give up a session by itself.
const patience = 3 * time.Second

// Name implements [core.Sessions]: a new session is written here. Only where the
// store keeps nothing another tab can have one of that name.
func (h *Home) Name() string {
	for {
		id := h.keeper.Sessions.Name()
		if h.claim(context.Background(), h.seat(id), tabs.IfFree) == nil {
			return id
		}
	}
}

// Writer implements [core.Sessions].
func (h *Home) Writer(session string) error {
	s := h.seat(session)
	s.mu.Lock()
	leaving := s.leaving
	s.mu.Unlock()
	if leaving {
		return errTaken
	}
	return h.keeper.Sessions.Writer(session)
}
