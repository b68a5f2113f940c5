//go:build js && wasm

package home

import (
	"context"
	"strings"

	"lily/core/world"
	"lily/wasm/tabs"
	"lily/web/ui"
)

// heard is what another tab announced.
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
	_, busy := h.behind[what]
	h.behind[what] = busy
	h.mu.Unlock()
	for more := !busy; more; {
		do()
		h.mu.Lock()
		if more = h.behind[what]; more {
			h.behind[what] = false
		} else {
			delete(h.behind, what)
		}
		h.mu.Unlock()
	}
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

// read looks again at a session that another tab writes.
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
	if _, known := h.engine.State(s.id); known == nil || !s.wait(true) {
		return
	}
	go func() {
		if l, err := tabs.Hold(context.Background(), oneTab+s.id, tabs.Share); err == nil {
			l.Release()
		}
		s.wait(false)
		h.relist()
	}()
}

// give lets another tab have a session: what is under way ends, and is kept, and no turn
// begins any more.
func (h *Home) give(s *seat) {
	defer s.enter()()
	l := s.holds()
	if l == nil {
		return
	}
	s.set(l, true)
	h.tell(func(page *ui.Store) { page.Sessions.Taken(s.id) })
	h.engine.Rest(s.id)
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
