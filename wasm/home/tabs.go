//go:build js && wasm

package home

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"

	"lily/core/world"
	"lily/wasm/tabs"
	"lily/web/ui"
)

// Why a session is not written here.
var (
	errElsewhere = errors.New("another tab writes it; take it over, or open another one")
	errTaken     = errors.New("another tab has taken it over")
)

// seat is where the tab that writes a session sits: one at a time.
type seat struct {
	id   string
	door sync.Mutex // held while it changes who sits here

	lock    atomic.Pointer[tabs.Lock] // nil while it is not this tab
	leaving atomic.Bool               // it is this tab, and about to be another one
	waiting atomic.Bool               // this tab waits to hear that the seat is free
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

func (s *seat) writes() bool { return s.lock.Load() != nil }

// release gives a lock back, if it is the one of this tab.
func (s *seat) release(l *tabs.Lock) {
	if s.lock.CompareAndSwap(l, nil) {
		s.leaving.Store(false)
	}
	if l != nil {
		l.Release()
	}
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
	s.lock.Store(&l)
	s.leaving.Store(false)
	if l.Lost() != nil {
		go h.robbed(s, &l)
	}
	return nil
}

// Name implements [core.Sessions], as does the method below: a new session is written here. Only where the
// store keeps nothing another tab can have one of that name.
func (h *Home) Name() string {
	for {
		id := h.keeper.Sessions.Name()
		if h.claim(context.Background(), h.seat(id), tabs.IfFree) == nil {
			return id
		}
	}
}

func (h *Home) Writer(session string) error {
	if h.seat(session).leaving.Load() {
		return errTaken
	}
	return h.keeper.Sessions.Writer(session)
}

func (h *Home) heard(message string) {
	what, session, _ := strings.Cut(message, " ")
	switch what {
	case "world":
		h.once(message, h.follow)
	case "session":
		h.once(message, func() { h.read(h.seat(session)) })
	case "held":
		h.elsewhere(h.seat(session))
	case "take":
		h.give(h.seat(session))
	}
}

// once does something that was announced, and once more where it is announced again
// meanwhile: a long turn of another tab is not read anew for each of its events.
func (h *Home) once(what string, do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, busy := h.behind[what]; busy {
		h.behind[what] = true
		return
	}
	for more := true; more; more = h.behind[what] {
		h.behind[what] = false
		h.mu.Unlock()
		do()
		h.mu.Lock()
	}
	delete(h.behind, what)
}

// follow takes over the world that another tab has kept. What is in memory only here
// stays, unless the other tab has changed the same.
func (h *Home) follow() {
	var clash error
	err := h.engine.Follow(func() (world.World, error) {
		f, err := h.keeper.Worlds.Follow()
		if err != nil {
			return f.World, err
		}
		var w world.World
		w, clash = f.With(h.engine.World())
		return w, nil
	})
	if err == nil {
		h.tell(func(page *ui.Store) { page.WorldChanged(clash) })
	}
}

func (h *Home) read(s *seat) {
	_ = h.keeper.Sessions.Look() // where that fails, the list is what it was
	defer s.enter()()
	if _, known := h.engine.State(s.id); known != nil && !s.writes() {
		_ = h.load(s)
	}
	h.relist()
}

// elsewhere waits to hear that a session which is open here can be written again.
func (h *Home) elsewhere(s *seat) {
	h.relist()
	if _, known := h.engine.State(s.id); known == nil || s.waiting.Swap(true) {
		return
	}
	go func() {
		if l, err := tabs.Hold(context.Background(), oneTab+s.id, tabs.Share); err == nil {
			l.Release()
		}
		s.waiting.Store(false)
		h.relist()
	}()
}

// give lets another tab have a session: what is under way ends and is kept, and no turn begins.
func (h *Home) give(s *seat) {
	defer s.enter()()
	l := s.lock.Load()
	if l == nil {
		return
	}
	s.leaving.Store(true)
	h.tell(func(page *ui.Store) { page.Sessions.Taken(s.id) })
	h.engine.Rest(s.id)()
	h.keeper.Sessions.Flush()
	h.keeper.Sessions.Close(s.id, errTaken)
	s.release(l)
	h.elsewhere(s)
}

// robbed waits until another tab steals a session. What was not kept by then is what
// the other tab has not seen, and is shown no longer.
func (h *Home) robbed(s *seat, l *tabs.Lock) {
	<-l.Lost()
	h.keeper.Sessions.Close(s.id, errTaken)
	s.release(l)
	defer s.enter()()
	if s.writes() {
		return // it was taken back meanwhile
	}
	h.tell(func(page *ui.Store) { page.Sessions.Taken(s.id) })
	_ = h.load(s)
	h.elsewhere(s)
}
