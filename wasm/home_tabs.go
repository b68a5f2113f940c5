//go:build js && wasm

package main

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"lily/core/world"
	"lily/wasm/tabs"
	"lily/web/ui"
)

// heard is what another tab announced.
func (h *home) heard(message string) {
	what, session, _ := strings.Cut(message, " ")
	switch what {
	case "world":
		h.once(message, h.follow)
	case "session":
		h.once(message, func() { h.read(session) })
	case "held":
		h.elsewhere(session)
	case "take":
		h.give(session)
	}
}

// once does something that was announced, and once more where it is announced again
// meanwhile: a long turn of another tab is not read anew for each of its events.
func (h *home) once(what string, do func()) {
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
func (h *home) follow() {
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
func (h *home) read(session string) {
	_ = h.keeper.Sessions.Look() // where that fails, the list is what it was
	defer h.door(session)()
	if _, known := h.engine.State(session); known != nil && !h.writes(session) {
		_ = h.load(session)
	}
	h.tell(func(page *ui.Store) { page.Sessions.Relist() })
}

// elsewhere waits to hear that a session which is open here can be written again.
func (h *home) elsewhere(session string) {
	h.tell(func(page *ui.Store) { page.Sessions.Relist() })
	_, known := h.engine.State(session)
	h.mu.Lock()
	defer h.mu.Unlock()
	if known == nil || h.waits[session] {
		return
	}
	h.waits[session] = true
	go func() {
		if l, err := tabs.Hold(context.Background(), oneTab+session, tabs.Share); err == nil {
			l.Release()
		}
		h.mu.Lock()
		delete(h.waits, session)
		h.mu.Unlock()
		h.tell(func(page *ui.Store) { page.Sessions.Relist() })
	}()
}

// door lets one at a time change who writes a session.
func (h *home) door(session string) (leave func()) {
	h.mu.Lock()
	d := h.doors[session]
	if d == nil {
		d = &sync.Mutex{}
		h.doors[session] = d
	}
	h.mu.Unlock()
	d.Lock()
	return d.Unlock
}

// give lets another tab have a session: what is under way ends, and is kept, and no turn
// begins any more.
func (h *home) give(session string) {
	defer h.door(session)()
	l := h.holds(session)
	if l == nil {
		return
	}
	h.mu.Lock()
	l.leaving = true
	h.mu.Unlock()
	h.tell(func(page *ui.Store) { page.Sessions.Taken(session) })
	h.engine.Rest(session)
	h.keeper.Sessions.Flush()
	h.keeper.Sessions.Close(session, errTaken)
	h.release(session, l)
	h.elsewhere(session)
}

// robbed waits until another tab steals a session. What was not kept by then is what
// the other tab has not seen, and is shown no longer.
func (h *home) robbed(session string, l *held) {
	<-l.Lost()
	h.keeper.Sessions.Close(session, errTaken)
	h.release(session, l)
	defer h.door(session)()
	if h.writes(session) {
		return // it was taken back meanwhile
	}
	h.tell(func(page *ui.Store) { page.Sessions.Taken(session) })
	_ = h.load(session)
	h.elsewhere(session)
}

// holds is the lock of a session that this tab writes, nil for another one.
func (h *home) holds(session string) *held {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.held[session]
}

func (h *home) writes(session string) bool { return h.holds(session) != nil }

// Writer is the engine's port of that name.
func (h *home) Writer(session string) error {
	if l := h.holds(session); l != nil && l.leaving {
		return errTaken
	}
	return h.keeper.Sessions.Writer(session)
}

func (h *home) release(session string, l *held) {
	h.mu.Lock()
	if h.held[session] == l {
		delete(h.held, session)
	}
	h.mu.Unlock()
	if l != nil {
		l.Release()
	}
}

// claim takes the lock of a session, which is not written before it is loaded. Where
// another tab has it, the session is only read here; a browser without locks leaves it
// to the store to notice. Its caller holds the session's door, unless the session is new.
func (h *home) claim(ctx context.Context, session string, c tabs.Claim) error {
	if h.writes(session) {
		return nil
	}
	lock, err := tabs.Hold(ctx, oneTab+session, c)
	if errors.Is(err, tabs.ErrHeld) || ctx.Err() != nil {
		h.keeper.Sessions.Close(session, errElsewhere)
		return errElsewhere
	}
	l := &held{Lock: lock}
	h.mu.Lock()
	h.held[session] = l
	h.mu.Unlock()
	if l.Lost() != nil {
		go h.robbed(session, l)
	}
	return nil
}

// patience is how long another tab may take to give up a session by itself.
const patience = 3 * time.Second

// Name is the engine's port of that name: a new session is written here. Only where the
// store keeps nothing another tab can have one of that name.
func (h *home) Name() string {
	for {
		id := h.keeper.Sessions.Name()
		if h.claim(context.Background(), id, tabs.IfFree) == nil {
			return id
		}
	}
}
